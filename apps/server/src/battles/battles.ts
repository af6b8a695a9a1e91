import { err, ok, type Result } from '@popfray/engine/result';
import { FAILURES } from '@popfray/protocol';
import { SCORE_EVERY_MS } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import { Serial } from '../platform/serial/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { findSession, isSeatToken, moveSession, seatsOf } from '../sessions/index.ts';
import { showEnd } from '../settlement/index.ts';
import { Battle } from './battle.ts';
import { Ending } from './ending.ts';
import { createClosedConnection, OpenBattleConnection } from './open-battle-connection.ts';
import type { BattleConnection, BattleConnectionError, Battles } from './battle-connection.ts';

/** How much of a turn goes to settling, once one battle is settled, ms: everybody else waits meanwhile. */
const SETTLING_MS = 5;
/** From one battle to the next in the interval between broadcasts, ms: so that not all are sent at once. */
const PHASE_MS = 7;

/** Every battle of this process, beginning with the sessions whose countdown the bus tells of. */
export function createBattles(context: Context): Battles {
  return new LiveBattles(context);
}

class LiveBattles implements Battles {
  readonly #context: Context;
  readonly #battles = new Map<string, Battle>();
  /** Battles whose time is over, by session, in the order in which they are settled. */
  readonly #endings = new Map<string, Ending>();
  readonly #unsubscribe: () => void;
  /** Events are handled in their order. */
  readonly #events: Serial;
  #opened = 0;
  /** What a turn writes to the database. The next turns leave that to it until it is done. */
  #writing: Promise<void> | null = null;

  constructor(context: Context) {
    this.#context = context;
    this.#events = new Serial((error) => this.#log('', error));
    this.#unsubscribe = context.bus.subscribe((event) => this.#events.run(async () => this.#handleEvent(event)));
  }

  get count(): number {
    return this.#battles.size;
  }

  async connect(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Promise<Result<BattleConnection, BattleConnectionError>> {
    // The countdown may have begun or ended a moment ago.
    await this.#events.settled();
    // The player may be here by another connection by now, which this one must not replace.
    if (!connection.isOpen) return err('ERR_SESSION_STATE');
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return this.#sendResult(sessionId, userId, token, connection);
    const contestant = battle.contestants.find(({ seat }) => seat.user_id === userId);
    if (contestant === undefined || contestant.isBot || !isSeatToken(this.#context, sessionId, userId, token))
      return err('ERR_SEAT_UNKNOWN');
    if (contestant.hasLeft) return err('ERR_SESSION_STATE');
    return ok(new OpenBattleConnection(this.#context, battle, contestant, connection));
  }

  /** Sends the result to a player who connects after the end. */
  async #sendResult(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Promise<Result<BattleConnection, BattleConnectionError>> {
    const end = await showEnd(this.#context.db, sessionId);
    if (!end.ok) return end;
    if (!isSeatToken(this.#context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
    connection.send(JSON.stringify(end.value));
    return ok(createClosedConnection(userId));
  }

  async turn(nowMs: number): Promise<number> {
    let lateMs = 0;
    const beginning: Battle[] = [];
    for (const battle of this.#battles.values()) {
      if (battle.dueAt > nowMs || this.#endings.has(battle.session.id)) continue;
      lateMs = Math.max(lateMs, nowMs - battle.dueAt);
      try {
        const due = battle.turn(nowMs);
        if (due === 'begin') beginning.push(battle);
        if (due === 'end') this.#endings.set(battle.session.id, new Ending(battle, false, nowMs));
      } catch (error) {
        this.#break(battle, error, nowMs);
      }
    }
    if (this.#writing === null && (beginning.length > 0 || this.#endings.size > 0)) {
      this.#writing = this.#write(beginning, nowMs).finally(() => {
        this.#writing = null;
      });
      await this.#writing;
    }
    await this.#events.settled();
    return lateMs;
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#events.settled();
    this.#battles.clear();
    this.#endings.clear();
    await this.#writing;
  }

  async #write(beginning: readonly Battle[], nowMs: number): Promise<void> {
    if (beginning.length > 0) await this.#begin(beginning, nowMs);
    if (this.#endings.size > 0) await this.#end(nowMs);
  }

  async #handleEvent(event: DomainEvent): Promise<void> {
    if (event.type === 'starting') await this.#open(event.sessionId);
    else if (event.type === 'over') this.#dismiss(event.over.sessionId, event.over);
    else if (event.type === 'session') await this.#follow(event.sessionId);
    else if (event.type === 'resync') for (const id of this.#battles.keys()) await this.#follow(id);
  }

  /** A countdown has begun. */
  async #open(sessionId: string): Promise<void> {
    const { db, now } = this.#context;
    if (this.#battles.has(sessionId)) return this.#follow(sessionId);
    const { session, all } = await db.inSnapshot(async () => ({
      session: await findSession(db, sessionId),
      all: await seatsOf(db, sessionId),
    }));
    if (session?.status !== 'starting') return;
    const firstScoresAt = now() + ((this.#opened++ * PHASE_MS) % SCORE_EVERY_MS);
    const seats = all.filter(({ status }) => status === 'taken');
    this.#battles.set(sessionId, new Battle(this.#context, session, seats, firstScoresAt));
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
    } else if (session?.status === 'cancelled') {
      this.#dismiss(sessionId, { type: 'battle_over', sessionId, outcome: 'cancelled', results: [] });
    } else if (session?.status === 'waiting') {
      const { message } = FAILURES.ERR_SESSION_STATE;
      this.#dismiss(sessionId, { type: 'battle_refused', sessionId, code: 'ERR_SESSION_STATE', message });
    }
  }

  /** Writes down that battles have begun: all of this turn at once, since each commit waits for the disk. */
  async #begin(beginning: readonly Battle[], nowMs: number): Promise<void> {
    const { db, bus } = this.#context;
    try {
      const sessions = await db.inTransaction(() =>
        Array.fromAsync(
          beginning,
          async ({ session }) => (await moveSession(db, session, 'playing', {})) ?? findSession(db, session.id),
        ),
      );
      for (const [at, battle] of beginning.entries()) {
        const session = sessions[at];
        if (session?.status === 'playing') battle.begin(session);
        // The event with which its countdown ended is still to be handled.
        else if (session?.status === 'cancelled' || session?.status === 'waiting') await this.#follow(session.id);
        else this.#break(battle, 'its session was not at its start', nowMs);
      }
    } catch (error) {
      for (const battle of beginning) this.#break(battle, error, nowMs);
    }
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
        this.#log(id, error);
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
  }

  /** Sends the last message to every player and removes the battle. Does nothing when it was removed before. */
  #dismiss(sessionId: string, word: GameSocketOut): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    this.#battles.delete(sessionId);
    this.#endings.delete(sessionId);
    this.#context.presence.forget(sessionId);
    battle.close(word);
  }

  #log(sessionId: string, error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#context.log({ event: 'fault', method: 'TURN', path: `battle ${sessionId}`, stack });
  }
}
