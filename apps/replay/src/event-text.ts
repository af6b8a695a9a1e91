import type { RoundEvent } from '@popfray/engine';

/** An event in one line: its time, its type and its values. */
export function makeEvent(event: RoundEvent): string {
  const { type, timeMs, bubbleId, xPx, yPx, radiusPx, points, score, combo, value } = event;
  const words = [`${String(timeMs).padStart(6)} ms  ${type.padEnd(9)}`];
  if (bubbleId >= 0) words.push(`bubble ${bubbleId}`);
  if (event.isBoss) words.push('boss');
  if (event.isForeign) words.push('foreign');
  if (type !== 'end') words.push(`at ${xPx.toFixed(2)},${yPx.toFixed(2)}`);
  if (type === 'spawn') words.push(`radius ${radiusPx} colour ${event.colour}`);
  if (type === 'pop' || type === 'hit') words.push(`+${points}`);
  if (type === 'hit') words.push(`health ${value}`);
  if (type === 'milestone' || type === 'level' || type === 'combo') words.push(`value ${value}`);
  if (type !== 'spawn' && type !== 'escape') words.push(`score ${score} combo ${combo}`);
  return words.join('  ');
}
