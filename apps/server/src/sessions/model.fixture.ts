import {
  PAYMENT_MS,
  READY_DELAY_S,
  RESERVATION_MS,
  START_DELAY_S,
  UNPAID_READY_MS,
  type SessionStatus,
} from '@popfray/protocol';

/** What sessions should do, in as few words as possible: plain data, no database, no chain. Property tests hold the server against it. */

/** ms left that an intent is not given again with. payments/intent.ts. */
const SIGNING_MS = 3 * 60_000;
export const MAX_SEATS = 5;
export const MAX_SESSIONS = 3;
const LATE_START_MS = 15_000;
const LATE_END_MS = 180_000;
const REGATHER_MS = 120_000;

export interface ModelSeat {
  state: 'reserved' | 'taken';
  isReady: boolean;
  readonly kind: 'tron' | 'sol' | 'bot';
  /** Until when a reserved one is kept. */
  until: number;
  /** Until when its player is ready. */
  readyUntil: number;
  intent: ModelIntent | null;
  feeSun: number;
}

export interface ModelIntent {
  readonly id: string;
  readonly unsigned: string;
  readonly txid: string;
  readonly player: string;
  readonly session: ModelSession;
  readonly expiresAt: number;
  status: 'awaiting' | 'sent' | 'applied' | 'refunded' | 'cancelled' | 'expired';
}

export interface ModelSession {
  readonly id: string;
  readonly creator: string;
  readonly feeSun: number;
  readonly most: number;
  readonly timeLimitMs: number;
  status: SessionStatus;
  expiresAt: number;
  startsAt: number;
  readonly seats: Map<string, ModelSeat>;
  /** Whom the creator has removed. */
  readonly removed: Set<string>;
}

/** Everything there is. */
export class Model {
  readonly sessions: ModelSession[] = [];
  readonly intents: ModelIntent[] = [];
  /** sun that each player has on the house's books. */
  readonly balances = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  isOver = ({ status }: ModelSession): boolean => ['settled', 'cancelled', 'expired'].includes(status);
  takes = (session: ModelSession): boolean => session.status === 'waiting' && session.expiresAt > this.#now();
  hasRoom = ({ seats, most }: ModelSession): boolean => seats.size < most;

  /** Whether a player who pays nothing can have a seat: with a fee, two are kept for players who pay. */
  hasUnpaidRoom({ seats, most, feeSun }: ModelSession): boolean {
    const unpaid = Array.from(seats.values()).filter(({ kind }) => kind !== 'tron').length;
    return seats.size < most && unpaid < (feeSun > 0 ? most - 2 : most);
  }

  /** Whether those who have to be ready are. */
  canStart({ seats, feeSun }: ModelSession): boolean {
    const all = Array.from(seats.values());
    const paid = all.filter((seat) => seat.feeSun > 0);
    if (feeSun > 0) return paid.length >= 2 && paid.every(({ isReady }) => isReady);
    return all.filter(({ isReady }) => isReady).length >= 2;
  }

  madeBy = (player: string): number =>
    this.sessions.filter((session) => session.creator === player && !this.isOver(session)).length;
  heldBy = (player: string): number =>
    this.sessions.filter((session) => session.seats.has(player) && !this.isOver(session)).length;

  /** Whether a fee that is final now takes a seat. */
  canTake(session: ModelSession, player: string): boolean {
    const seat = session.seats.get(player);
    if (seat?.state === 'taken') return false;
    if (session.status === 'draft') return seat !== undefined;
    if (session.removed.has(player)) return false;
    return this.takes(session) && (seat !== undefined || this.hasRoom(session));
  }

  /** The intent that a player would be given again. */
  openIntent = (session: ModelSession, player: string): ModelIntent | undefined =>
    this.awaiting(session, player).find(({ expiresAt }) => expiresAt - this.#now() > SIGNING_MS);

  awaiting = (session: ModelSession, player: string): ModelIntent[] =>
    this.intents.filter(
      (intent) => intent.session === session && intent.player === player && intent.status === 'awaiting',
    );

  sit(session: ModelSession, player: string, kind: ModelSeat['kind'], intent: ModelIntent | null = null): ModelSeat {
    const known = session.seats.get(player);
    if (known !== undefined) {
      known.intent = intent;
      return known;
    }
    const until = session.status === 'draft' ? this.#now() + PAYMENT_MS : this.#now() + RESERVATION_MS;
    const seat: ModelSeat = {
      state: 'reserved',
      isReady: false,
      kind,
      until,
      readyUntil: Infinity,
      intent,
      feeSun: 0,
    };
    session.seats.set(player, seat);
    return seat;
  }

  /** A fee is final. */
  pay(intent: ModelIntent): void {
    const { session, player } = intent;
    if (!this.canTake(session, player)) {
      intent.status = 'refunded';
      this.give(player, session.feeSun);
      return;
    }
    intent.status = 'applied';
    for (const sibling of this.awaiting(session, player)) sibling.status = 'cancelled';
    const seat = this.sit(session, player, 'tron', intent);
    Object.assign(seat, { state: 'taken', feeSun: session.feeSun });
    if (session.status !== 'draft') return;
    session.status = 'waiting';
    session.expiresAt = this.#now() + session.timeLimitMs;
  }

  give(player: string, amountSun: number): void {
    this.balances.set(player, (this.balances.get(player) ?? 0) + amountSun);
  }

  free(session: ModelSession, player: string, status: 'cancelled' | 'expired' = 'expired'): void {
    session.seats.delete(player);
    if (session.status === 'draft') session.status = status;
  }

  /** Ends it unplayed: everybody is refunded. */
  refund(session: ModelSession, status: 'cancelled' | 'expired'): void {
    session.status = status;
    this.freeReserved(session);
    for (const [player, seat] of session.seats) {
      if (seat.feeSun > 0) this.give(player, seat.feeSun);
      seat.feeSun = 0;
    }
  }

  freeReserved({ seats }: ModelSession): void {
    for (const [player, { state }] of seats) if (state === 'reserved') seats.delete(player);
  }

  ready(session: ModelSession, seat: ModelSeat, isReady: boolean): void {
    const expires = session.feeSun > 0 && seat.kind === 'sol' && session.status === 'waiting';
    if (expires && !isReady) {
      if (seat.isReady) this.unready(seat);
      return;
    }
    seat.isReady = isReady;
    if (isReady) seat.state = 'taken';
    if (expires) seat.readyUntil = this.#now() + UNPAID_READY_MS;
    this.shorten(session);
  }

  /** A player who pays nothing stops being ready where there is a fee. */
  unready(seat: ModelSeat): void {
    Object.assign(seat, {
      isReady: false,
      readyUntil: Infinity,
      state: 'reserved',
      until: this.#now() + RESERVATION_MS,
    });
  }

  start(session: ModelSession, isByTime = false): void {
    this.freeReserved(session);
    const { seats, feeSun } = session;
    for (const [player, seat] of seats) {
      const isReady = seat.isReady && seat.readyUntil > this.#now();
      seat.readyUntil = Infinity;
      if (feeSun === 0 || isReady) continue;
      if (seat.feeSun > 0) this.give(player, seat.feeSun);
      seats.delete(player);
    }
    session.status = 'starting';
    const areAllReady = Array.from(seats.values()).every(({ isReady }) => isReady);
    session.startsAt = this.#now() + (areAllReady && !isByTime ? READY_DELAY_S : START_DELAY_S) * 1_000;
  }

  shorten(session: ModelSession): void {
    const areAllReady = Array.from(session.seats.values()).every(({ isReady }) => isReady);
    if (session.status !== 'starting' || !areAllReady) return;
    session.startsAt = Math.min(session.startsAt, this.#now() + READY_DELAY_S * 1_000);
  }

  /** The worker's turn on sessions. */
  lapse(): void {
    const now = this.#now();
    for (const session of this.sessions) {
      for (const seat of session.seats.values())
        if (session.status === 'waiting' && seat.readyUntil <= now) this.unready(seat);
      for (const [player, { state, until, intent }] of session.seats)
        if (state === 'reserved' && until <= now && intent?.status !== 'sent') this.free(session, player);
      const { status, expiresAt, startsAt } = session;
      const paidAndReady = Array.from(session.seats.values()).filter(({ feeSun, isReady }) => feeSun > 0 && isReady);
      if (status === 'waiting' && expiresAt <= now) {
        if (paidAndReady.length >= 2) this.start(session, true);
        else this.refund(session, 'expired');
      }
      if (status === 'starting' && startsAt + LATE_START_MS <= now) this.refund(session, 'cancelled');
      if (status === 'playing' && startsAt + LATE_END_MS <= now) this.refund(session, 'cancelled');
    }
  }

  /** The worker's task on payments that were not signed in time. */
  expireIntents(): void {
    for (const intent of this.intents)
      if (intent.status === 'awaiting' && intent.expiresAt <= this.#now()) intent.status = 'expired';
  }

  /** The server starts again. Its battles are continued, or end too late. */
  restart(): void {
    for (const session of this.sessions) {
      if (session.status !== 'waiting' || session.feeSun === 0 || session.expiresAt > this.#now()) continue;
      session.expiresAt = Math.max(session.expiresAt, this.#now() + REGATHER_MS);
      for (const seat of session.seats.values()) {
        if (seat.state === 'reserved' || seat.kind === 'bot') continue;
        if (seat.kind === 'sol' && session.feeSun > 0) this.unready(seat);
        else seat.isReady = false;
      }
    }
  }
}
