/** A player for tests of the whole product. It reads the bubbles from a copy of the round, made from the messages that the page receives, and clicks on the page as a person does. */
import type { Page } from 'playwright';
import {
  arena,
  blockEntropy,
  createBubble,
  createRound,
  type Bubble,
  type Entropy,
  type Round,
} from '../packages/engine/src/index.ts';
import { decodeServerFrame, makeBlock, parseHex } from '../packages/protocol/src/battle/index.ts';

/** The parts of a paid round that determine its bubbles. */
export interface WatchedRound {
  readonly id: string;
  readonly loadout: readonly string[];
  /** First ms of the round, epoch ms. */
  readonly startsAt: number;
  /** Contains the seconds that the server has revealed to the page. */
  readonly entropy: Entropy;
}

/** The fields of a server message about a round that are read here. */
interface Message {
  readonly type: string;
  readonly sessionId: string;
  readonly loadout: readonly string[];
  readonly startsAt: number;
  readonly seeds: readonly (string | null)[];
  readonly reveals: readonly string[];
}

/** Follows the paid rounds of a page by what its sockets receive: the upgrades, the seeds and, second by second, the reveals. */
export class RoundWatcher {
  /** The newest round; null before the first one. */
  round: WatchedRound | null = null;
  #blocks = blockEntropy();
  #seeds: readonly (Uint8Array | null)[] | null = null;
  #reveals: Uint8Array[] = [];
  /** Seconds whose blocks are known. */
  #known = 0;

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (typeof payload === 'string') this.#handleMessage(JSON.parse(payload) as Message);
        else this.#handleFrame(new Uint8Array(payload));
      });
    });
  }

  #handleMessage({ type, sessionId, loadout, startsAt, seeds, reveals }: Message): void {
    if (type === 'battle_terms') {
      if (this.round?.id !== sessionId) {
        this.#blocks = blockEntropy();
        this.#seeds = null;
        this.#reveals = [];
        this.#known = 0;
      }
      this.round = { id: sessionId, loadout, startsAt, entropy: this.#blocks };
    }
    if (type === 'battle_seeds') this.#seeds = seeds.map((seed) => (seed === null ? null : parseHex(seed)));
    if (type === 'battle_state')
      for (const reveal of reveals.slice(this.#reveals.length))
        this.#reveals.push(parseHex(reveal) ?? new Uint8Array());
    this.#makeBlocks();
  }

  #handleFrame(bytes: Uint8Array): void {
    const frame = decodeServerFrame(bytes);
    if (frame?.type !== 'reveal' || frame.second !== this.#reveals.length) return;
    this.#reveals.push(frame.reveal);
    this.#makeBlocks();
  }

  #makeBlocks(): void {
    if (this.#seeds === null || this.round === null) return;
    for (const reveal of this.#reveals.slice(this.#known)) {
      this.#blocks.reveal(this.#known, makeBlock(this.round.id, this.#known, reveal, this.#seeds));
      this.#known++;
    }
  }
}

/** Within which a busy page shows the score of a hit, ms. */
const SHOWN_WITHIN_MS = 2_000;
/** ms from one click to the next: the least, and how much more. A hand is neither quick nor regular. */
const REST_MS = 240;
const REST_SPREAD_MS = 320;
/** Distance from the middle of a bubble, as a share of its radius: the least, and how much more. A hand is not exact. */
const OFFSET = 0.1;
const OFFSET_SPREAD = 0.3;
/** ms that a click takes to arrive. */
const LATENCY_MS = 12;

/** A bubble's worth without any upgrade, and what the HUD said after it was popped. */
export interface FirstPop {
  readonly basePoints: number;
  readonly score: number;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The score on the page. */
export const readScore = async (page: Page): Promise<number> =>
  Number((await page.locator('.hud dd').first().textContent())?.replaceAll(',', ''));

/** A copy of the round, without upgrades by default. */
function copyOf({ entropy, loadout }: WatchedRound, isUpgraded: boolean): Round {
  const made = createRound({
    rules: arena,
    entropy,
    loadout: isUpgraded ? (loadout as Round['loadout']) : [],
  });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** A bubble that can be clicked: wholly inside, on top, no boss. The one that will stay longest. */
function chooseBubble(round: Round): Bubble | null {
  const all = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
  const free = all.filter(({ xPx, yPx, radiusPx, isBoss }, place) => {
    const isInside = xPx > radiusPx && xPx < 800 - radiusPx && yPx > radiusPx && yPx < 600 - radiusPx / 2;
    const others = all.filter((_, at) => at !== place);
    const isAlone = others.every((other) => Math.hypot(other.xPx - xPx, other.yPx - yPx) > radiusPx + other.radiusPx);
    return !isBoss && isInside && isAlone;
  });
  return free.toSorted((a, b) => b.yPx - a.yPx)[0] ?? null;
}

/** Clicks beside the middle of a bubble on the page, and the same in the copy. */
async function strike(page: Page, round: Round, { xPx, yPx, radiusPx }: Bubble): Promise<void> {
  const box = await page.locator('.field-canvas canvas').boundingBox();
  if (box === null) throw new Error('There is no field.');
  const angle = Math.random() * 2 * Math.PI;
  const offsetPx = radiusPx * (OFFSET + Math.random() * OFFSET_SPREAD);
  const [x, y] = [xPx + Math.cos(angle) * offsetPx, yPx + Math.sin(angle) * offsetPx];
  await page.mouse.click(box.x + (x / 800) * box.width, box.y + (y / 600) * box.height);
  round.pop(x, y);
}

/** Time of the round that a click made now gets, ms; not earlier than the time of the copy. */
const timeOf = (round: Round, startsAt: number): number =>
  Math.max(round.timeMs, Math.round(Date.now() + LATENCY_MS - startsAt));

/** Plays a round to its end. */
export async function playRound(page: Page, watched: WatchedRound): Promise<void> {
  const round = copyOf(watched, true);
  for (;;) {
    round.advanceTo(timeOf(round, watched.startsAt));
    if (round.phase === 'over') return;
    const bubble = chooseBubble(round);
    if (bubble !== null) await strike(page, round, bubble);
    await wait(REST_MS + Math.random() * REST_SPREAD_MS);
  }
}

/** Pops one bubble of a round: its worth without upgrades, and the score that the page shows for it. */
export async function popFirst(page: Page, watched: WatchedRound): Promise<FirstPop> {
  const round = copyOf(watched, false);
  for (let tries = 0; tries < 40; tries++) {
    round.advanceTo(timeOf(round, watched.startsAt));
    const bubble = chooseBubble(round);
    if (bubble !== null) {
      await strike(page, round, bubble);
      // Two bubbles must not be hit before the page shows the first score.
      const endMs = Date.now() + SHOWN_WITHIN_MS;
      let score = 0;
      while (score === 0 && Date.now() < endMs) {
        await wait(REST_MS);
        score = await readScore(page);
      }
      if (score > 0) return { basePoints: bubble.points, score };
    }
    await wait(REST_MS);
  }
  throw new Error('No bubble was hit.');
}
