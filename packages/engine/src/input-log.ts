/** Words of an input: round time in ms, then x and y in quarter pixels. */
export const INPUT_WORDS = 3;

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

  /** A copy of the log from the click numbered `from`: time in ms, x and y in quarter pixels, three words a click. */
  copy(from = 0): Int32Array {
    return this.words.slice(from * INPUT_WORDS, this.length);
  }
}
