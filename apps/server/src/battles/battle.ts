import { err, ok, type Result } from '@popfray/engine/result';
import { arena, crossChain, type Rules } from '@popfray/engine';
import {
  BATTLE_MS,
  BATTLE_SECONDS,
  encodeRefused,
  encodeReveal,
  encodeScores,
  GRACE_MS,
  parseHex,
  REVEAL_AHEAD_MS,
  SCORE_EVERY_MS,
  SEED_CLOSE_MS,
  TELL_AFTER_MS,
  type BattleState,
  type BattleTerms,
  type InputBatch,
  type Refusal,
} from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow, SessionRow } from '../platform/database/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { PlayedBattle } from '../settlement/index.ts';
import { Contestant } from './contestant.ts';
import { BattleEntropy } from './entropy.ts';

const SECRET_BYTES = 32;
const SECOND_MS = 1_000;
const BOT_SEED_BYTES = 16;

/** What a turn of a battle finds due that needs the database. */
type Due = 'begin' | 'end' | null;

/**
 * One battle, from its countdown to its last millisecond: who plays, the randomness, what is sent and when. Its inputs are
 * time and connections; battles.ts changes the session's row.
 */
export class Battle {
  /** As the database has it. */
  session: SessionRow;
  /** In the order of the seats. */
  readonly contestants: readonly Contestant[];
  /** Whether the session's row says that it is played. */
  isBegun = false;
  /** Whether nothing is played any more. */
  isOver = false;
  readonly #rules: Rules;
  readonly #entropy: BattleEntropy;
  readonly #presence: Context['presence'];
  /** Null while the players' seeds are taken. */
  #seeds: readonly (Uint8Array | null)[] | null = null;
  /** First ms of the round, epoch ms. */
  #startsAt: number;
  #nextScoresAt: number;
  #dueAt: number;
  #hasNews = false;

  /** `firstScoresAt`: when the players receive the first scores, epoch ms; later scores follow every SCORE_EVERY_MS. */
  constructor(
    { randomBytes, presence }: Pick<Context, 'randomBytes' | 'presence'>,
    session: SessionRow,
    seats: readonly SeatRow[],
    firstScoresAt: number,
  ) {
    if (session.starts_at === null) throw new Error(`session ${session.id} has no start`);
    const rules = session.game_mode === 'classic' ? arena : crossChain;
    const entropy = new BattleEntropy(randomBytes(SECRET_BYTES));
    const botSeed = (): string => Buffer.from(randomBytes(BOT_SEED_BYTES)).toString('hex');
    this.#rules = rules;
    this.#entropy = entropy;
    this.#presence = presence;
    this.session = session;
    this.contestants = seats.map((seat) => new Contestant(seat, rules, entropy, botSeed()));
    this.#startsAt = session.starts_at;
    this.#nextScoresAt = firstScoresAt;
    this.#dueAt = this.#findDue();
  }

  /** When a turn finds something to do next, epoch ms. */
  get dueAt(): number {
    return this.#dueAt;
  }

  /** The session's row says that it is played. */
  begin(session: SessionRow): void {
    this.session = session;
    this.isBegun = true;
    this.#dueAt = this.#findDue();
  }

  /** The countdown has become shorter. Nothing changes once the seeds are taken. */
  startAt(startsAt: number): void {
    if (this.#seeds !== null || startsAt === this.#startsAt) return;
    this.#startsAt = startsAt;
    this.#dueAt = this.#findDue();
    this.#hasNews = true;
  }

  /** Sets a player's part of the randomness, once. The same seed again changes nothing. */
  setSeed(contestant: Contestant, seed: string, nowMs: number): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    if (parseHex(seed) === null) return err('ERR_SEED');
    if (contestant.seed === seed) return ok(true);
    if (contestant.seed !== null) return err('ERR_SEED');
    if (this.#seeds !== null || nowMs >= this.#startsAt - SEED_CLOSE_MS) return err('ERR_SEED_LATE');
    contestant.seed = seed;
    this.#hasNews = true;
    return ok(true);
  }

  /** Connects a player and sends everything that was sent before. */
  welcome(contestant: Contestant, connection: Connection, nowMs: number): void {
    contestant.connection = connection;
    contestant.hasCome = true;
    this.#hasNews = true;
    this.#sendTerms(contestant, nowMs);
    if (this.#seeds === null) return;
    contestant.send(this.#seedsMessage());
    contestant.send(this.#stateMessage(contestant, nowMs));
  }

  /** Notes that the terms have changed, so that they are sent again. */
  noteChange(): void {
    this.#hasNews = true;
  }

  /** Plays a batch of a player's inputs, or refuses it and sends the reason. */
  handleInputs(contestant: Contestant, batch: InputBatch, nowMs: number): 'accepted' | Refusal {
    const reason = this.isOver ? 'over' : contestant.take(batch, nowMs - this.#startsAt, this.#entropy.knownMs);
    if (reason === null) return 'accepted';
    contestant.send(encodeRefused({ reason, untilMs: batch.untilMs, count: contestant.count }));
    return reason;
  }

  /** Does what is due by a time, and names what the database has to be asked for. */
  turn(nowMs: number): Due {
    if (this.#seeds === null && nowMs >= this.#startsAt - SEED_CLOSE_MS) this.#closeSeeds();
    if (this.#seeds !== null) this.#reveal(this.#seeds, nowMs);
    if (nowMs >= this.#nextScoresAt) {
      this.#nextScoresAt += Math.ceil((nowMs - this.#nextScoresAt + 1) / SCORE_EVERY_MS) * SCORE_EVERY_MS;
      if (this.#hasNews) this.#sendNews(nowMs);
      if (nowMs >= this.#startsAt) this.#sendScores(nowMs, nowMs - this.#startsAt - TELL_AFTER_MS);
    }
    this.#dueAt = this.#findDue();
    if (!this.isBegun) return nowMs >= this.#startsAt ? 'begin' : null;
    return nowMs >= this.#endsAt ? 'end' : null;
  }

  /** Ends every round, and gives what is settled by. Once. */
  finish(nowMs: number): PlayedBattle {
    this.isOver = true;
    const players = this.contestants.map((contestant) => contestant.finish());
    this.#sendScores(nowMs, BATTLE_MS);
    return {
      sessionId: this.session.id,
      rulesId: this.#rules.id,
      rulesVersion: this.#rules.version,
      commitment: this.#entropy.commitment,
      secret: this.#entropy.secret,
      startedAt: this.#startsAt,
      players,
    };
  }

  /** The last word to everybody. */
  close(word: GameSocketOut): void {
    this.isOver = true;
    this.#send(JSON.stringify(word));
  }

  get #endsAt(): number {
    return this.#startsAt + BATTLE_MS + GRACE_MS;
  }

  #findDue(): number {
    if (this.#seeds === null) return Math.min(this.#nextScoresAt, this.#startsAt - SEED_CLOSE_MS);
    const { given } = this.#entropy;
    const revealAt = given < BATTLE_SECONDS ? this.#revealAt(given) : Infinity;
    return Math.min(this.#nextScoresAt, revealAt, this.isBegun ? this.#endsAt : this.#startsAt);
  }

  #revealAt(second: number): number {
    return this.#startsAt + second * SECOND_MS - REVEAL_AHEAD_MS;
  }

  #closeSeeds(): void {
    this.#seeds = this.contestants.map(({ seed }) => (seed === null ? null : parseHex(seed)));
    this.#send(this.#seedsMessage());
  }

  #reveal(seeds: readonly (Uint8Array | null)[], nowMs: number): void {
    while (this.#entropy.given < BATTLE_SECONDS && nowMs >= this.#revealAt(this.#entropy.given))
      this.#send(encodeReveal(this.#entropy.giveNext(this.session.id, seeds)));
  }

  /** Tells everybody how all stand now, with their clicks of up to a time of the round, ms. */
  #sendScores(nowMs: number, clicksUntilMs: number): void {
    const timeMs = Math.min(Math.floor(nowMs - this.#startsAt), BATTLE_MS);
    const players = this.contestants.map((contestant) => {
      contestant.playTo(timeMs);
      this.#note(contestant);
      return contestant.scoreUpdate(clicksUntilMs);
    });
    this.#send(encodeScores({ timeMs, players }));
  }

  /** Updates the live score that the session's page shows. */
  #note({ seat, round: { score } }: Contestant): void {
    const known = this.#presence.scoreOf(this.session.id, seat.user_id)?.score ?? 0;
    if (score !== known) this.#presence.score(this.session.id, seat.user_id, { score, source: 'verified' });
  }

  #sendNews(nowMs: number): void {
    this.#hasNews = false;
    for (const contestant of this.contestants) if (contestant.connection !== null) this.#sendTerms(contestant, nowMs);
  }

  #sendTerms(contestant: Contestant, nowMs: number): void {
    const terms: BattleTerms = {
      type: 'battle_terms',
      sessionId: this.session.id,
      commitment: this.#entropy.commitment,
      rulesId: this.#rules.id,
      rulesVersion: this.#rules.version,
      startsAt: this.#startsAt,
      serverMs: Math.floor(nowMs),
      place: contestant.seat.place,
      players: this.contestants.map((player) => player.show()),
    };
    contestant.send(JSON.stringify(terms));
  }

  #seedsMessage(): string {
    const seeds = this.contestants.map(({ seed }) => seed);
    return JSON.stringify({ type: 'battle_seeds', sessionId: this.session.id, seeds });
  }

  #stateMessage(receiver: Contestant, nowMs: number): string {
    const state: BattleState = {
      type: 'battle_state',
      sessionId: this.session.id,
      reveals: this.#entropy.reveals,
      inputs: this.contestants.map((player) =>
        Array.from(player === receiver ? player.round.inputs() : player.toldClicks()),
      ),
      serverMs: Math.floor(nowMs),
    };
    return JSON.stringify(state);
  }

  #send(data: Uint8Array | string): void {
    for (const contestant of this.contestants) contestant.send(data);
  }
}
