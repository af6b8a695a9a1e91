/** Ratios of intervals that make a mark: five of them are of seven clicks. */
const RUN = 5;
/** Marks that are kept of a round. */
const MARKS = 24;
/** Width of the bins in which ratios count as equal, of their natural logarithm. */
const BIN = 0.15;
/** In place of a mark where there is none. */
const NO_MARK = -1;

/**
 * Some marks of a round, by which rounds that were clicked in the same rhythm are found in an index: 32-bit numbers in increasing order, none twice. A mark is a
 * hash of the ratios of six intervals that follow each other, so neither the place nor the speed of a repeated path changes it. The smallest
 * hashes are kept (Broder 1997), so that two copies keep the same ones.
 */
export function markRhythm(clicks: Float64Array): number[] {
  const sorted = marksOf(clicks).toSorted();
  const marks: number[] = [];
  for (const mark of sorted) {
    if (marks.length === MARKS) break;
    if (mark !== NO_MARK && mark !== marks.at(-1)) marks.push(mark);
  }
  return marks;
}

/** Fewest marks that a round shares with one whose path it repeats. Copies of recorded paths share 7 and more: docs/conduct.md. */
export const FEWEST_SHARED = 4;

/** How many marks two rounds have in common. */
export const countShared = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((count, mark) => count + Number(b.includes(mark)), 0);

/** By how many clicks the second of two rounds is ahead of the first in the rhythm that both have; null when they share no mark. */
export function findShift(a: Float64Array, b: Float64Array): number | null {
  const places = new Map(Array.from(marksOf(b), (mark, place) => [mark, place] as const));
  places.delete(NO_MARK);
  const shifts = new Map<number, number>();
  for (const [place, mark] of marksOf(a).entries()) {
    const other = places.get(mark);
    if (other !== undefined) shifts.set(other - place, (shifts.get(other - place) ?? 0) + 1);
  }
  let best: readonly [shift: number, count: number] | null = null;
  for (const [shift, count] of shifts) if (best === null || count > best[1]) best = [shift, count];
  return best === null ? null : best[0];
}

/** The mark of each run of clicks, by its first click. A run of equal intervals, which every fast clicker has, has none. */
function marksOf(clicks: Float64Array): Float64Array {
  const ratios = new Int32Array(Math.max(0, clicks.length - 2));
  for (let at = 0; at < ratios.length; at++) {
    const ratio = (clicks[at + 2]! - clicks[at + 1]!) / (clicks[at + 1]! - clicks[at]!);
    ratios[at] = Math.round(Math.log(ratio) / BIN);
  }
  const marks = new Float64Array(Math.max(0, ratios.length - RUN + 1));
  for (let at = 0; at < marks.length; at++) marks[at] = hash(ratios, at);
  return marks;
}

/** A well mixed 32-bit hash of a run, with the finaliser of MurmurHash3 by Appleby; `NO_MARK` for equal intervals. */
function hash(ratios: Int32Array, from: number): number {
  let mixed = 0x9e3779b1;
  let isEven = true;
  for (let at = from; at < from + RUN; at++) {
    mixed = Math.imul(mixed, 1_000_003) ^ ratios[at]!;
    if (ratios[at] !== 0) isEven = false;
  }
  if (isEven) return NO_MARK;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
