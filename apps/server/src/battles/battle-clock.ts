import {
  BATTLE_MS,
  BATTLE_SECONDS,
  GRACE_MS,
  RESUME_WINDOW_MS,
  REVEAL_AHEAD_MS,
  SCORE_EVERY_MS,
  SEED_CLOSE_MS,
  TELL_AFTER_MS,
} from '@popfray/protocol/battle';
import type { ResumeWindow } from './contestant.ts';
import { knownMsAt, resumedStart } from './resume-point.ts';

const SECOND_MS = 1_000;

/** After more than this between two turns of a battle, its process has stood still, ms: a turn is due every SCORE_EVERY_MS. */
const STALL_MS = 500;

/** How long after a stall batches are accepted that arrived during it, ms: they are read after the turn. */
const STALL_WINDOW_MS = 250;

/** How far a battle has come, which decides what is due next. */
interface Progress {
  readonly isClosingSeeds: boolean;
  /** Seconds that are revealed; null until the closing of the seeds is stored. */
  readonly revealed: number | null;
  /** Whether the session's row says that the battle is played. */
  readonly isBegun: boolean;
}

/** The times of one battle: when its round starts, when what is due, and how outages move them. */
export class BattleClock {
  #startsAt: number;
  #nextScoresAt: number;
  /** Time of the latest turn, epoch ms. */
  #ranAt: number;
  #isSuspended = false;
  /** After an outage or a stall: which late batches are accepted, and until when, epoch ms. */
  #resumed: (ResumeWindow & { readonly closesAt: number }) | null = null;

  /** `firstScoresAt`: when the first scores may be sent, epoch ms; later ones follow at each multiple of SCORE_EVERY_MS of the round. */
  constructor(startsAt: number, firstScoresAt: number) {
    this.#startsAt = startsAt;
    this.#nextScoresAt = firstScoresAt;
    this.#ranAt = firstScoresAt;
  }

  /** First ms of the round, epoch ms. */
  get startsAt(): number {
    return this.#startsAt;
  }

  /** When no more seeds are taken, epoch ms. */
  get seedsCloseAt(): number {
    return this.#startsAt - SEED_CLOSE_MS;
  }

  /** When the last batches have had the time to arrive, epoch ms. */
  get endsAt(): number {
    return Math.max(this.#startsAt + BATTLE_MS + GRACE_MS, this.#resumed?.closesAt ?? 0);
  }

  /** Whether the battle stands still, because its lease may be lost. */
  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  /** Time of the latest turn, epoch ms. */
  get ranAt(): number {
    return this.#ranAt;
  }

  /** Time of the round up to which the battle certainly ran, ms. */
  get provenMs(): number {
    return this.#ranAt - this.#startsAt;
  }

  setStart(startsAt: number): void {
    this.#startsAt = startsAt;
  }

  /** Time of the round, ms; of a battle that stands still, the time at which it stopped. */
  timeAt(nowMs: number): number {
    return Math.floor((this.#isSuspended ? this.#ranAt : nowMs) - this.#startsAt);
  }

  /** When a second is revealed, epoch ms. */
  revealAt(second: number): number {
    return this.#startsAt + second * SECOND_MS - REVEAL_AHEAD_MS;
  }

  /** A turn begins. Returns whether scores are due in it. */
  startTurn(nowMs: number): boolean {
    if (nowMs - this.#ranAt > STALL_MS) this.#acceptFromStall(nowMs);
    this.#ranAt = nowMs;
    if (nowMs < this.#nextScoresAt) return false;
    this.#nextScoresAt = this.#scoresAfter(nowMs);
    return true;
  }

  /**
   * The process has stood still since the last turn. Batches that came meanwhile were not read, so they are accepted a little longer: those that players could
   * make with what they knew before. A window that is open already stays as it is.
   */
  #acceptFromStall(nowMs: number): void {
    const { provenMs } = this;
    if (this.openWindow(this.#ranAt) !== null) return;
    const knownMs = knownMsAt(provenMs);
    this.#resumed = {
      fromMs: Math.ceil(provenMs - GRACE_MS),
      // The last batch ends at the end of the round, after the last click.
      untilMs: knownMs === BATTLE_MS ? nowMs - this.#startsAt : Math.min(nowMs - this.#startsAt, knownMs),
      closesAt: nowMs + STALL_WINDOW_MS,
    };
  }

  /**
   * The next time of the round that is a multiple of SCORE_EVERY_MS, epoch ms. A second is revealed at such a time too, and what a player receives in
   * one turn is one write: so reveals cost no writes of their own.
   */
  #scoresAfter(nowMs: number): number {
    return this.#startsAt + (Math.floor((nowMs - this.#startsAt) / SCORE_EVERY_MS) + 1) * SCORE_EVERY_MS;
  }

  /** When a turn finds something to do next, epoch ms. */
  findDue({ isClosingSeeds, revealed, isBegun }: Progress): number {
    if (this.#isSuspended) return Infinity;
    if (!isClosingSeeds) return Math.min(this.#nextScoresAt, this.seedsCloseAt);
    if (revealed === null) return this.#nextScoresAt;
    const revealAt = revealed < BATTLE_SECONDS ? this.revealAt(revealed) : Infinity;
    return Math.min(this.#nextScoresAt, revealAt, isBegun ? this.endsAt : this.#startsAt);
  }

  /** Stands still until `resume`. `ranAt`: when the battle certainly still ran, epoch ms. */
  suspend(ranAt = this.#ranAt): void {
    if (this.#isSuspended) return;
    this.#isSuspended = true;
    this.#ranAt = ranAt;
  }

  /** When the round starts, or would have started, if the battle continues now, epoch ms. */
  resumedStart(areSeedsClosed: boolean, nowMs: number): number {
    return resumedStart(this.#startsAt, this.provenMs, areSeedsClosed, nowMs);
  }

  /** Continues with another start. `provenMs`: the time of the round up to which the battle certainly ran before the outage. */
  resume(startsAt: number, provenMs: number, nowMs: number): void {
    this.#isSuspended = false;
    this.#startsAt = startsAt;
    this.#ranAt = nowMs;
    this.#resumed = {
      fromMs: Math.ceil(provenMs - GRACE_MS),
      untilMs: Math.max(nowMs - startsAt, knownMsAt(provenMs)),
      closesAt: nowMs + RESUME_WINDOW_MS,
    };
    this.#nextScoresAt = Math.max(this.#nextScoresAt, nowMs);
  }

  /** The late batches that are accepted now; null for none. */
  openWindow(nowMs: number): ResumeWindow | null {
    return this.#resumed !== null && nowMs < this.#resumed.closesAt ? this.#resumed : null;
  }

  /** Time of the round, ms, up to which clicks can be broadcast, because they are too old to be copied. */
  broadcastUntilMs(nowMs: number): number {
    const untilMs = nowMs - this.#startsAt - TELL_AFTER_MS;
    const window = this.openWindow(nowMs);
    return window === null ? untilMs : Math.min(untilMs, window.fromMs + GRACE_MS - TELL_AFTER_MS);
  }
}
