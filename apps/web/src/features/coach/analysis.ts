import { createBubble, createRound, replayEntropy, RULES, type Replay, type Round, type Rules } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';

/** Advice for the next round; the texts are in the catalogue `coach`. */
export type Tip = 'clicks' | 'centre' | 'bosses' | 'escapes' | 'small' | 'pace' | 'combo';

/** A click on a bubble: its place from the bubble's centre, per cent of the radius. */
export interface Aim {
  readonly x: number;
  readonly y: number;
}

/** What a round shows of its player. */
export interface RoundAnalysis {
  readonly clicks: number;
  /** Clicks that hit nothing. */
  readonly missedClicks: number;
  /** Bubbles that were in the field, and those of them that were not popped. */
  readonly bubbles: number;
  readonly missedBubbles: number;
  readonly aims: readonly Aim[];
  /** The best score that a program has found for the same bubbles; never below the player's. */
  readonly bestScore: number;
  readonly tip: Tip;
}

/** Words of a click in an input log: its time, and x and y in quarter pixels. */
const CLICK_WORDS = 3;
const QUARTERS = 4;

/** A share of clicks beside all bubbles above which aiming gains most. */
const MANY_MISSES = 0.2;
/** A mean distance from the centre, per cent of the radius, above which the next error is a miss. */
const FAR_FROM_CENTRE = 62;
/** A share of bubbles that escape above which their order matters most. */
const MANY_ESCAPES = 0.4;
/** How much larger the popped bubbles are than all of them, px, when a player leaves the small ones. */
const LARGER_PX = 1.5;
/** Clicks a second below which speed gains most. */
const SLOW_PER_S = 1;

/** Rounds that the program tries. Together they take some tenths of a second. */
const TRIES = 150;

/** Plays a replay again and measures it. Null for rules that this version does not know. */
export function analyseReplay(replay: Replay, tries: number = TRIES): RoundAnalysis | null {
  const rules = RULES.find(({ id, version }) => id === replay.rulesId && version === replay.rulesVersion);
  if (rules === undefined) return null;
  const played = playAgain(replay, rules);
  const { clicks, missed, spawned, popped } = played;
  return {
    clicks,
    missedClicks: missed,
    bubbles: spawned,
    missedBubbles: spawned - popped,
    aims: played.aims,
    bestScore: findBestScore(replay, rules, tries),
    tip: chooseTip(played, rules),
  };
}

/** Counts of a round that was played again. */
interface Played {
  clicks: number;
  missed: number;
  spawned: number;
  popped: number;
  escaped: number;
  bosses: number;
  bossesPopped: number;
  spawnedRadiusPx: number;
  poppedRadiusPx: number;
  readonly aims: Aim[];
}

const startRound = (replay: Replay, rules: Rules, events: boolean): Round => {
  const made = createRound({ rules, entropy: replayEntropy(replay), loadout: replay.loadout, events });
  if (!made.ok) throw new RangeError(made.error.code);
  return made.value;
};

function playAgain(replay: Replay, rules: Rules): Played {
  const round = startRound(replay, rules, true);
  const bubble = createBubble();
  const played: Played = {
    clicks: 0,
    missed: 0,
    spawned: 0,
    popped: 0,
    escaped: 0,
    bosses: 0,
    bossesPopped: 0,
    spawnedRadiusPx: 0,
    poppedRadiusPx: 0,
    aims: [],
  };
  const count = (): void => {
    round.takeEvents(({ type, isBoss, radiusPx }) => {
      if (type === 'spawn') {
        played.spawned++;
        played.bosses += Number(isBoss);
        if (!isBoss) played.spawnedRadiusPx += radiusPx;
      } else if (type === 'pop') {
        played.popped++;
        played.bossesPopped += Number(isBoss);
        if (!isBoss) played.poppedRadiusPx += radiusPx;
      } else if (type === 'escape') played.escaped++;
      else if (type === 'miss') played.missed++;
    });
  };
  const { inputs } = replay;
  for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
    const [ms = 0, x = 0, y = 0] = inputs.subarray(at, at + CLICK_WORDS);
    round.advanceTo(ms);
    count();
    const [xPx, yPx] = [x / QUARTERS, y / QUARTERS];
    const place = round.topmostAt(xPx, yPx);
    if (place >= 0) {
      round.bubbleAt(place, bubble);
      const percent = 100 / bubble.radiusPx;
      played.aims.push({
        x: Math.round((xPx - bubble.xPx) * percent),
        y: Math.round((yPx - bubble.yPx) * percent),
      });
    }
    played.clicks++;
    round.pop(xPx, yPx);
    count();
  }
  round.advanceTo(rules.durationMs);
  count();
  return played;
}

/** The best score of a program that clicks in the middle of bubbles up to ten times a second, in different orders. */
function findBestScore(replay: Replay, rules: Rules, tries: number): number {
  let best = replay.score;
  for (let attempt = 0; attempt < tries; attempt++) {
    const round = startRound(replay, rules, false);
    const skill = {
      ...BOT_SKILLS.expert,
      reactionMs: 100,
      reactionSpreadMs: 0,
      aimErrorPx: 0,
      missPct: 0,
      choice: 2 + (attempt % 12),
    };
    createBot({ skill, seed: `coach ${String(attempt)}` }).advanceTo(round, rules.durationMs);
    best = Math.max(best, round.score);
  }
  return best;
}

/** The advice that would gain most. */
function chooseTip(played: Played, rules: Rules): Tip {
  const { clicks, missed, spawned, popped, escaped, bosses, bossesPopped, aims } = played;
  const distance = aims.reduce((sum, { x, y }) => sum + Math.sqrt(x * x + y * y), 0) / Math.max(aims.length, 1);
  const largerPx =
    played.poppedRadiusPx / Math.max(popped - bossesPopped, 1) - played.spawnedRadiusPx / Math.max(spawned - bosses, 1);
  if (clicks > 0 && missed > MANY_MISSES * clicks) return 'clicks';
  if (clicks < (SLOW_PER_S * rules.durationMs) / 1_000) return 'pace';
  if (bosses > 1 && bossesPopped * 2 < bosses) return 'bosses';
  if (escaped > MANY_ESCAPES * spawned) return 'escapes';
  if (largerPx > LARGER_PX) return 'small';
  return distance > FAR_FROM_CENTRE ? 'centre' : 'combo';
}
