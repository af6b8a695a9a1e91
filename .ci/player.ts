/** A player for tests of the whole product: looks at a seeded copy of the round, and clicks on the page as a hand would. */
import type { Page } from 'playwright';
import {
  arena,
  createBubble,
  createRound,
  seededEntropy,
  type Bubble,
  type Round,
} from '../packages/engine/src/index.ts';

/** The ticket of a paid round, as far as its bubbles depend on it. */
export interface PlayedTicket {
  readonly seed: string;
  readonly loadout: readonly string[];
}

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

/**
 * Epoch time at which the round on the page was at 0, taken from the moment when the time left changes by one second. A busy machine may
 * skip some seconds at the start.
 */
function roundStart(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let before: number | null = null;
        const look = (): void => {
          const texts = [...document.querySelectorAll('.hud dd')].map(({ textContent }) => textContent);
          const left = texts.flatMap((text) => /^(\d+)s$/.exec(text)?.slice(1).map(Number) ?? [])[0] ?? null;
          if (before !== null && left === before - 1) {
            resolve(performance.timeOrigin + performance.now() - (60 - left) * 1_000);
            return;
          }
          before = left;
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** The score on the page. */
const readScore = async (page: Page): Promise<number> =>
  Number((await page.locator('.hud dd').first().textContent())?.replaceAll(',', ''));

/** The round that a ticket gives, with no upgrade in force unless the ticket's are wanted. */
function copyOf({ seed, loadout }: PlayedTicket, isUpgraded: boolean): Round {
  const made = createRound({
    rules: arena,
    entropy: seededEntropy(seed),
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

/** Plays the running round of a ticket to its end. */
export async function playRound(page: Page, ticket: PlayedTicket): Promise<void> {
  const startMs = await roundStart(page);
  const round = copyOf(ticket, true);
  while (round.advanceTo(Math.max(round.timeMs, Math.round(Date.now() + LATENCY_MS - startMs))) === 'ok') {
    const bubble = chooseBubble(round);
    if (bubble !== null) await strike(page, round, bubble);
    await wait(REST_MS + Math.random() * REST_SPREAD_MS);
  }
}

/** Pops one bubble of the running round of a ticket: its worth without upgrades, and the score that the page shows for it. */
export async function popFirst(page: Page, ticket: PlayedTicket): Promise<FirstPop> {
  const startMs = await roundStart(page);
  const round = copyOf(ticket, false);
  for (let tries = 0; tries < 40; tries++) {
    round.advanceTo(Math.max(round.timeMs, Math.round(Date.now() + LATENCY_MS - startMs)));
    const bubble = chooseBubble(round);
    if (bubble !== null) {
      await strike(page, round, bubble);
      await wait(REST_MS);
      const score = await readScore(page);
      if (score > 0) return { basePoints: bubble.points, score };
    }
    await wait(REST_MS);
  }
  throw new Error('No bubble was hit.');
}
