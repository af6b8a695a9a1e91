import { fold } from './hash.ts';
import { xOf, yOf } from './motion.ts';
import type { Play } from './plan.ts';
import { rampAt } from './rules.ts';
import { spawnBubble } from './spawn.ts';
import * as state from './state.ts';
import { MS_PER_SECOND } from './units.ts';

/** Runs the scheduled events (escapes, then spawns) in time order, up to a time within the current second. */
export function runTo(play: Play, ms: number): void {
  const { words, plan } = play;
  for (;;) {
    const spawnAt = words[state.NEXT_SPAWN]!;
    const escapeAt = words[state.NEXT_ESCAPE]!;
    if (escapeAt <= spawnAt && escapeAt <= ms) escape(play, escapeAt);
    else if (spawnAt <= ms) spawnWave(play, spawnAt);
    else break;
  }
  words[state.TIME] = ms;
  const secondEnd = (words[state.SECOND]! + 1) * MS_PER_SECOND;
  words[state.HORIZON] = Math.min(
    words[state.NEXT_SPAWN]!,
    words[state.NEXT_ESCAPE]!,
    secondEnd,
    plan.rules.durationMs,
  );
}

/** Ends the round at its last millisecond. */
export function endRound({ words, plan, queue }: Play): void {
  words[state.TIME] = plan.rules.durationMs;
  words[state.PHASE] = state.OVER;
  words[state.HASH] = fold(fold(words[state.HASH]!, words[state.TIME]), words[state.COUNT]!);
  queue?.push(words, 'end', -1, 0, 0, 0, words[state.SCORE]!);
}

function spawnWave(play: Play, at: number): void {
  const { words, plan } = play;
  const { rules } = plan;
  words[state.TIME] = at;
  const score = words[state.SCORE]!;
  const room = rampAt(rules.bubbleCap, score) - words[state.COUNT]!;
  for (let wave = Math.min(rules.spawnCount, room); wave > 0; wave--)
    announce(play, 'spawn', spawnBubble(words, plan, at));
  let interval = rampAt(rules.spawnIntervalMs, score);
  const { spawnRatePct } = plan.effects;
  if (spawnRatePct !== 100) interval = Math.max(1, Math.floor((interval * 100) / spawnRatePct));
  words[state.NEXT_SPAWN] = at + interval;
}

function escape(play: Play, at: number): void {
  const { words } = play;
  words[state.TIME] = at;
  let place = 0;
  while (words[state.bubbleOffset(words, place) + state.ESCAPE_AT] !== at) place++;
  const bubble = state.bubbleOffset(words, place);
  state.removeBubble(words, place);
  words[state.ESCAPED] = words[state.ESCAPED]! + 1;
  words[state.HASH] = fold(fold(words[state.HASH]!, at), words[bubble + state.ID]!);
  announce(play, 'escape', bubble);
}

function announce({ words, plan, queue }: Play, type: 'spawn' | 'escape', bubble: number): void {
  if (queue !== null) queue.push(words, type, bubble, xOf(words, plan, bubble), yOf(words, plan, bubble), 0, 0);
}
