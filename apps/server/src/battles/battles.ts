import { err, ok, type Result } from '@popfray/engine/result';
import { FAILURES } from '@popfray/protocol';
import { SCORE_EVERY_MS, type BattleOver } from '@popfray/protocol/battle';
import { CLOSE, type GameSocketOut } from '@popfray/protocol/socket';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import { LeaseLostError } from '../platform/lease/index.ts';
import { Serial } from '../platform/serial/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { findSession, isSeatToken, moveSession } from '../sessions/index.ts';
import { showEnd } from '../settlement/index.ts';
import { Battle } from './battle.ts';
import { Ending } from './ending.ts';
import { FaultLog } from './fault-log.ts';
import { Journal } from './journal.ts';
import { createClosedConnection, OpenBattleConnection } from './open-battle-connection.ts';
import { handOver, resumeAll } from './outage.ts';
import { listUnplayed, takeBattle } from './takeover.ts';
import type { BattleConnection, BattleConnectionError, Battles } from './battle-connection.ts';

/** How much of a turn goes to settling, once one battle is settled, ms: everybody else waits meanwhile. */
const SETTLING_MS = 5;
/** From one battle to the next in the interval between broadcasts, ms: so that not all are sent at once. */
const PHASE_MS = 7;
/** Between two searches for battles whose node is gone, and for those whose beginning this node has missed, ms. */
const SEARCH_EVERY_MS = 150;
const THOROUGH_EVERY_MS = 1_000;
/** Most battles that one search takes, so that several nodes share them. */
const SEARCH_LIMIT = 20;
/** How long a player who connects waits for a battle whose process may be gone, ms: until its lease is over, and a search after that. */
const WAIT_MS = 2_000;
/** Between two attempts to continue battles that stand still, ms. */
const RESUME_EVERY_MS = 100;
/** After an attempt to write down that battles have begun has failed, ms. */
const BEGIN_AGAIN_MS = 200;

/** Every battle that this process plays: new ones, whose countdown the bus tells of, and those of processes that are gone. */
export function createBattles(context: Context, { searchEveryMs = SEARCH_EVERY_MS }: BattlesOptions = {}): Battles {
  return new LiveBattles(context, searchEveryMs);
}

interface BattlesOptions {
  /** Interval of the search for battles whose node is gone, ms. */
  readonly searchEveryMs?: number;
}

class LiveBattles implements Battles {
  readonly #context: Context;
  readonly #searchEveryMs: number;
  readonly #battles = new Map<string, Battle>();
  /** Battles whose time is over, by session, in the order in which they are settled. */
  readonly #endings = new Map<string, Ending>();
  readonly #journal: Journal;
  readonly #unsubscribe: () => void;
  /** Events are handled in their order. */
  readonly #events: Serial;
  /** Sessions whose battle is being taken. */
  readonly #taking = new Map<string, Promise<void>>();
  /** Connections to battles that this process does not have yet. */
  readonly #waiting = new Set<{ readonly sessionId: string; readonly until: number; readonly resolve: () => void }>();
  readonly #dueHandlers = new Set<(dueAt: number) => void>();
  #opened = 0;
  /** What a turn writes to the database besides the journal. The next turns leave that to it until it is done. */
  #writing: Promise<void> | null = null;
  #searching: Promise<void> | null = null;
  #resuming: Promise<void> | null = null;
  #searchAt = Number.NEGATIVE_INFINITY;
  #thoroughAt = Number.NEGATIVE_INFINITY;
  #resumeAt = Number.NEGATIVE_INFINITY;
  #beginAt = Number.NEGATIVE_INFINITY;
  readonly #searchFaults: FaultLog;
  readonly #resumeFaults: FaultLog;
  readonly #beginFaults: FaultLog;
  #isDraining = false;
  #onDrained = (): void => undefined;
  #isStopped = false;

  constructor(context: Context, searchEveryMs: number) {
    this.#context = context;
    this.#searchEveryMs = searchEveryMs;
    this.#events = new Serial((error) => this.#log('', error));
    this.#unsubscribe = context.bus.subscribe((event) => this.#events.run(async () => this.#handleEvent(event)));
    this.#searchFaults = new FaultLog(context.log, 'battles: search');
    this.#resumeFaults = new FaultLog(context.log, 'battles: resume');
    this.#beginFaults = new FaultLog(context.log, 'battles: begin');
    this.#journal = new Journal(context, {
      onLost: (battle) => this.#drop(battle),
      onFault: (battle, error) => this.#break(battle, error, context.now()),
    });
  }

  get count(): number {
    return this.#battles.size;
  }

  get nextDueAt(): number {
    let dueAt = Math.min(this.#journal.dueAt, this.#isDraining || this.#isStopped ? Infinity : this.#searchAt);
    for (const battle of this.#battles.values()) {
      const ending = this.#endings.size === 0 ? undefined : this.#endings.get(battle.session.id);
      dueAt = Math.min(dueAt, ending?.dueAt ?? (battle.isSuspended ? this.#resumeAt : battle.dueAt));
    }
    for (const { until } of this.#waiting) dueAt = Math.min(dueAt, until);
    return dueAt;
  }

  onEarlierDue(handle: (dueAt: number) => void): () => void {
    this.#dueHandlers.add(handle);
    return () => void this.#dueHandlers.delete(handle);
  }

  async connect(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Promise<Result<BattleConnection, BattleConnectionError>> {
    // The countdown may have begun or ended a moment ago.
    await this.#events.settled();
    if (!this.#battles.has(sessionId)) {
      const elsewhere = await this.#connectElsewhere(sessionId, userId, token, connection);
      if (elsewhere !== null) return elsewhere;
    }
    // The player may be here by another connection by now, which this one must not replace.
    if (!connection.isOpen) return err('ERR_SESSION_STATE');
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return err('ERR_BATTLE_MOVED');
    const contestant = battle.contestants.find(({ seat }) => seat.user_id === userId);
    if (contestant === undefined || contestant.isBot || !isSeatToken(this.#context, sessionId, userId, token))
      return err('ERR_SEAT_UNKNOWN');
    if (contestant.hasLeft) return err('ERR_SESSION_STATE');
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
      await this.#take(sessionId);
      if (!this.#battles.has(sessionId)) await this.#waitFor(sessionId);
      return null;
    }
    const end = await showEnd(this.#context.db, sessionId);
    if (!end.ok) return end;
    if (!isSeatToken(this.#context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
    if (!connection.isOpen) return err('ERR_SESSION_STATE');
    connection.send(JSON.stringify(end.value));
    return ok(createClosedConnection(userId));
  }

  /** Resolves when this process has a session's battle, or after a while. The battle's process may be gone, and its lease not over yet. */
  async #waitFor(sessionId: string): Promise<void> {
    // Nothing ends the wait after the last turn.
    if (this.#isStopped) return;
    const until = this.#context.now() + WAIT_MS;
    await new Promise<void>((resolve) => {
      this.#waiting.add({ sessionId, until, resolve });
      this.#reportDue(until);
    });
  }

  #wake(nowMs: number): void {
    for (const wait of this.#waiting) {
      if (nowMs < wait.until && !this.#isStopped && !this.#battles.has(wait.sessionId)) continue;
      this.#waiting.delete(wait);
      wait.resolve();
    }
  }

  async turn(nowMs: number): Promise<number> {
    let lateMs = 0;
    let isAnySuspended = false;
    const beginning: Battle[] = [];
    for (const battle of this.#battles.values()) {
      isAnySuspended ||= battle.isSuspended;
      if (battle.dueAt > nowMs || this.#endings.has(battle.session.id)) continue;
      if (!battle.lease.isHeld) {
        battle.suspend();
        isAnySuspended = true;
        continue;
      }
      lateMs = Math.max(lateMs, nowMs - battle.dueAt);
      try {
        const due = battle.turn(nowMs);
        if (due === 'begin' && nowMs >= this.#beginAt) beginning.push(battle);
        if (due === 'end') this.#endings.set(battle.session.id, new Ending(battle, false, nowMs));
      } catch (error) {
        this.#break(battle, error, nowMs);
      }
    }
    this.#wake(nowMs);
    // What was stored may have made something due.
    const waiting = [this.#journal.commit(nowMs).then(() => this.#reportDue(this.nextDueAt))];
    if (this.#writing === null && (beginning.length > 0 || this.#endings.size > 0)) {
      this.#writing = this.#write(beginning, nowMs).finally(() => {
        this.#writing = null;
      });
      waiting.push(this.#writing);
    }
    if (isAnySuspended) waiting.push(this.#resume(nowMs));
    waiting.push(this.#search(nowMs));
    await Promise.all(waiting);
    await this.#events.settled();
    return lateMs;
  }

  async drain(): Promise<void> {
    this.#isDraining = true;
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
      this.#checkDrained();
    });
  }

  #checkDrained(): void {
    if (this.#battles.size === 0) this.#onDrained();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake(Infinity);
    this.#unsubscribe();
    await this.#events.settled();
    await Promise.all([this.#writing, this.#searching, this.#resuming, ...this.#taking.values()]);
    const battles = [...this.#battles.values()];
    this.#battles.clear();
    this.#endings.clear();
    await handOver(this.#context, this.#journal, battles).catch((error: unknown) => this.#log('', error));
    this.#onDrained();
  }

  async #write(beginning: readonly Battle[], nowMs: number): Promise<void> {
    if (beginning.length > 0) await this.#begin(beginning, nowMs);
    if (this.#endings.size > 0) await this.#end(nowMs);
  }

  /** Takes battles that no process plays. */
  async #search(nowMs: number): Promise<void> {
    if (this.#searching !== null || this.#isDraining || this.#isStopped || nowMs < this.#searchAt) return;
    const isThorough = nowMs >= this.#thoroughAt;
    this.#searchAt = nowMs + this.#searchEveryMs;
    if (isThorough) this.#thoroughAt = nowMs + THOROUGH_EVERY_MS;
    this.#searching = this.#takeUnplayed(isThorough)
      .then(
        () => this.#searchFaults.succeed(),
        (error: unknown) => this.#searchFaults.fail(error),
      )
      .finally(() => {
        this.#searching = null;
      });
    await this.#searching;
  }

  async #takeUnplayed(isThorough: boolean): Promise<void> {
    const sessionIds = await listUnplayed(this.#context, SEARCH_LIMIT, isThorough);
    const results = await Promise.allSettled(sessionIds.map(async (sessionId) => this.#take(sessionId)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    // Where there were many there may be more.
    if (sessionIds.length < SEARCH_LIMIT) return;
    this.#searchAt = Number.NEGATIVE_INFINITY;
    this.#reportDue(this.#searchAt);
  }

  /** Takes the battle of a session, unless another process has it. */
  async #take(sessionId: string): Promise<void> {
    if (this.#isDraining || this.#isStopped) return;
    const taking = this.#taking.get(sessionId) ?? this.#takeOnce(sessionId);
    this.#taking.set(sessionId, taking);
    try {
      await taking;
    } finally {
      this.#taking.delete(sessionId);
    }
  }

  async #takeOnce(sessionId: string): Promise<void> {
    const taken = await takeBattle(this.#context, sessionId);
    if (taken === null) return;
    // This process had lost the lease, and has got it again.
    const older = this.#battles.get(sessionId);
    if (older !== undefined) this.#drop(older);
    const { now, presence, bus } = this.#context;
    const nowMs = now();
    const firstScoresAt = nowMs + ((this.#opened++ * PHASE_MS) % SCORE_EVERY_MS);
    const onRecord = (changed: Battle): void => {
      this.#journal.note(changed);
      this.#reportDue(this.#journal.dueAt);
    };
    let battle: Battle;
    try {
      battle = new Battle(taken, { presence, firstScoresAt, onRecord });
    } catch (error) {
      // A node of another version may be able to play it.
      await this.#context.leases.release(taken.lease);
      throw error;
    }
    this.#battles.set(sessionId, battle);
    // The next turn lets in who waits for this battle.
    this.#reportDue(nowMs);
    const { continuation, session } = taken;
    if (continuation === null) return;
    try {
      battle.rebuild(continuation.records, continuation.provenMs, session.starts_at ?? nowMs, nowMs);
    } catch (error) {
      this.#break(battle, error, nowMs);
    }
    bus.publish({ type: 'session', sessionId });
  }

  /** Continues battles that stand still, if this process still has their leases. */
  async #resume(nowMs: number): Promise<void> {
    if (this.#resuming !== null || this.#isStopped || nowMs < this.#resumeAt) return;
    this.#resumeAt = nowMs + RESUME_EVERY_MS;
    this.#resuming = this.#resumeSuspended()
      .then(
        () => this.#resumeFaults.succeed(),
        (error: unknown) => this.#resumeFaults.fail(error),
      )
      .finally(() => {
        this.#resuming = null;
      });
    await this.#resuming;
  }

  async #resumeSuspended(): Promise<void> {
    const suspended = [...this.#battles.values()].filter(({ isSuspended }) => isSuspended);
    for (const battle of await resumeAll(this.#context, suspended)) this.#drop(battle);
    this.#reportDue(this.nextDueAt);
  }

  async #handleEvent(event: DomainEvent): Promise<void> {
    if (event.type === 'starting')
      await (this.#battles.has(event.sessionId) ? this.#follow(event.sessionId) : this.#take(event.sessionId));
    else if (event.type === 'over') await this.#finish(event.over);
    else if (event.type === 'session') await this.#follow(event.sessionId);
    else if (event.type === 'resync') for (const id of this.#battles.keys()) await this.#follow(id);
  }

  /** A battle is said to be over, which the database has to say as well. */
  async #finish(over: BattleOver): Promise<void> {
    if (!this.#battles.has(over.sessionId)) return;
    const session = await findSession(this.#context.db, over.sessionId);
    if (session === undefined || session.ended_at !== null) this.#dismiss(over.sessionId, over);
  }

  /** A session has changed: its countdown may be shorter, or over without a battle. */
  async #follow(sessionId: string): Promise<void> {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    const session = await findSession(this.#context.db, sessionId);
    // The row may have been read before the battle began.
    if (battle.isBegun && session?.status === 'starting') return;
    if (session?.status === 'starting') {
      battle.session = session;
      if (session.starts_at !== null) battle.startAt(session.starts_at);
      this.#reportDue(battle.dueAt);
    } else if (session?.status === 'cancelled') {
      this.#dismiss(sessionId, { type: 'battle_over', sessionId, outcome: 'cancelled', results: [] });
    } else if (session?.status === 'waiting') {
      const { message } = FAILURES.ERR_SESSION_STATE;
      this.#dismiss(sessionId, { type: 'battle_refused', sessionId, code: 'ERR_SESSION_STATE', message });
    }
  }

  /** Writes down that battles have begun: all of this turn at once, since each commit waits for the disk. */
  async #begin(beginning: readonly Battle[], nowMs: number): Promise<void> {
    const { db, bus, leases } = this.#context;
    try {
      const sessions = await db.inTransaction(async () => {
        const held = await leases.keepHeld(beginning.map(({ lease }) => lease));
        return Array.fromAsync(beginning, async ({ session, lease }) =>
          held.includes(lease)
            ? ((await moveSession(db, session, 'playing', {})) ?? findSession(db, session.id))
            : 'elsewhere',
        );
      });
      for (const [at, battle] of beginning.entries()) {
        const session = sessions[at];
        if (session === 'elsewhere') this.#drop(battle);
        else if (session?.status === 'playing') battle.begin(session);
        // The event with which its countdown ended is still to be handled.
        else if (session?.status === 'cancelled' || session?.status === 'waiting') await this.#follow(session.id);
        else this.#break(battle, 'its session was not at its start', nowMs);
      }
    } catch (error) {
      // It is tried again.
      this.#beginFaults.fail(error);
      this.#beginAt = nowMs + BEGIN_AGAIN_MS;
      return;
    }
    this.#beginFaults.succeed();
    for (const { session, isBegun } of beginning) if (isBegun) bus.publish({ type: 'session', sessionId: session.id });
  }

  /** Settles battles whose time is over, the first one first, as long as the turn has time for it. */
  async #end(nowMs: number): Promise<void> {
    const { now } = this.#context;
    const until = now() + SETTLING_MS;
    for (const ending of this.#endings.values()) {
      if (ending.dueAt > nowMs) continue;
      const { id } = ending.battle.session;
      try {
        this.#dismiss(id, await ending.attempt(this.#context, nowMs));
      } catch (error) {
        if (error instanceof LeaseLostError) this.#drop(ending.battle);
        else this.#log(id, error);
      }
      if (now() >= until) return;
    }
  }

  /** Something that cannot be: the battle is over for its players, and they are refunded. */
  #break(battle: Battle, error: unknown, nowMs: number): void {
    // It may have been dismissed while it was written to the database.
    if (this.#battles.get(battle.session.id) !== battle) return;
    this.#log(battle.session.id, error);
    battle.isOver = true;
    this.#endings.set(battle.session.id, new Ending(battle, true, nowMs));
    this.#reportDue(nowMs);
  }

  /** Sends the last message to every player and removes the battle. Does nothing when it was removed before. */
  #dismiss(sessionId: string, word: GameSocketOut): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    this.#remove(battle);
    battle.close(word);
    this.#context.leases.end(battle.lease).catch((error: unknown) => this.#log(sessionId, error));
  }

  /** Another process has the battle. Its players connect again, and are led to that. */
  #drop(battle: Battle): void {
    if (this.#battles.get(battle.session.id) !== battle) return;
    this.#remove(battle);
    battle.abandon(CLOSE.moved, 'the battle has moved');
  }

  #remove({ session: { id } }: Battle): void {
    this.#battles.delete(id);
    this.#endings.delete(id);
    this.#context.presence.forget(id);
    this.#checkDrained();
  }

  #reportDue(dueAt: number): void {
    for (const handle of this.#dueHandlers) handle(dueAt);
  }

  #log(sessionId: string, error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#context.log({ event: 'fault', method: 'TURN', path: `battle ${sessionId}`, stack });
  }
}
