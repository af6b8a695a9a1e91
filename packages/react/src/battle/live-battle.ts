import { foldEffects, RULES, type Round, type Rules, type UpgradeId } from '@popfray/engine';
import {
  parseHex,
  type BattleOver,
  type BattleState as Standing,
  type BattleTerms,
  type InputBatch,
  type ServerFrame,
} from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { BattleFault, BattlePhase, BattleState } from './battle-state.ts';
import { ClickDelivery } from './click-delivery.ts';
import { ClockSync } from './clock-sync.ts';
import { createClientSeed, keepSeed, readKeptSeed, type KeptSeed, type SeedStorage } from './kept-seed.ts';
import { Opponents } from './opponents.ts';
import { OwnRound } from './own-round.ts';
import type { PointerReport } from '../field-store.ts';
import { SharedEntropy } from './shared-entropy.ts';

/** Whose battle it is. */
export interface Seat {
  readonly sessionId: string;
  readonly userId: string;
  /** Where the player's part of the randomness is kept over a reload. */
  readonly storage?: SeedStorage | undefined;
}

/** A round that is further ahead of the server's clock than this waits, ms: an outage of the server has set the clock back. */
const AHEAD_MS = 50;

/** Phases in which the server's word still counts. */
const LIVE: ReadonlySet<BattlePhase> = new Set(['connecting', 'countdown', 'running', 'settling']);

/** Phases in which the server has to answer, reveal a second every second, or send the result. In the countdown nothing may happen for a while. */
const EXPECTING: ReadonlySet<BattlePhase> = new Set(['connecting', 'running', 'settling']);

/** Phases in which there is a round to look at. */
const PLAYED: ReadonlySet<BattlePhase> = new Set(['running', 'settling', 'over']);

/**
 * A battle as one player sees it: the server's messages, checked against its commitment, and the player's own round. Time is passed as
 * `nowMs`, ms of a monotonic clock of the page.
 */
export class LiveBattle {
  readonly clock: ClockSync = new ClockSync();
  shared: SharedEntropy;
  opponents: Opponents = new Opponents();
  phase: BattlePhase = 'connecting';
  fault: BattleFault | null = null;
  result: BattleOver | null = null;
  rematch: BattleState['rematch'] = null;
  terms: BattleTerms | null = null;
  /** What has become of the clicks that were handed over. */
  readonly delivery: ClickDelivery = new ClickDelivery();
  /** Since when the round waits for entropy or for the server's clock, ms of the page's clock; Infinity while it does not. */
  stalledMs: number = Number.POSITIVE_INFINITY;
  readonly #seat: Seat;
  readonly #giveSeed: (seed: string) => void;
  readonly #createSeed: () => string;
  #rules: Rules | null = null;
  #loadout: readonly UpgradeId[] = [];
  #own: OwnRound | null = null;
  /** What an earlier page kept of the running round. */
  readonly #kept: KeptSeed | null;
  /** The player's part of the randomness, hex; null while none was given that this page knows. */
  #seed: string | null;
  #isSeedTaken = false;
  /** Whether the round is ahead of the server's clock, and waits for it. */
  #isAhead = false;
  /** Whether it has been heard on this connection which clicks the server has: before that nothing is handed over. */
  #isInStep = false;
  /** Whether this client may send the pointer's path when the server's terms ask for it. */
  #canSendPath = true;

  /** `giveSeed` sends the player's part of the randomness; `createSeed` draws it: 32 bytes, hex. */
  constructor(seat: Seat, giveSeed: (seed: string) => void, createSeed: () => string = createClientSeed) {
    this.#seat = seat;
    this.#giveSeed = giveSeed;
    this.#createSeed = createSeed;
    this.#kept = readKeptSeed(seat.storage, seat.sessionId, seat.userId);
    this.#seed = this.#kept?.seed ?? null;
    this.shared = new SharedEntropy(seat.sessionId);
  }

  /** The player's own round from the first second on. */
  get round(): Round | null {
    return PLAYED.has(this.phase) ? (this.#own?.round ?? null) : null;
  }

  /** Whether the server sends something about the battle at least every few seconds. */
  get isExpectingMessages(): boolean {
    return EXPECTING.has(this.phase);
  }

  /** Time of the round by the server's clock, ms with fractions: below 0 before its start, NaN while unknown. */
  timeMs(nowMs: number): number {
    return this.clock.read(nowMs) - (this.terms?.startsAt ?? Number.NaN);
  }

  /** There is no connection, or a new one on which nothing has been said. */
  loseStep(): void {
    this.#isInStep = false;
    this.#own?.forgetUnanswered();
    this.delivery.acknowledge();
    this.clock.forget();
  }

  /** Ends the battle on this page; it continues on the server. Does nothing once it has ended. */
  stop(phase: 'refused' | 'replaced' | 'distrusted' | 'left', fault: BattleFault | null): void {
    if (!LIVE.has(this.phase)) return;
    this.phase = phase;
    this.fault = fault;
  }

  handleMessage(message: GameSocketOut, nowMs: number): void {
    if (!('sessionId' in message) || message.sessionId !== this.#seat.sessionId) return;
    switch (message.type) {
      case 'battle_terms':
        this.#handleTerms(message, nowMs);
        break;
      case 'battle_seeds':
        this.#closeSeeds(message.seeds);
        break;
      case 'battle_state':
        this.#handleState(message, nowMs);
        break;
      case 'battle_over':
        if (LIVE.has(this.phase)) this.phase = 'over';
        this.result = message;
        break;
      case 'battle_refused':
        // A seed that came too late is no way out of the battle.
        if (message.code !== 'ERR_SEED' && message.code !== 'ERR_SEED_LATE') this.stop('refused', message.code);
        break;
      case 'rematch':
        this.rematch = { sessionId: message.nextSessionId, playerName: message.playerName };
        break;
      default:
    }
  }

  handleFrame(frame: ServerFrame, nowMs: number): void {
    switch (frame.type) {
      case 'time':
        this.clock.note(frame.clientMs, frame.serverMs, nowMs);
        break;
      case 'reveal':
        this.#trust(this.shared.reveal(frame.second, frame.reveal));
        break;
      case 'scores':
        for (const player of frame.players) this.opponents.note(player);
        break;
      case 'refused':
        this.delivery.lose(this.#own?.refuse(frame, this.delivery.keptFromMs(this.timeMs(nowMs), nowMs)) ?? 0, nowMs);
        this.#noteAcknowledged(frame.count);
        break;
      case 'accepted':
        this.#own?.noteAccepted(frame.untilMs);
        this.#noteAcknowledged(frame.count);
        break;
    }
  }

  /** A click at a point of the field, px. None while the round waits: what it shows is past. */
  pop(xPx: number, yPx: number): void {
    if (this.phase === 'running' && !this.#isAhead && this.#own?.round.isStalled === false) this.#own.pop(xPx, yPx);
  }

  /** Records where the pointer is, while the server asks for its path. */
  point({ atMs, ...place }: PointerReport): void {
    if (this.phase !== 'running' || this.#own?.sendsPath !== true) return;
    this.#own.path.add({ ...place, timeMs: atMs === null ? this.#own.round.timeMs : this.timeMs(atMs) });
  }

  /** Sends no path any more: a server of an older version has closed the connection because of it. */
  dropPath(): void {
    this.#canSendPath = false;
  }

  /** Advances the round to the time, after passing every batch that is due to `handOver`, which is null while there is no connection. */
  advance(nowMs: number, handOver: ((batch: InputBatch) => void) | null): void {
    const timeMs = Math.floor(this.timeMs(nowMs));
    if (this.phase === 'countdown' && timeMs >= 0) this.#start();
    if (this.phase !== 'running' && this.phase !== 'settling') return;
    const own = this.#own;
    if (own !== null) {
      const targetMs = Math.max(timeMs, own.round.timeMs);
      own.sendsPath = this.#canSendPath && this.terms?.acceptsPath === true;
      if (handOver !== null && this.#isInStep) this.#handOver(own, targetMs, timeMs, nowMs, handOver);
      if (this.phase === 'settling') return;
      this.#isAhead = own.round.timeMs - timeMs > AHEAD_MS;
      own.round.advanceTo(targetMs);
      if (own.round.phase === 'over') this.phase = 'settling';
    }
    if (own !== null && !own.round.isStalled && !this.#isAhead) this.stalledMs = Number.POSITIVE_INFINITY;
    else if (this.stalledMs === Number.POSITIVE_INFINITY) this.stalledMs = nowMs;
  }

  /** Passes the clicks up to the server's time to `handOver`, and the path with them, although they are not due yet: this page does not play any longer. */
  flush(nowMs: number, handOver: (batch: InputBatch) => void): void {
    if (this.#own === null || !this.#isInStep || (this.phase !== 'running' && this.phase !== 'settling')) return;
    this.#handOver(this.#own, Number.POSITIVE_INFINITY, Math.floor(this.timeMs(nowMs)), nowMs, handOver);
  }

  #handOver(
    own: OwnRound,
    targetMs: number,
    timeMs: number,
    nowMs: number,
    handOver: (batch: InputBatch) => void,
  ): void {
    for (let batch = own.takeBatch(targetMs, timeMs); batch !== null; batch = own.takeBatch(targetMs, timeMs)) {
      handOver(batch);
      this.delivery.send(nowMs);
    }
  }

  #noteAcknowledged(count: number): void {
    if (count >= (this.#own?.sent ?? 0)) this.delivery.acknowledge();
  }

  #handleTerms(terms: BattleTerms, nowMs: number): void {
    if (!LIVE.has(this.phase)) return;
    const rules = RULES.find(({ id, version }) => id === terms.rulesId && version === terms.rulesVersion);
    if (rules === undefined || !foldEffects(terms.loadout).ok) {
      this.stop('refused', 'ERR_RULES');
      return;
    }
    if (this.phase === 'countdown' && this.shared.commitment !== terms.commitment) this.#restart();
    const isOther = this.#kept !== null && this.#kept.commitment !== terms.commitment;
    if (!this.#trust(isOther ? 'ERR_COMMITMENT' : this.shared.commit(terms.commitment))) return;
    this.clock.hint(terms.serverMs, nowMs);
    this.terms = terms;
    this.#rules = rules;
    // The engine knows all of them, as was just checked.
    this.#loadout = terms.loadout as readonly UpgradeId[];
    this.opponents.meet(terms.players.filter(({ place }) => place !== terms.place));
    if (this.phase === 'connecting') this.phase = 'countdown';
    // Before the start there are no clicks to be in step about.
    const isBefore = terms.serverMs < terms.startsAt;
    if (isBefore) this.#isInStep = true;
    this.#isSeedTaken = terms.players.some(({ place, hasSeed }) => place === terms.place && hasSeed);
    if (isBefore && !this.#isSeedTaken && !this.shared.hasSeeds) this.#offerSeed();
  }

  #offerSeed(): void {
    this.#seed ??= this.#createSeed();
    this.#giveSeed(this.#seed);
  }

  /** The countdown was stopped before anything was revealed, and another one has begun: with another secret, and so with another seed. */
  #restart(): void {
    this.shared = new SharedEntropy(this.#seat.sessionId);
    this.opponents = new Opponents();
    this.#own = null;
    this.#seed = null;
  }

  /** Starts the round at its first second. From here on its randomness is fixed for every page that plays it. */
  #start(): void {
    this.phase = 'running';
    const { commitment } = this.shared;
    const { storage, sessionId, userId } = this.#seat;
    if (this.#seed !== null && commitment !== null)
      keepSeed(storage, sessionId, userId, { seed: this.#seed, commitment });
  }

  #closeSeeds(seeds: readonly (string | null)[]): void {
    const own = { index: this.#index, seed: this.#seed, isTaken: this.#isSeedTaken };
    if (!this.#trust(this.shared.closeSeeds(seeds, own)) || this.#rules === null) return;
    this.#own ??= new OwnRound(this.#rules, this.shared.entropy, this.#loadout);
    this.opponents.begin(this.#rules, this.shared.entropy);
  }

  /** Applies the state of a running battle: the seconds that are revealed, and every player's clicks as the server has them. */
  #handleState({ reveals, inputs, acceptsFromMs = Number.POSITIVE_INFINITY }: Standing, nowMs: number): void {
    if (!LIVE.has(this.phase)) return;
    for (const [second, reveal] of reveals.entries())
      if (!this.#trust(this.shared.reveal(second, parseHex(reveal) ?? new Uint8Array(0)))) return;
    for (const [index, clicks] of inputs.entries())
      this.opponents.replace(this.terms?.players[index]?.place ?? -1, Int32Array.from(clicks));
    const taken = Int32Array.from(inputs[this.#index] ?? []);
    this.delivery.resume(acceptsFromMs, nowMs);
    this.delivery.lose(this.#own?.correct(taken, this.delivery.keptFromMs(this.timeMs(nowMs), nowMs)) ?? 0, nowMs);
    this.#isInStep = true;
  }

  /** The player among all, in the order of the seats, where places may be missing. */
  get #index(): number {
    return this.terms?.players.findIndex(({ place }) => place === this.terms?.place) ?? -1;
  }

  /** Whether the server is still to be believed. */
  #trust(distrust: BattleFault | null): boolean {
    if (distrust !== null) this.stop('distrusted', distrust);
    return distrust === null;
  }
}
