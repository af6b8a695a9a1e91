import { FAILURES } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { Serial } from '../platform/serial/index.ts';
import { findSession } from '../sessions/index.ts';
import type { Battle } from './battle.ts';
import type { BattleRegistry } from './battle-registry.ts';
import type { BattleSearch } from './battle-search.ts';

/** A session's row is being read. */
interface Following {
  /** Whether the row has to be read again. */
  isOutdated: boolean;
  done: Promise<void>;
}

/** Follows what the bus reports about sessions with a battle, in the order of the events. */
export class SessionEvents {
  readonly #db: Context['db'];
  readonly #nodeId: string;
  readonly #registry: BattleRegistry;
  readonly #search: BattleSearch;
  readonly #events: Serial;
  /** Sessions with a change that is to be followed. */
  readonly #changed = new Set<string>();
  /** Sessions whose rows are being read. */
  readonly #following = new Map<string, Following>();
  /** Ends the subscription. */
  readonly stop: () => void;

  constructor({ db, bus, leases }: Context, registry: BattleRegistry, search: BattleSearch) {
    this.#db = db;
    this.#nodeId = leases.nodeId;
    this.#registry = registry;
    this.#search = search;
    this.#events = new Serial((error) => registry.log('', error));
    this.stop = bus.subscribe((event) => {
      if (event.type === 'session') this.#noteChange(event.sessionId);
      else if (event.type !== 'presence') this.#events.run(async () => this.#handle(event));
    });
  }

  /** Resolves when the events so far are handled. */
  async settled(): Promise<void> {
    await this.#events.settled();
  }

  /**
   * A session has changed: its countdown may be shorter, or over without a battle. Its row is read by one call at a time. A change that is reported
   * meanwhile makes that call read the row again, so that no older row is applied after a newer one.
   */
  async follow(sessionId: string): Promise<void> {
    const running = this.#following.get(sessionId);
    if (running !== undefined) {
      running.isOutdated = true;
      return running.done;
    }
    const following = { isOutdated: true, done: Promise.resolve() };
    this.#following.set(sessionId, following);
    following.done = this.#readAgain(sessionId, following).finally(() => this.#following.delete(sessionId));
    return following.done;
  }

  async #readAgain(sessionId: string, following: Following): Promise<void> {
    while (following.isOutdated) {
      following.isOutdated = false;
      const battle = this.#registry.get(sessionId);
      if (battle === undefined) return;
      const { changes } = battle;
      const session = await findSession(this.#db, sessionId);
      // This process may have changed the row since it was read: the battle has begun, or was continued with another start.
      if (battle.changes !== changes || this.#registry.get(sessionId) !== battle) following.isOutdated = true;
      if (!following.isOutdated) this.#apply(battle, session);
    }
  }

  #apply(battle: Battle, session: SessionRow | undefined): void {
    const sessionId = battle.session.id;
    if (battle.isBegun && session?.status === 'starting') return;
    if (session?.status === 'starting') {
      battle.session = session;
      if (session.starts_at !== null) battle.startAt(session.starts_at);
      this.#registry.reportDue(battle.dueAt);
    } else if (session?.status === 'cancelled') {
      this.#registry.dismiss(sessionId, { type: 'battle_over', sessionId, outcome: 'cancelled', results: [] });
    } else if (session?.status === 'waiting') {
      const { message } = FAILURES.ERR_SESSION_STATE;
      this.#registry.dismiss(sessionId, { type: 'battle_refused', sessionId, code: 'ERR_SESSION_STATE', message });
    }
  }

  /** Follows a change after the events before it. Several changes of a session wait as one. */
  #noteChange(sessionId: string): void {
    if (this.#changed.has(sessionId)) return;
    this.#changed.add(sessionId);
    this.#events.run(async () => {
      this.#changed.delete(sessionId);
      await this.follow(sessionId);
    });
  }

  async #handle(event: DomainEvent): Promise<void> {
    if (event.type === 'starting') await this.#onStarting(event.sessionId, event.nodeId);
    else if (event.type === 'over') await this.#onOver(event.over);
    else if (event.type === 'resync') for (const id of this.#registry.sessionIds()) await this.follow(id);
  }

  /**
   * The node that has begun a countdown takes the battle: its players are often connected there, and the others do not compete for the lease. If it
   * fails to, the search of another node finds the battle.
   */
  async #onStarting(sessionId: string, nodeId: string): Promise<void> {
    if (this.#registry.has(sessionId)) await this.follow(sessionId);
    else if (nodeId === this.#nodeId) await this.#search.take(sessionId);
  }

  /** Removes a battle that is over, if the database says that as well. */
  async #onOver(over: BattleOver): Promise<void> {
    if (!this.#registry.has(over.sessionId)) return;
    const session = await findSession(this.#db, over.sessionId);
    if (session === undefined || session.ended_at !== null) this.#registry.dismiss(over.sessionId, over);
  }
}
