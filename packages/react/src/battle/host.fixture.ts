import { blockEntropy, crossChain, type Round, type Rules, type UpgradeId } from '@popfray/engine';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  continuePath,
  GRACE_MS,
  HASH_BYTES,
  makeBlock,
  makeCommitment,
  makeHex,
  makeReveals,
  parseHex,
  PATH_STREAM_START,
  REVEAL_AHEAD_MS,
  type BattlePlayer,
  type InputBatch,
  type PlayerScore,
  type Refusal,
  type ServerFrame,
} from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import { makeRound } from './own-round.ts';

/** Something that the host says: a message, or a frame. */
export type Word =
  | { readonly message: GameSocketOut; readonly frame?: never }
  | { readonly frame: ServerFrame; readonly message?: never };

/** The first ms of the hosts' battles, epoch ms. */
export const STARTS_AT = 1_790_000_030_000;

/** A seat in a battle. */
const makeBattlePlayer = (place: number, changed: Partial<BattlePlayer> = {}): BattlePlayer => ({
  place,
  userId: `player-${String(place)}`,
  username: `Player ${String(place)}`,
  walletAddress: `address-${String(place)}`,
  blockchain: place === 0 ? 'tron' : 'sol',
  isBot: false,
  isConnected: true,
  hasSeed: false,
  ...changed,
});

/** An honest host of one battle as docs/battle-protocol.md has it, as far as a client's tests need one. */
export class Host {
  readonly sessionId = 'session-0001';
  readonly reveals: readonly Uint8Array[];
  readonly commitment: string;
  /** Accepted clicks of the player at `place`, as the host's own round has them. */
  readonly round: Round;
  readonly refused: InputBatch[] = [];
  seed: string | null = null;
  /** Whether the terms ask for the pointer's path. */
  acceptsPath = false;
  /** The samples of the path that were received, and why parts of it were refused. */
  readonly path: number[] = [];
  readonly badPaths: string[] = [];
  #pathStream = PATH_STREAM_START;
  readonly #blocks = blockEntropy();
  readonly #places: readonly number[];
  readonly #place: number;
  readonly #rules: Rules;
  readonly #loadout: readonly UpgradeId[];
  #untilMs = -1;
  #acceptsFromMs = Infinity;

  /**
   * The player whose client is tested sits at `place`, others at the other places. Another `secret` makes another battle. By default by the rules of
   * battles and without upgrades.
   */
  constructor(
    place = 0,
    places: readonly number[] = [0, 1],
    secret = 7,
    { rules = crossChain, loadout = [] }: { readonly rules?: Rules; readonly loadout?: readonly UpgradeId[] } = {},
  ) {
    this.reveals = makeReveals(new Uint8Array(HASH_BYTES).fill(secret));
    this.commitment = makeHex(makeCommitment(this.reveals));
    this.#place = place;
    this.#places = places;
    this.#rules = rules;
    this.#loadout = loadout;
    this.round = makeRound(rules, this.#blocks, false, loadout);
  }

  get #seeds(): (string | null)[] {
    return this.#places.map((place) => (place === this.#place ? this.seed : null));
  }

  terms(serverMs: number, startsAt: number = STARTS_AT): Word {
    return {
      message: {
        type: 'battle_terms',
        sessionId: this.sessionId,
        commitment: this.commitment,
        rulesId: this.#rules.id,
        rulesVersion: this.#rules.version,
        loadout: [...this.#loadout],
        startsAt,
        serverMs,
        ...(this.acceptsPath && { acceptsPath: true }),
        place: this.#place,
        players: this.#places.map((place) =>
          makeBattlePlayer(place, { hasSeed: place === this.#place && this.seed !== null }),
        ),
      },
    };
  }

  /** Closes the seeds. */
  seeds(): Word {
    const seeds = this.#seeds;
    for (const [second, reveal] of this.reveals.entries()) {
      const bytes = seeds.map((seed) => (seed === null ? null : parseHex(seed)));
      this.#blocks.reveal(second, makeBlock(this.sessionId, second, reveal, bytes));
    }
    return { message: { type: 'battle_seeds', sessionId: this.sessionId, seeds } };
  }

  reveal(second: number): Word {
    return { frame: { type: 'reveal', second, reveal: this.reveals[second] ?? new Uint8Array(0) } };
  }

  /** When a second may be revealed, ms of the round. */
  revealMs = (second: number): number => second * 1_000 - REVEAL_AHEAD_MS;

  scores(timeMs: number, players: readonly PlayerScore[]): Word {
    return { frame: { type: 'scores', timeMs, players } };
  }

  /**
   * The state of the battle after `seconds` reveals, as the server sends it to a player who reconnects. `acceptsFromMs`: after an outage, which batches
   * are accepted.
   */
  state(seconds: number, serverMs: number, others: readonly number[] = [], acceptsFromMs?: number): Word {
    this.#acceptsFromMs = acceptsFromMs ?? Infinity;
    const reveals = this.reveals.slice(0, seconds).map((reveal) => makeHex(reveal));
    const inputs = this.#places.map((place) => (place === this.#place ? [...this.round.inputs()] : [...others]));
    const accepts = acceptsFromMs === undefined ? {} : { acceptsFromMs };
    return { message: { type: 'battle_state', sessionId: this.sessionId, reveals, inputs, serverMs, ...accepts } };
  }

  /** Takes a batch at a time of the round, by the rules; or says why not. */
  take(batch: InputBatch, timeMs: number): Word | null {
    const { untilMs, inputs } = batch;
    const reason = this.#judge(batch, timeMs);
    if (reason !== null) {
      this.refused.push(batch);
      return { frame: { type: 'refused', reason, untilMs, count: this.round.inputCount } };
    }
    this.#untilMs = untilMs;
    this.#takePath(batch);
    for (let at = 0; at < inputs.length; at += 3) {
      this.round.advanceTo(inputs[at] ?? 0);
      this.round.pop((inputs[at + 1] ?? 0) / 4, (inputs[at + 2] ?? 0) / 4);
    }
    return null;
  }

  #takePath({ path, untilMs }: InputBatch): void {
    if (path === undefined) return;
    const continued = continuePath(this.#pathStream, path, untilMs);
    if (!continued.ok) {
      this.badPaths.push(continued.error);
      return;
    }
    this.#pathStream = continued.value.stream;
    this.path.push(...continued.value.samples);
  }

  #judge({ first, untilMs, inputs }: InputBatch, timeMs: number): Refusal | null {
    const times = [...inputs].filter((_, word) => word % 3 === 0);
    if (untilMs > BATTLE_MS) return 'over';
    if (first !== this.round.inputCount || untilMs <= this.#untilMs) return 'order';
    if (untilMs > timeMs + AHEAD_MS) return 'ahead';
    if (timeMs > untilMs + GRACE_MS && untilMs < this.#acceptsFromMs) return 'late';
    if (times.some((clickMs) => clickMs <= this.#untilMs)) return 'order';
    if (times.some((clickMs) => clickMs > untilMs)) return 'ahead';
    return times.some((clickMs) => clickMs <= untilMs - BATCH_MS) ? 'late' : null;
  }
}
