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
  RESUME_WINDOW_MS,
  REVEAL_AHEAD_MS,
  SCORE_EVERY_MS,
  SEED_CLOSE_MS,
  TELL_AFTER_MS,
  type InputBatch,
  type Refusal,
} from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import type { LiveBattleRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import type { Lease } from '../platform/lease/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { PlayedBattle } from '../settlement/index.ts';
import { makeSeeds, makeState, makeTerms } from './battle-messages.ts';
import { Contestant, type ResumeWindow } from './contestant.ts';
import { BattleEntropy } from './entropy.ts';
import type { JournalRecord } from './journal-record.ts';
import { knownMsAt, resumedStart, revealedSeconds } from './resume-point.ts';

const SECOND_MS = 1_000;

/** How long a battle whose time is over waits until its last inputs are stored, ms. After that they do not count. */
const LAST_WRITE_TIMEOUT_MS = 60_000;

/** What a turn of a battle finds due that needs the database. */
type Due = 'begin' | 'end' | null;

/** What a battle is made of. */
export interface BattleParts {
  readonly lease: Lease;
  readonly session: SessionRow;
  /** The taken ones, in their order. */
  readonly seats: readonly SeatRow[];
  readonly live: LiveBattleRow;
}

/** What a battle needs from its surroundings. */
interface BattleOptions {
  readonly presence: Context['presence'];
  /** When the players receive the first scores, epoch ms; later scores follow every SCORE_EVERY_MS. */
  readonly firstScoresAt: number;
  /** Called when the battle has something to write to its journal. */
  readonly onRecord: (battle: Battle) => void;
}

/**
 * One battle, from its countdown to its last millisecond: who plays, the randomness, what is sent and when. Its inputs are time, connections, and
 * the news that its records are stored: seeds and clicks count only then. battles.ts changes the session's row.
 */
export class Battle {
  /** As the database has it. */
  session: SessionRow;
  readonly lease: Lease;
  /** In the order of the seats. */
  readonly contestants: readonly Contestant[];
  /** Whether the session's row says that it is played. */
  isBegun: boolean;
  /** Whether nothing is played any more. */
  isOver = false;
  /** Whether the battle stands still, because its lease may be lost. */
  isSuspended = false;
  /** Rows of the journal that were written under the lease. */
  rows = 1;
  readonly #rules: Rules;
  readonly #entropy: BattleEntropy;
  readonly #presence: Context['presence'];
  readonly #onRecord: (battle: Battle) => void;
  /** What has happened and is not being written yet. */
  #records: JournalRecord[] = [];
  /** Records that are being written. */
  #writing = 0;
  /** Null while the players' seeds are taken. */
  #seeds: readonly (Uint8Array | null)[] | null = null;
  /** Whether no more seeds are taken, although that is not stored yet. */
  #isClosingSeeds = false;
  /** First ms of the round, epoch ms. */
  #startsAt: number;
  #nextScoresAt: number;
  #dueAt: number;
  #hasNews = false;
  /** Time of the latest turn, epoch ms. */
  #ranAt: number;
  /** After an outage: which late batches are accepted, and until when, epoch ms. */
  #resumed: (ResumeWindow & { readonly closesAt: number }) | null = null;

  constructor({ lease, session, seats, live }: BattleParts, { presence, firstScoresAt, onRecord }: BattleOptions) {
    if (session.starts_at === null) throw new Error(`session ${session.id} has no start`);
    const rules = session.game_mode === 'classic' ? arena : crossChain;
    const entropy = new BattleEntropy(Uint8Array.from(Buffer.from(live.secret, 'hex')));
    this.lease = lease;
    this.#rules = rules;
    this.#entropy = entropy;
    this.#presence = presence;
    this.#onRecord = onRecord;
    this.session = session;
    this.isBegun = session.status === 'playing';
    this.contestants = seats.map((seat) => new Contestant(seat, rules, entropy, `${live.bot_seed} ${seat.place}`));
    this.#startsAt = session.starts_at;
    this.#nextScoresAt = firstScoresAt;
    this.#ranAt = firstScoresAt;
    this.#dueAt = this.#findDue();
  }

  /** When a turn finds something to do next, epoch ms. */
  get dueAt(): number {
    return this.#dueAt;
  }

  /** Whether something that happened is not stored yet. */
  get hasUnwritten(): boolean {
    return this.#records.length + this.#writing > 0;
  }

  /** The session's row says that it is played. */
  begin(session: SessionRow): void {
    this.session = session;
    this.isBegun = true;
    this.#dueAt = this.#findDue();
  }

  /** The countdown has become shorter. Nothing changes once the seeds are taken. */
  startAt(startsAt: number): void {
    if (this.#seeds !== null || this.#isClosingSeeds || startsAt === this.#startsAt) return;
    this.#startsAt = startsAt;
    this.#dueAt = this.#findDue();
    this.#hasNews = true;
  }

  /** Takes a player's part of the randomness, once; it counts when it is stored. The same seed again changes nothing. */
  setSeed(contestant: Contestant, seed: string, nowMs: number): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    if (parseHex(seed) === null) return err('ERR_SEED');
    if (contestant.givenSeed === seed) return ok(true);
    if (contestant.givenSeed !== null) return err('ERR_SEED');
    if (this.#isClosingSeeds || nowMs >= this.#startsAt - SEED_CLOSE_MS) return err('ERR_SEED_LATE');
    contestant.givenSeed = seed;
    this.#append({ type: 'seed', place: contestant.seat.place, seed });
    return ok(true);
  }

  /** Connects a player and sends everything that was sent before. */
  welcome(contestant: Contestant, connection: Connection, nowMs: number): void {
    contestant.connection = connection;
    if (!contestant.hasCome) this.#append({ type: 'arrived', place: contestant.seat.place });
    contestant.hasCome = true;
    this.#hasNews = true;
    this.#sendAll(contestant, nowMs);
  }

  /** The player gives the battle up. */
  leave(contestant: Contestant): void {
    if (this.isOver) return;
    contestant.hasLeft = true;
    this.#append({ type: 'left', place: contestant.seat.place });
  }

  /** Notes that the terms have changed, so that they are sent again. */
  noteChange(): void {
    this.#hasNews = true;
  }

  /**
   * Accepts a batch of a player's inputs, which are played when they are stored, or refuses it and sends the reason. While another process may have
   * the battle a batch is ignored: the player sends it again.
   */
  handleInputs(contestant: Contestant, batch: InputBatch, nowMs: number): 'accepted' | 'ignored' | Refusal {
    if (this.isSuspended || (!this.isOver && !this.lease.isHeld)) return 'ignored';
    const { knownMs } = this.#entropy;
    const reason = this.isOver
      ? 'over'
      : contestant.accept(batch, nowMs - this.#startsAt, knownMs, this.#openWindow(nowMs));
    if (reason === null) {
      this.#append({ type: 'inputs', place: contestant.seat.place, batch });
      return 'accepted';
    }
    contestant.send(encodeRefused({ reason, untilMs: batch.untilMs, count: contestant.count }));
    return reason;
  }

  /** Hands over what is to be written next. Call `applyStored` with the same records when it is. */
  takeRecords(): readonly JournalRecord[] {
    const taken = this.#records;
    this.#records = [];
    this.#writing += taken.length;
    return taken;
  }

  /** Records are stored, and count from now on. */
  applyStored(records: readonly JournalRecord[]): void {
    this.#writing -= records.length;
    if (this.isOver) return;
    for (const record of records) this.#apply(record);
    this.#dueAt = this.#findDue();
  }

  /** Time of the round, ms; of a battle that stands still, the time at which it stopped. */
  timeAt(nowMs: number): number {
    return Math.floor((this.isSuspended ? this.#ranAt : nowMs) - this.#startsAt);
  }

  /** Does what is due by a time, and names what the database has to be asked for. */
  turn(nowMs: number): Due {
    if (this.isSuspended) return null;
    this.#ranAt = nowMs;
    if (!this.#isClosingSeeds && nowMs >= this.#startsAt - SEED_CLOSE_MS) this.#closeSeeds();
    if (this.#seeds !== null) this.#reveal(this.#seeds, nowMs);
    if (nowMs >= this.#nextScoresAt) {
      this.#nextScoresAt += Math.ceil((nowMs - this.#nextScoresAt + 1) / SCORE_EVERY_MS) * SCORE_EVERY_MS;
      if (this.#hasNews) this.#sendNews(nowMs);
      if (this.#seeds !== null && nowMs >= this.#startsAt) this.#sendScores(nowMs, this.#toldUntil(nowMs));
    }
    this.#dueAt = this.#findDue();
    if (!this.isBegun) return nowMs >= this.#startsAt && this.#seeds !== null ? 'begin' : null;
    if (nowMs < this.#endsAt) return null;
    return this.hasUnwritten && nowMs < this.#endsAt + LAST_WRITE_TIMEOUT_MS ? null : 'end';
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

  /** Stands still until `resume`: another process may have the battle by now. `ranAt`: when the battle certainly still ran, epoch ms. */
  suspend(ranAt = this.#ranAt): void {
    if (this.isSuspended) return;
    this.isSuspended = true;
    this.#ranAt = ranAt;
    this.#dueAt = Infinity;
  }

  /** When the round starts, or would have started, if the battle continues now, epoch ms. */
  resumedStart(nowMs: number): number {
    return resumedStart(this.#startsAt, this.#ranAt - this.#startsAt, this.#isClosingSeeds, nowMs);
  }

  /** Continues after an outage with another start, which the session's row has by now. */
  resume(startsAt: number, nowMs: number): void {
    const provenMs = this.#ranAt - this.#startsAt;
    this.isSuspended = false;
    this.#continue(startsAt, provenMs, nowMs);
    for (const contestant of this.contestants) if (contestant.connection !== null) this.#sendAll(contestant, nowMs);
  }

  /**
   * Continues a battle that another process has played, before anybody is connected: `records` are everything in its journal, and `provenMs` is the
   * time of the round up to which it certainly ran.
   */
  rebuild(records: readonly JournalRecord[], provenMs: number, startsAt: number, nowMs: number): void {
    for (const record of records) if (record.type !== 'inputs') this.#restore(record);
    this.#continue(startsAt, provenMs, nowMs);
    if (this.#seeds !== null)
      while (this.#entropy.given < revealedSeconds(nowMs - startsAt))
        this.#entropy.giveNext(this.session.id, this.#seeds);
    for (const record of records) if (record.type === 'inputs') this.#contestantAt(record.place).replay(record.batch);
    for (const contestant of this.contestants) contestant.setTold(provenMs - TELL_AFTER_MS);
    this.#dueAt = this.#findDue();
  }

  /** The last word to everybody. */
  close(word: GameSocketOut): void {
    this.isOver = true;
    this.#send(JSON.stringify(word));
  }

  /** Closes every player's connection, and plays nothing more. The players connect again, to the process that has the battle. */
  abandon(code: number, reason: string): void {
    this.suspend();
    this.isOver = true;
    for (const { connection } of this.contestants) connection?.close(code, reason);
  }

  get #endsAt(): number {
    return Math.max(this.#startsAt + BATTLE_MS + GRACE_MS, this.#resumed?.closesAt ?? 0);
  }

  #append(record: JournalRecord): void {
    this.#records.push(record);
    this.#onRecord(this);
  }

  #apply(record: JournalRecord): void {
    if (record.type === 'inputs') {
      this.#contestantAt(record.place).playAccepted();
    } else if (record.type === 'seed') {
      this.#contestantAt(record.place).seed = record.seed;
      this.#hasNews = true;
    } else if (record.type === 'seeds-closed') {
      this.#fixSeeds();
      this.#send(makeSeeds(this.#source));
    }
  }

  /** The same for a record of a journal other than inputs. */
  #restore(record: Exclude<JournalRecord, { readonly type: 'inputs' }>): void {
    if (record.type === 'seeds-closed') {
      this.#fixSeeds();
      return;
    }
    const contestant = this.#contestantAt(record.place);
    if (record.type === 'seed') contestant.seed = contestant.givenSeed = record.seed;
    else if (record.type === 'arrived') contestant.hasCome = true;
    else contestant.hasLeft = true;
  }

  #fixSeeds(): void {
    this.#isClosingSeeds = true;
    this.#seeds = this.contestants.map(({ seed }) => (seed === null ? null : parseHex(seed)));
  }

  #continue(startsAt: number, provenMs: number, nowMs: number): void {
    this.#startsAt = startsAt;
    this.#ranAt = nowMs;
    this.#resumed = {
      fromMs: Math.ceil(provenMs - GRACE_MS),
      untilMs: Math.max(nowMs - startsAt, knownMsAt(provenMs)),
      closesAt: nowMs + RESUME_WINDOW_MS,
    };
    this.#nextScoresAt = Math.max(this.#nextScoresAt, nowMs);
    this.#dueAt = this.#findDue();
    this.#hasNews = true;
  }

  #openWindow(nowMs: number): ResumeWindow | null {
    return this.#resumed !== null && nowMs < this.#resumed.closesAt ? this.#resumed : null;
  }

  /** Clicks up to this time of the round, ms, are too old to copy. */
  #toldUntil(nowMs: number): number {
    const toldMs = nowMs - this.#startsAt - TELL_AFTER_MS;
    const window = this.#openWindow(nowMs);
    return window === null ? toldMs : Math.min(toldMs, window.fromMs + GRACE_MS - TELL_AFTER_MS);
  }

  #contestantAt(place: number): Contestant {
    const contestant = this.contestants.find(({ seat }) => seat.place === place);
    if (contestant === undefined) throw new Error(`battle ${this.session.id} has no seat ${place}`);
    return contestant;
  }

  #findDue(): number {
    if (this.isSuspended) return Infinity;
    if (!this.#isClosingSeeds) return Math.min(this.#nextScoresAt, this.#startsAt - SEED_CLOSE_MS);
    if (this.#seeds === null) return this.#nextScoresAt;
    const { given } = this.#entropy;
    const revealAt = given < BATTLE_SECONDS ? this.#revealAt(given) : Infinity;
    return Math.min(this.#nextScoresAt, revealAt, this.isBegun ? this.#endsAt : this.#startsAt);
  }

  #revealAt(second: number): number {
    return this.#startsAt + second * SECOND_MS - REVEAL_AHEAD_MS;
  }

  #closeSeeds(): void {
    this.#isClosingSeeds = true;
    this.#append({ type: 'seeds-closed' });
  }

  #reveal(seeds: readonly (Uint8Array | null)[], nowMs: number): void {
    while (this.#entropy.given < BATTLE_SECONDS && nowMs >= this.#revealAt(this.#entropy.given))
      this.#send(encodeReveal(this.#entropy.giveNext(this.session.id, seeds)));
  }

  /** Tells everybody how all stand now, with their clicks of up to a time of the round, ms, and each player what is stored. */
  #sendScores(nowMs: number, clicksUntilMs: number): void {
    const timeMs = Math.min(this.timeAt(nowMs), BATTLE_MS);
    const players = this.contestants.map((contestant) => {
      contestant.acknowledge();
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

  /** Sends everything that a player who connects now has to know. */
  #sendAll(contestant: Contestant, nowMs: number): void {
    this.#sendTerms(contestant, nowMs);
    if (this.#seeds === null) return;
    contestant.send(makeSeeds(this.#source));
    const { reveals } = this.#entropy;
    const acceptsFromMs = this.#openWindow(nowMs)?.fromMs;
    contestant.send(makeState(this.#source, contestant, { reveals, serverMs: Math.floor(nowMs), acceptsFromMs }));
  }

  #sendTerms(contestant: Contestant, nowMs: number): void {
    const { commitment } = this.#entropy;
    const { id: rulesId, version: rulesVersion } = this.#rules;
    const terms = { commitment, rulesId, rulesVersion, startsAt: this.#startsAt, serverMs: Math.floor(nowMs) };
    contestant.send(makeTerms(this.#source, contestant.seat.place, terms));
  }

  get #source() {
    return { sessionId: this.session.id, contestants: this.contestants };
  }

  #send(data: Uint8Array | string): void {
    for (const contestant of this.contestants) contestant.send(data);
  }
}
