import { err, ok, type Result } from '@popfray/engine/result';
import { FAILURES } from '@popfray/protocol';
import { SCORE_EVERY_MS } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
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
  #opened = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#unsubscribe = context.bus.subscribe((event) => this.#handleEvent(event));
  }

  get count(): number {
    return this.#battles.size;
  }

  connect(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Result<BattleConnection, BattleConnectionError> {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return this.#sendResult(sessionId, userId, token, connection);
    const contestant = battle.contestants.find(({ seat }) => seat.user_id === userId);
    if (contestant === undefined || contestant.isBot || !isSeatToken(this.#context, sessionId, userId, token))
      return err('ERR_SEAT_UNKNOWN');
    if (contestant.hasLeft) return err('ERR_SESSION_STATE');
    return ok(new OpenBattleConnection(this.#context, battle, contestant, connection));
  }

  /** Sends the result to a player who connects after the end. */
  #sendResult(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
  ): Result<BattleConnection, BattleConnectionError> {
    const end = showEnd(this.#context.db, sessionId);
    if (!end.ok) return end;
    if (!isSeatToken(this.#context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
    connection.send(JSON.stringify(end.value));
    return ok(createClosedConnection(userId));
  }

  turn(nowMs: number): number {
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
    if (beginning.length > 0) this.#begin(beginning, nowMs);
    if (this.#endings.size > 0) this.#end(nowMs);
    return lateMs;
  }

  stop(): void {
    this.#unsubscribe();
    this.#battles.clear();
    this.#endings.clear();
  }

  #handleEvent(event: DomainEvent): void {
    if (event.type === 'starting') this.#open(event.sessionId);
    else if (event.type === 'over') this.#dismiss(event.over.sessionId, event.over);
    else if (event.type === 'session') this.#follow(event.sessionId);
  }

  /** A countdown has begun. */
  #open(sessionId: string): void {
    const { db, now } = this.#context;
    const session = findSession(db, sessionId);
    if (session?.status !== 'starting') return;
    if (this.#battles.has(sessionId)) return this.#follow(sessionId);
    const firstScoresAt = now() + ((this.#opened++ * PHASE_MS) % SCORE_EVERY_MS);
    const seats = seatsOf(db, sessionId).filter(({ status }) => status === 'taken');
    this.#battles.set(sessionId, new Battle(this.#context, session, seats, firstScoresAt));
  }

  /** A session has changed: its countdown may be shorter, or over without a battle. */
  #follow(sessionId: string): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    const session = findSession(this.#context.db, sessionId);
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
  #begin(beginning: readonly Battle[], nowMs: number): void {
    const { db, bus } = this.#context;
    try {
      const moved = db.transaction(() => beginning.map(({ session }) => moveSession(db, session, 'playing', {})));
      for (const [at, battle] of beginning.entries()) {
        const session = moved[at] ?? null;
        if (session === null) this.#break(battle, 'its session was not at its start', nowMs);
        else battle.begin(session);
      }
    } catch (error) {
      for (const battle of beginning) this.#break(battle, error, nowMs);
    }
    for (const { session, isBegun } of beginning) if (isBegun) bus.publish({ type: 'session', sessionId: session.id });
  }

  /** Settles battles whose time is over, the first one first, as long as the turn has time for it. */
  #end(nowMs: number): void {
    const { now } = this.#context;
    const until = now() + SETTLING_MS;
    for (const ending of this.#endings.values()) {
      if (ending.dueAt > nowMs) continue;
      const { id } = ending.battle.session;
      try {
        this.#dismiss(id, ending.attempt(this.#context, nowMs));
      } catch (error) {
        this.#log(id, error);
      }
      if (now() >= until) return;
    }
  }

  /** Something that cannot be: the battle is over for its players, and they are refunded. */
  #break(battle: Battle, error: unknown, nowMs: number): void {
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
