/** Words of an input: round time in ms, then x and y in quarter pixels. */
export const INPUT_WORDS = 3;

const NONE = new Int32Array(0);

/** A round's accepted clicks in order, three integers each, in one array that grows by doubling. */
export class InputLog {
  private words = new Int32Array(64 * INPUT_WORDS);
  private length = 0;

  push(timeMs: number, xQuarter: number, yQuarter: number): void {
    if (this.length === this.words.length) {
      const longer = new Int32Array(this.words.length * 2);
      longer.set(this.words);
      this.words = longer;
    }
    this.words[this.length] = timeMs;
    this.words[this.length + 1] = xQuarter;
    this.words[this.length + 2] = yQuarter;
    this.length += INPUT_WORDS;
  }

  /** Takes over all clicks of another log. */
  append(other: InputLog): void {
    for (let at = 0; at < other.length; at += INPUT_WORDS) {
      this.push(other.words[at]!, other.words[at + 1]!, other.words[at + 2]!);
    }
  }

  /** Forgets the clicks after the first `count`. */
  truncate(count: number): void {
    this.length = Math.min(this.length, count * INPUT_WORDS);
  }

  /** A copy of the clicks from the one numbered `from` up to a round time: time in ms, x and y in quarter pixels, three words a click. */
  copy(from: number, untilMs: number): Int32Array {
    const start = from * INPUT_WORDS;
    let end = this.length;
    while (end > start && this.words[end - INPUT_WORDS]! > untilMs) end -= INPUT_WORDS;
    return end > start ? this.words.slice(start, end) : NONE;
  }
}
