import { err, ok, type Result } from '@popfray/engine/result';
import type { Rules } from '@popfray/engine';
import type { BattleEntry } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { deleteEndedRows, findSession, isSeatToken } from '../sessions/index.ts';
import { showEnd } from '../settlement/index.ts';
import type { Battle } from './battle.ts';
import { BattleRegistry } from './battle-registry.ts';
import { canContinue, PlayableVersions } from './battle-version.ts';
import { BattleSearch } from './battle-search.ts';
import { BusySignal } from './busy-signal.ts';
import { Journal } from './journal.ts';
import { createClosedConnection, OpenBattleConnection } from './open-battle-connection.ts';
import { handOver, resumeAll } from './outage.ts';
import { PeriodicTask } from './periodic-task.ts';
import { SessionEvents } from './session-events.ts';
import { SessionWrites } from './session-writes.ts';
import { TimedWaits } from './timed-waits.ts';
import type { BattleConnection, BattleConnectionError, Battles } from './battle-connection.ts';

/** Between two searches for battles whose node is gone, ms. */
const SEARCH_EVERY_MS = 150;
/** Between two attempts to continue battles that stand still, ms. */
const RESUME_EVERY_MS = 100;
/** Battles that one transaction continues. After an outage of the database there may be a thousand, and the first ones do not wait for all others. */
const RESUMED_AT_ONCE = 50;
/** Between two deletions of what the journal has of battles that have ended, ms. */
const DELETE_EVERY_MS = 1_000;
/** How long a player who connects waits for a battle whose process may be gone, ms: until its lease has expired, and for a search after that. */
const CONNECT_TIMEOUT_MS = 2_000;
/** How long a stop waits for the end of battles, ms: for a countdown, a round and the settlement, and for some time in which the battle stood still. */
const DRAIN_TIMEOUT_MS = 120_000;

interface BattlesOptions {
  /** The rules by which this node plays battles. Default: all that the program has. */
  readonly rules?: readonly Rules[];
  /** Interval of the search for battles whose node is gone, ms. */
  readonly searchEveryMs?: number;
}

/** Every battle that this process plays: new ones, which the bus reports, and those of processes that are gone. */
export function createBattles(context: Context, options: BattlesOptions = {}): Battles {
  return new LiveBattles(context, options);
}

class LiveBattles implements Battles {
  readonly #context: Context;
  readonly #registry: BattleRegistry;
  readonly #journal: Journal;
  readonly #search: BattleSearch;
  readonly #events: SessionEvents;
  readonly #writes: SessionWrites;
  readonly #resuming: PeriodicTask;
  readonly #deleting: PeriodicTask;
  readonly #waits = new TimedWaits();
  readonly #busy = new BusySignal();
  #isStopped = false;

  constructor(context: Context, { searchEveryMs = SEARCH_EVERY_MS, rules }: BattlesOptions) {
    this.#context = context;
    const registry = new BattleRegistry(context, () => this.#waits.end(context.now()));
    this.#registry = registry;
    this.#journal = new Journal(context, {
      onLost: (battle) => registry.drop(battle),
      onFault: (battle, error) => registry.break(battle, error, context.now()),
    });
    this.#search = new BattleSearch(context, registry, this.#journal, {
      versions: new PlayableVersions(rules),
      everyMs: searchEveryMs,
    });
    this.#events = new SessionEvents(context, registry, this.#search);
    this.#writes = new SessionWrites(context, registry, this.#events);
    this.#resuming = new PeriodicTask(context.log, 'battles: resume', RESUME_EVERY_MS, async () => this.#resume());
    this.#deleting = new PeriodicTask(context.log, 'battles: delete journal', DELETE_EVERY_MS, async (nowMs) =>
      deleteEndedRows(context.db, nowMs),
    );
  }

  get count(): number {
    return this.#registry.size;
  }

  get nextDueAt(): number {
    const { endings } = this.#registry;
    let dueAt = Math.min(this.#journal.dueAt, this.#search.dueAt, this.#waits.dueAt);
    for (const battle of this.#registry.all()) {
      const ending = endings.size === 0 ? undefined : endings.get(battle.session.id);
      dueAt = Math.min(dueAt, ending?.dueAt ?? (battle.isSuspended ? this.#resuming.dueAt : battle.dueAt));
    }
    return dueAt;
  }

  onEarlierDue(handle: (dueAt: number) => void): () => void {
    return this.#registry.onEarlierDue(handle);
  }

  async connect(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
    entry?: BattleEntry,
  ): Promise<Result<BattleConnection, BattleConnectionError>> {
    // The countdown may have begun or ended a moment ago.
    await this.#events.settled();
    if (!this.#registry.has(sessionId)) {
      const elsewhere = await this.#connectElsewhere(sessionId, userId, token, connection);
      if (elsewhere !== null) return elsewhere;
    }
    // The player may be here by another connection by now, which this one must not replace.
    if (!connection.isOpen) return err('ERR_SESSION_STATE');
    const battle = this.#registry.get(sessionId);
    if (battle === undefined) return err('ERR_BATTLE_MOVED');
    const contestant = battle.contestants.find(({ seat }) => seat.user_id === userId);
    if (contestant === undefined || contestant.isBot || !isSeatToken(this.#context, sessionId, userId, token))
      return err('ERR_SEAT_UNKNOWN');
    if (contestant.isLeaving) await this.#waitUntil(() => contestant.hasLeft || battle.isOver);
    if (contestant.hasLeft) return err('ERR_SESSION_STATE');
    // It is not certain that the player's leaving counts. The player asks again.
    if (contestant.isLeaving) return err('ERR_BATTLE_MOVED');
    if (contestant.hasLaterEntry(entry)) return err('ERR_SESSION_STATE');
    contestant.entry = entry ?? null;
    return ok(new OpenBattleConnection(this.#context, battle, contestant, connection));
  }

  /** Sends the result to a player who connects after the end, or takes the battle if its process is gone, and returns null. */
  async #connectElsewhere(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Promise<Result<BattleConnection, BattleConnectionError> | null> {
    const session = await findSession(this.#context.db, sessionId);
    if (this.#isStopped) return err('ERR_BATTLE_MOVED');
    if (session?.status === 'starting' || session?.status === 'playing') {
      if (!isSeatToken(this.#context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
      await this.#search.take(sessionId);
      await this.#waitUntil(() => this.#registry.has(sessionId));
      return null;
    }
    const end = await showEnd(this.#context.db, sessionId);
    if (!end.ok) return end;
    if (!isSeatToken(this.#context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
    if (!connection.isOpen) return err('ERR_SESSION_STATE');
    connection.send(JSON.stringify(end.value));
    return ok(createClosedConnection(userId));
  }

  /** Resolves when something is so, or after a while: the battle's process may be gone, and its lease not expired yet. */
  async #waitUntil(isOver: () => boolean, timeoutAt = this.#context.now() + CONNECT_TIMEOUT_MS): Promise<void> {
    // Nothing ends the wait after the last turn.
    if (this.#isStopped || isOver()) return;
    const waited = this.#waits.waitUntil(isOver, timeoutAt);
    this.#registry.reportDue(this.#waits.dueAt);
    await waited;
  }

  async turn(nowMs: number): Promise<number> {
    const { lateMs, beginning, isAnySuspended } = this.#turnBattles(nowMs);
    this.#waits.end(nowMs);
    if (!isAnySuspended) this.#context.leases.noteWorkRuns();
    await Promise.all([
      // What was stored may have made something due.
      this.#journal.commit(nowMs).then(() => this.#registry.reportDue(this.nextDueAt)),
      this.#writes.write(beginning, nowMs),
      isAnySuspended && !this.#isStopped ? this.#resuming.run(nowMs) : null,
      this.#search.search(nowMs),
      this.#deleting.run(nowMs),
    ]);
    await this.#events.settled();
    return lateMs;
  }

  /** Gives each battle that has something due its turn. Returns the longest delay of those, ms, and the battles whose round has started. */
  #turnBattles(nowMs: number): { lateMs: number; beginning: Battle[]; isAnySuspended: boolean } {
    let lateMs = 0;
    let isAnySuspended = false;
    const beginning: Battle[] = [];
    const isBusy = this.#busy.isBusy(nowMs);
    for (const battle of this.#registry.all()) {
      isAnySuspended ||= battle.isSuspended;
      if (battle.dueAt > nowMs || this.#registry.endings.has(battle.session.id)) continue;
      if (!battle.lease.isHeld) {
        battle.suspend();
        isAnySuspended = true;
        continue;
      }
      lateMs = Math.max(lateMs, battle.lateness(nowMs));
      try {
        const due = battle.turn(nowMs, isBusy);
        if (due === 'begin') beginning.push(battle);
        if (due === 'end') this.#registry.settle(battle, nowMs);
      } catch (error) {
        this.#registry.break(battle, error, nowMs);
      }
    }
    this.#busy.noteTurn(lateMs, nowMs);
    return { lateMs, beginning, isAnySuspended };
  }

  async drain(): Promise<void> {
    this.#search.close();
    await this.#waitForEnd(() => this.#registry.size, this.#context.now());
  }

  async drainForOthers(): Promise<void> {
    const { leases, log, now } = this.#context;
    const stopAt = now();
    const nodes = await leases.listNodes();
    const others = nodes.filter(({ id }) => id !== leases.nodeId);
    if (others.length === 0) return;
    this.#search.close();
    const isOnlyHere = ({ version }: Battle): boolean =>
      !others.some(({ capabilities }) => canContinue(capabilities, version));
    const kept = [...this.#registry.all()].filter(isOnlyHere);
    if (kept.length === 0) return;
    const message = `${kept.length} battles are played to their end before the stop: no other node has their version`;
    log({ event: 'notice', about: 'battle', message });
    await this.#waitForEnd(() => kept.filter((battle) => this.#isHere(battle)).length, stopAt);
  }

  /** Resolves when none of some battles is left, or some time after the stop began. Those that are left then are handed over by `stop`. */
  async #waitForEnd(countLeft: () => number, stopAt: number): Promise<void> {
    await this.#waitUntil(() => countLeft() === 0, stopAt + DRAIN_TIMEOUT_MS);
    const left = countLeft();
    if (left === 0 || this.#isStopped) return;
    const message = `${left} battles have not ended ${DRAIN_TIMEOUT_MS / 1_000} s after the stop began: a node of their version continues them, or they are refunded`;
    this.#context.log({ event: 'notice', about: 'battle', message });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#search.close();
    this.#waits.end(Infinity);
    this.#events.stop();
    await this.#events.settled();
    await Promise.all([
      this.#writes.settled(),
      this.#search.settled(),
      this.#resuming.settled(),
      this.#deleting.settled(),
    ]);
    const battles = this.#registry.takeAll();
    await handOver(this.#context, this.#journal, battles).catch((error: unknown) => this.#registry.log('', error));
  }

  /** Continues battles that stand still, if this process still has their leases. */
  async #resume(): Promise<void> {
    const suspended = [...this.#registry.all()].filter(({ isSuspended }) => isSuspended);
    for (let at = 0; at < suspended.length && !this.#isStopped; at += RESUMED_AT_ONCE) {
      // Meanwhile another process may have taken some of them.
      const next = suspended.slice(at, at + RESUMED_AT_ONCE).filter((battle) => this.#isHere(battle));
      for (const battle of await resumeAll(this.#context, next)) this.#registry.drop(battle);
      this.#registry.reportDue(this.nextDueAt);
    }
  }

  #isHere(battle: Battle): boolean {
    return this.#registry.get(battle.session.id) === battle;
  }
}
