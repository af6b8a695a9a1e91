import { FAILURES } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import { Serial } from '../platform/serial/index.ts';
import { findSession } from '../sessions/index.ts';
import type { BattleRegistry } from './battle-registry.ts';
import type { BattleSearch } from './battle-search.ts';

/** Follows what the bus reports about sessions with a battle, in the order of the events. */
export class SessionEvents {
  readonly #db: Context['db'];
  readonly #registry: BattleRegistry;
  readonly #search: BattleSearch;
  readonly #events: Serial;
  /** Ends the subscription. */
  readonly stop: () => void;

  constructor({ db, bus }: Context, registry: BattleRegistry, search: BattleSearch) {
    this.#db = db;
    this.#registry = registry;
    this.#search = search;
    this.#events = new Serial((error) => registry.log('', error));
    this.stop = bus.subscribe((event) => this.#events.run(async () => this.#handle(event)));
  }

  /** Resolves when the events so far are handled. */
  async settled(): Promise<void> {
    await this.#events.settled();
  }

  /** A session has changed: its countdown may be shorter, or over without a battle. */
  async follow(sessionId: string): Promise<void> {
    const battle = this.#registry.get(sessionId);
    if (battle === undefined) return;
    const session = await findSession(this.#db, sessionId);
    // The row may have been read before the battle began.
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

  async #handle(event: DomainEvent): Promise<void> {
    if (event.type === 'starting') await this.#onStarting(event.sessionId);
    else if (event.type === 'over') await this.#onOver(event.over);
    else if (event.type === 'session') await this.follow(event.sessionId);
    else if (event.type === 'resync') for (const id of this.#registry.sessionIds()) await this.follow(id);
  }

  async #onStarting(sessionId: string): Promise<void> {
    await (this.#registry.has(sessionId) ? this.follow(sessionId) : this.#search.take(sessionId));
  }

  /** Removes a battle that is over, if the database says that as well. */
  async #onOver(over: BattleOver): Promise<void> {
    if (!this.#registry.has(over.sessionId)) return;
    const session = await findSession(this.#db, over.sessionId);
    if (session === undefined || session.ended_at !== null) this.#registry.dismiss(over.sessionId, over);
  }
}
