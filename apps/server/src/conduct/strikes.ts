import { createBubble, type Bubble, type Round } from '@popfray/engine';
import { countShiftedHits, type AimCounts } from './aim.ts';
import { distance } from './numbers.ts';

/** Numbers of an input: time in ms, x and y in quarter pixels. docs/replay-format.md. */
export const INPUT_WORDS = 3;
const QUARTERS = 4;

/**
 * Clicks that land on a bubble, further from the click before than its radius, so that a hand had to go there. Arrays have room for every
 * click; `count` says how many strikes there are.
 */
export interface Strikes {
  readonly count: number;
  /** The number of the click in the input log. */
  readonly clicks: Int32Array;
  readonly timesMs: Float64Array;
  /** From the bubble's spawn or the click before, whichever is later, ms. */
  readonly reactionsMs: Float64Array;
  /** From the bubble's spawn, ms. */
  readonly agesMs: Float64Array;
  /** Way from the click before, px; NaN for the first click. */
  readonly waysPx: Float64Array;
  /** Distance from the centre, to the right and below it, per cent of the radius. */
  readonly offsetsPct: Float64Array;
  readonly rightPct: Float64Array;
  readonly downPct: Float64Array;
  /** The bubble at the time of the click: its centre and radius in px, and how fast it rises, px a second. */
  readonly bubbleX: Float64Array;
  readonly bubbleY: Float64Array;
  readonly radiusPx: Float64Array;
  readonly riseSpeed: Float64Array;
  /** Clicks that land on a bubble, wherever the click before was. */
  readonly hits: number;
  /** Clicks on bosses. */
  readonly bossClicks: number;
  readonly aim: AimCounts;
}

/** Plays the clicks of an input log and measures each strike just before it lands. The round stays at the time of the last click. */
export function playStrikes(round: Round, inputs: Int32Array): Strikes {
  const most = inputs.length / INPUT_WORDS;
  const strikes = createStrikes(most);
  let [count, hits, bossClicks] = [0, 0, 0];
  const aim = { clicks: 0, hits: 0, shiftedHits: 0 };
  const leastPx = round.rules.radiusPx.min;
  const bubble = createBubble();
  let [beforeMs, beforeX, beforeY] = [0, Number.NaN, Number.NaN];
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const timeMs = inputs[at] ?? 0;
    const xPx = (inputs[at + 1] ?? 0) / QUARTERS;
    const yPx = (inputs[at + 2] ?? 0) / QUARTERS;
    round.advanceTo(timeMs);
    const place = round.topmostAt(xPx, yPx);
    const wayPx = at === 0 ? Infinity : distance(xPx, yPx, beforeX, beforeY);
    if (place >= 0) hits++;
    if (wayPx > leastPx) {
      aim.clicks++;
      if (place >= 0) aim.hits++;
      aim.shiftedHits += countShiftedHits(round, xPx, yPx);
    }
    if (place >= 0 && round.bubbleAt(place, bubble).isBoss) bossClicks++;
    if (place >= 0 && wayPx > leastPx && wayPx > bubble.radiusPx) {
      strikes.clicks[count] = at / INPUT_WORDS;
      strikes.timesMs[count] = timeMs;
      strikes.reactionsMs[count] = timeMs - Math.max(beforeMs, bubble.bornMs);
      strikes.agesMs[count] = timeMs - bubble.bornMs;
      strikes.waysPx[count] = at === 0 ? Number.NaN : wayPx;
      strikes.offsetsPct[count] = (100 * distance(xPx, yPx, bubble.xPx, bubble.yPx)) / bubble.radiusPx;
      strikes.rightPct[count] = (100 * (xPx - bubble.xPx)) / bubble.radiusPx;
      strikes.downPct[count] = (100 * (yPx - bubble.yPx)) / bubble.radiusPx;
      strikes.bubbleX[count] = bubble.xPx;
      strikes.bubbleY[count] = bubble.yPx;
      strikes.riseSpeed[count] = riseSpeedOf(round, bubble, timeMs);
      strikes.radiusPx[count++] = bubble.radiusPx;
    }
    round.pop(xPx, yPx);
    [beforeMs, beforeX, beforeY] = [timeMs, xPx, yPx];
  }
  return { ...strikes, count, hits, bossClicks, aim };
}

/** Speed of a bubble that entered the field from below, px a second; 0 for rules in which bubbles do not rise. */
function riseSpeedOf(round: Round, bubble: Bubble, timeMs: number): number {
  const { motion, field } = round.rules;
  if (motion !== 'rise' || timeMs <= bubble.bornMs) return 0;
  return ((field.heightPx + bubble.radiusPx - bubble.yPx) * 1_000) / (timeMs - bubble.bornMs);
}

function createStrikes(most: number): Omit<Strikes, 'count' | 'hits' | 'bossClicks' | 'aim'> {
  const room = (): Float64Array => new Float64Array(most);
  return {
    clicks: new Int32Array(most),
    timesMs: room(),
    reactionsMs: room(),
    agesMs: room(),
    waysPx: room(),
    offsetsPct: room(),
    rightPct: room(),
    downPct: room(),
    bubbleX: room(),
    bubbleY: room(),
    radiusPx: room(),
    riseSpeed: room(),
  };
}
