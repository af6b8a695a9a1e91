import { err, ok, type Result } from '@popfray/chain';
import { FAILURES } from '@popfray/protocol';
import { SCORE_EVERY_MS, type BattleOver } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Happening } from '../bus.ts';
import type { Context } from '../context.ts';
import { moveSession } from '../sessions/machine.ts';
import { isSeatToken } from '../sessions/seat-token.ts';
import { findSession } from '../sessions/session.ts';
import { takenSeats } from '../settlement/refund.ts';
import { Battle } from './battle.ts';
import { Ending } from './ending.ts';
import { OpenEntrance } from './entrance.ts';
import type { BattleFigures, Battles, Entrance, EntranceError, Line } from './line.ts';

/** A turn that comes more than this after it was due is counted as late, ms. */
const LATE_MS = 100;
/** How much of a turn goes to settling, once one battle is settled, ms: everybody else waits meanwhile. */
const SETTLING_MS = 5;
/** From one battle to the next in the interval between broadcasts, ms: so that not all are sent at once. */
const PHASE_MS = 7;

/** Every battle of this process, beginning with the sessions whose countdown the bus tells of. */
export function createBattles(context: Context): Battles {
  return new LiveBattles(context);
}

class LiveBattles implements Battles {
  readonly figures: BattleFigures = { turns: 0, lateTurns: 0, worstLateMs: 0, clicks: 0, refused: 0 };
  readonly #context: Context;
  readonly #battles = new Map<string, Battle>();
  /** Battles whose time is over, by session, in the order in which they are settled. */
  readonly #endings = new Map<string, Ending>();
  readonly #deafen: () => void;
  #opened = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#deafen = context.bus.listen((happening) => this.#hear(happening));
  }

  get count(): number {
    return this.#battles.size;
  }

  enter(sessionId: string, userId: string, token: string, line: Line): Result<Entrance, EntranceError> {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) {
      const isKnown = findSession(this.#context.db, sessionId) !== undefined;
      return err(isKnown ? 'ERR_SESSION_STATE' : 'ERR_SESSION_UNKNOWN');
    }
    const contestant = battle.contestants.find(({ seat }) => seat.user_id === userId);
    if (contestant === undefined || contestant.isBot || !isSeatToken(this.#context, sessionId, userId, token))
      return err('ERR_SEAT_UNKNOWN');
    if (contestant.hasLeft) return err('ERR_SESSION_STATE');
    return ok(new OpenEntrance(this.#context, battle, contestant, line, this.figures));
  }

  turn(nowMs: number): void {
    const beginning: Battle[] = [];
    for (const battle of this.#battles.values()) {
      if (battle.dueAt > nowMs || this.#endings.has(battle.session.id)) continue;
      this.#count(nowMs - battle.dueAt);
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
  }

  stop(): void {
    this.#deafen();
    this.#battles.clear();
    this.#endings.clear();
  }

  #hear(happening: Happening): void {
    if (happening.type === 'starting') this.#open(happening.sessionId);
    else if (happening.type === 'over') this.#dismiss(happening.over.sessionId, happening.over);
    else if (happening.type === 'session') this.#follow(happening.sessionId);
  }

  /** A countdown has begun. */
  #open(sessionId: string): void {
    const { db, now } = this.#context;
    const session = findSession(db, sessionId);
    if (session?.status !== 'starting' || this.#battles.has(sessionId)) return;
    const tellAt = now() + ((this.#opened++ * PHASE_MS) % SCORE_EVERY_MS);
    this.#battles.set(sessionId, new Battle(this.#context, session, takenSeats(db, sessionId), tellAt));
  }

  /** A session has changed: its countdown may be shorter, or over without a battle. */
  #follow(sessionId: string): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    const session = findSession(this.#context.db, sessionId);
    if (session?.status === 'starting') {
      battle.session = session;
      if (session.starts_at !== null) battle.startAt(session.starts_at);
    } else if (session?.status === 'cancelled') this.#dismiss(sessionId, cancelled(sessionId));
    else if (session?.status === 'waiting') this.#dismiss(sessionId, STOPPED(sessionId));
  }

  /** Writes down that battles have begun: all of this turn at once, since each commit waits for the disk. */
  #begin(beginning: readonly Battle[], nowMs: number): void {
    const { db, bus } = this.#context;
    try {
      const moved = db.transaction(() => beginning.map(({ session }) => moveSession(db, session, 'playing', {})));
      beginning.forEach((battle, at) => {
        const session = moved[at];
        if (session == null) return this.#break(battle, 'its session was not at its start', nowMs);
        battle.session = session;
        battle.isBegun = true;
      });
    } catch (error) {
      for (const battle of beginning) this.#break(battle, error, nowMs);
    }
    for (const { session, isBegun } of beginning) if (isBegun) bus.tell({ type: 'session', sessionId: session.id });
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

  /** Everybody is told, and the battle is forgotten. Nothing happens when it was before. */
  #dismiss(sessionId: string, word: GameSocketOut): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    this.#battles.delete(sessionId);
    this.#endings.delete(sessionId);
    this.#context.presence.forget(sessionId);
    battle.close(word);
  }

  #count(lateMs: number): void {
    const { figures } = this;
    figures.turns++;
    if (lateMs > LATE_MS) figures.lateTurns++;
    figures.worstLateMs = Math.max(figures.worstLateMs, lateMs);
  }

  #log(sessionId: string, error: unknown): void {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#context.log({ event: 'fault', method: 'TURN', path: `battle ${sessionId}`, stack });
  }
}
