import type { Result } from '@popfray/engine/result';
import { BATTLE_MS, TELL_AFTER_MS, type InputBatch, type Refusal } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import type { Lease } from '../platform/lease/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { PlayedBattle } from '../settlement/index.ts';
import { BattleBroadcast } from './battle-broadcast.ts';
import { BattleClock } from './battle-clock.ts';
import { type BattleRows, BattleState } from './battle-state.ts';
import { type BattleVersion, versionOf } from './battle-version.ts';
import type { Contestant } from './contestant.ts';
import type { JournalRecord } from './journal-record.ts';
import { PlayerActions } from './player-actions.ts';
import { RecordQueue } from './record-queue.ts';
import { revealedSeconds } from './resume-point.ts';

/** How long a battle whose time is over waits until its last inputs are stored, ms. After that they do not count. */
const LAST_WRITE_TIMEOUT_MS = 60_000;

/** What a turn of a battle finds due that needs the database. */
type Due = 'begin' | 'end' | null;

/** What a battle is made of. */
export interface BattleParts extends BattleRows {
  readonly lease: Lease;
}

/** What a battle needs from its surroundings. */
interface BattleOptions {
  readonly presence: Context['presence'];
  /** When the first scores may be sent, epoch ms; BattleClock says when later ones are. */
  readonly firstScoresAt: number;
  /** Called when the battle has something to write to its journal. */
  readonly onRecord: (battle: Battle) => void;
}

/**
 * One battle, from its countdown to its last millisecond: its players, seeds and clicks. Its inputs are time, connections, and the calls that its
 * records are stored: seeds and clicks count only then. The session's row is changed by session-writes.ts.
 */
export class Battle {
  /** As the database has it. */
  session: SessionRow;
  readonly lease: Lease;
  /** What another node needs in order to continue the battle. */
  readonly version: BattleVersion;
  /** Whether the session's row says that it is played. */
  isBegun: boolean;
  /** Whether nothing is played any more. */
  isOver = false;
  /** Rows of the journal that were written under the lease. */
  rows = 1;
  /** How often this process has changed the session's row for the battle: its beginning, and starts that were moved. */
  changes = 0;
  readonly #state: BattleState;
  readonly #clock: BattleClock;
  readonly #broadcast: BattleBroadcast;
  readonly #records: RecordQueue;
  readonly #actions: PlayerActions;
  #dueAt: number;

  constructor({ lease, ...rows }: BattleParts, { presence, firstScoresAt, onRecord }: BattleOptions) {
    const { session } = rows;
    if (session.starts_at === null) throw new Error(`session ${session.id} has no start`);
    this.lease = lease;
    this.version = versionOf(rows.live, session);
    this.session = session;
    this.isBegun = session.status === 'playing';
    this.#state = new BattleState(rows);
    this.#clock = new BattleClock(session.starts_at, firstScoresAt);
    this.#broadcast = new BattleBroadcast(this.#state, this.#clock, presence);
    this.#records = new RecordQueue(() => onRecord(this));
    this.#actions = new PlayerActions(this.#state, this.#clock, this.#records);
    this.#dueAt = this.#findDue();
  }

  /** In the order of the seats. */
  get contestants(): readonly Contestant[] {
    return this.#state.contestants;
  }

  /** Whether it is a solo round: a battle with one seat. */
  get isSolo(): boolean {
    return this.#state.isSolo;
  }

  /** When a turn finds something to do next, epoch ms. */
  get dueAt(): number {
    return this.#dueAt;
  }

  /**
   * By how much a turn at a time comes late, ms. What was due at the turn before and waits for the database since then, such as the row that says that the battle
   * has begun, makes a turn no later: only the time since that turn counts.
   */
  lateness(nowMs: number): number {
    return nowMs - Math.max(this.#dueAt, this.#clock.ranAt);
  }

  /** Whether the battle stands still, because its lease may be lost. */
  get isSuspended(): boolean {
    return this.#clock.isSuspended;
  }

  /** The session's row says that it is played. */
  begin(session: SessionRow): void {
    this.session = session;
    this.isBegun = true;
    this.changes++;
    this.#dueAt = this.#findDue();
  }

  /** The countdown has become shorter. Nothing changes once the seeds are taken. */
  startAt(startsAt: number): void {
    if (this.#actions.isClosingSeeds || startsAt === this.#clock.startsAt) return;
    this.#clock.setStart(startsAt);
    this.#dueAt = this.#findDue();
    this.noteChange();
  }

  /** Takes a player's part of the randomness, once; it counts when it is stored. The same seed again changes nothing. */
  setSeed(contestant: Contestant, seed: string, nowMs: number): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    return this.#actions.setSeed(contestant, seed, nowMs);
  }

  /** Connects a player and sends everything that was sent before. */
  connect(contestant: Contestant, connection: Connection, nowMs: number): void {
    contestant.connection = connection;
    this.#actions.arrive(contestant);
    this.noteChange();
    this.#broadcast.sendAll(contestant, nowMs);
  }

  /** The player gives the battle up. The connection ends when that is stored. */
  leave(contestant: Contestant): void {
    if (this.isOver) contestant.battleConnection?.disconnect();
    else this.#actions.leave(contestant);
  }

  /** Notes that the terms have changed, so that they are sent again. */
  noteChange(): void {
    this.#broadcast.noteChange();
  }

  /**
   * Accepts a batch of a player's inputs, which are played when they are stored, or refuses it and sends the reason. While another process may have
   * the battle a batch is ignored: the player sends it again.
   */
  handleInputs(contestant: Contestant, batch: InputBatch, nowMs: number): 'accepted' | 'ignored' | Refusal {
    if (this.isSuspended || (!this.isOver && !this.lease.isHeld)) return 'ignored';
    return this.#actions.handleInputs(contestant, batch, this.isOver, nowMs);
  }

  /** Hands over what is to be written next. Call `applyStored` with the same records when it is. */
  takeRecords(): readonly JournalRecord[] {
    return this.#records.take();
  }

  /** Records are stored, and count from now on. */
  applyStored(records: readonly JournalRecord[]): void {
    this.#records.noteStored(records);
    if (this.isOver) return;
    for (const record of records) this.#apply(record);
    this.#dueAt = this.#findDue();
  }

  /** Time of the round, ms; of a battle that stands still, the time at which it stopped. */
  timeAt(nowMs: number): number {
    return this.#clock.timeAt(nowMs);
  }

  /** Does what is due by a time, and names what the database has to be asked for. A busy process sends scores less often. */
  turn(nowMs: number, isBusy = false): Due {
    if (this.isSuspended) return null;
    const areScoresDue = this.#clock.startTurn(nowMs);
    // A solo round that was given up waits only until its last records are stored.
    const { isGivenUp } = this.#state;
    if (!this.#actions.isClosingSeeds && (isGivenUp || nowMs >= this.#clock.seedsCloseAt)) this.#actions.closeSeeds();
    const hasRevealed = this.#state.areSeedsClosed && this.#reveal(isGivenUp ? Infinity : nowMs);
    if (areScoresDue) this.#sendUpdates(nowMs, hasRevealed, isBusy);
    this.#dueAt = this.#findDue();
    const startsAt = isGivenUp ? Number.NEGATIVE_INFINITY : this.#clock.startsAt;
    const endsAt = isGivenUp ? nowMs : this.#clock.endsAt;
    if (!this.isBegun) return nowMs >= startsAt && this.#state.areSeedsClosed ? 'begin' : null;
    if (nowMs < endsAt) return null;
    return !this.#records.isEmpty && nowMs < endsAt + LAST_WRITE_TIMEOUT_MS ? null : 'end';
  }

  /** Ends every round, and gives what is settled by. Once. */
  finish(nowMs: number): PlayedBattle {
    this.isOver = true;
    const played = this.#state.finish(this.#clock.startsAt);
    this.#broadcast.sendScores(nowMs, BATTLE_MS);
    return played;
  }

  /** Stands still until `resume`: another process may have the battle by now. `ranAt`: when the battle certainly still ran, epoch ms. */
  suspend(ranAt?: number): void {
    this.#clock.suspend(ranAt);
    this.#dueAt = this.#findDue();
  }

  /** When the round starts, or would have started, if the battle continues now, epoch ms. */
  resumedStart(nowMs: number): number {
    return this.#clock.resumedStart(this.#actions.isClosingSeeds, nowMs);
  }

  /** Continues after an outage with another start, which the session's row has by now. */
  resume(startsAt: number, nowMs: number): void {
    this.changes++;
    this.#continue(startsAt, this.#clock.provenMs, nowMs);
    for (const contestant of this.contestants)
      if (contestant.connection !== null) this.#broadcast.sendAll(contestant, nowMs);
  }

  /**
   * Continues a battle that another process has played, before anybody is connected: `records` are everything in its journal, and `provenMs` is the
   * time of the round up to which it certainly ran.
   */
  rebuild(records: readonly JournalRecord[], provenMs: number, startsAt: number, nowMs: number): void {
    this.#state.restore(records, revealedSeconds(nowMs - startsAt));
    this.#actions.isClosingSeeds = this.#state.areSeedsClosed;
    this.#continue(startsAt, provenMs, nowMs);
    for (const contestant of this.contestants) contestant.markBroadcast(provenMs - TELL_AFTER_MS);
    this.#dueAt = this.#findDue();
  }

  /** Sends the last message to all players. Nothing is played any more. */
  close(message: GameSocketOut): void {
    this.isOver = true;
    this.#broadcast.send(JSON.stringify(message));
  }

  /** Closes every player's connection, and plays nothing more. The players connect again, to the process that has the battle. */
  abandon(code: number, reason: string): void {
    this.suspend();
    this.isOver = true;
    for (const { connection } of this.contestants) connection?.close(code, reason);
  }

  #apply(record: JournalRecord): void {
    this.#state.apply(record);
    if (record.type === 'seed') this.noteChange();
    else if (record.type === 'left') this.#state.contestantAt(record.place).battleConnection?.disconnect();
    else if (record.type === 'seeds-closed') this.#broadcast.sendSeeds();
  }

  #continue(startsAt: number, provenMs: number, nowMs: number): void {
    this.#clock.resume(startsAt, provenMs, nowMs);
    this.#dueAt = this.#findDue();
    this.noteChange();
  }

  #findDue(): number {
    if (this.#state.isGivenUp && !this.isSuspended) return this.#clock.ranAt;
    const revealed = this.#state.areSeedsClosed ? this.#state.entropy.given : null;
    return this.#clock.findDue({ isClosingSeeds: this.#actions.isClosingSeeds, revealed, isBegun: this.isBegun });
  }

  /** Reveals the seconds that are due. Returns whether there were any. */
  #reveal(nowMs: number): boolean {
    const { given } = this.#state.entropy;
    while (this.#state.hasMoreSeconds && nowMs >= this.#clock.revealAt(this.#state.entropy.given))
      this.#broadcast.sendReveal(this.#state.revealNext());
    return this.#state.entropy.given > given;
  }

  /**
   * Sends what is broadcast at intervals: changed terms, and the scores of a round that runs. A solo player sees no opponent, and needs only to be told
   * which inputs are stored: once a second, with the reveals as long as there are any, which saves most of the writes of a solo round.
   * A busy process does so in all battles, which leaves time for what cannot wait.
   */
  #sendUpdates(nowMs: number, hasRevealed: boolean, isBusy: boolean): void {
    this.#broadcast.sendChangedTerms(nowMs);
    if (!this.#state.areSeedsClosed || nowMs < this.#clock.startsAt) return;
    const isRare = isBusy || this.isSolo;
    if (isRare && this.#state.hasMoreSeconds && !hasRevealed) return;
    this.#broadcast.sendScores(nowMs, this.#clock.broadcastUntilMs(nowMs));
  }
}
