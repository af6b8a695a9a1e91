/**
 * Where a bubble is on one axis at a time is a function of that time: the line `at + velocity * time`, folded back
 * wherever it leaves [low, high]. The line in force is kept in the state and exchanged for its mirror image when time
 * has left it; both describe the same path at every time, so the order of asking never matters.
 */

/** Position in sub-pixels at a time in ms, on the line whose two words stand at `line`. `low` < `high`. */
export function bounce(words: Int32Array, line: number, timeMs: number, low: number, high: number): number {
  let at = words[line]! + words[line + 1]! * timeMs;
  while (at < low || at > high) {
    const wall = at < low ? low : high;
    at = 2 * wall - at;
    words[line] = 2 * wall - words[line]!;
    words[line + 1] = -words[line + 1]!;
  }
  return at;
}

/** Position in sub-pixels at a time in ms on a line without walls. */
export const glide = (words: Int32Array, line: number, timeMs: number): number =>
  words[line]! + words[line + 1]! * timeMs;
