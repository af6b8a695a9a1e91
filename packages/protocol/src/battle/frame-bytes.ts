const FLOAT_BYTES = 8;
/** Words of a click: ms of the round, x and y in quarter pixels. The engine's input log has the same three. */
const CLICK_WORDS = 3;

/** Grows as it is written to; used again and again. */
export class FrameWriter {
  #bytes = new Uint8Array(64);
  #at = 0;

  start(type: number): void {
    this.#at = 0;
    this.byte(type);
  }

  byte(value: number): void {
    if (this.#at === this.#bytes.length) {
      const longer = new Uint8Array(this.#bytes.length * 2);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#at++] = value;
  }

  number(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  float(value: number): void {
    const bytes = new Uint8Array(FLOAT_BYTES);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    for (const byte of bytes) this.byte(byte);
  }

  clicks(inputs: Int32Array): void {
    this.number(inputs.length / CLICK_WORDS);
    let before = 0;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      const x = inputs[at + 1]!;
      const y = inputs[at + 2]!;
      this.number(inputs[at]! - before);
      this.byte(x & 0xff);
      this.byte((x >> 8) | ((y & 0xf) << 4));
      this.byte(y >> 4);
      before = inputs[at]!;
    }
  }

  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at);
  }
}

/** Reads front to back. Every bound is checked before it is used; from the first that is wrong on, everything reads as 0. */
export class FrameReader {
  #at = 0;
  #isBroken = false;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether all bytes were read, and none was wrong. */
  get isDone(): boolean {
    return !this.#isBroken && this.#at === this.#bytes.length;
  }

  #fail(): 0 {
    this.#isBroken = true;
    this.#at = this.#bytes.length;
    return 0;
  }

  byte(): number {
    return this.#at < this.#bytes.length ? this.#bytes[this.#at++]! : this.#fail();
  }

  /** Below 2^31, in its shortest form. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      const byte = this.byte();
      if (shift === 28 && byte > 7) break;
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      return byte === 0 && shift > 0 ? this.#fail() : value;
    }
    return this.#fail();
  }

  raw(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) this.#fail();
    else this.#at += count;
    return this.#bytes.slice(this.#at - count, this.#at);
  }

  /** All remaining bytes; at least one. */
  rest(): Uint8Array {
    const count = this.#bytes.length - this.#at;
    return this.raw(count > 0 ? count : 1);
  }

  float(): number {
    if (this.#at + FLOAT_BYTES > this.#bytes.length) return this.#fail();
    const value = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.#at).getFloat64(0, true);
    this.#at += FLOAT_BYTES;
    return Number.isFinite(value) ? value : this.#fail();
  }

  clicks(most: number): Int32Array {
    const announced = this.number();
    const count = announced > most ? this.#fail() : announced;
    const inputs = new Int32Array(count * CLICK_WORDS);
    let time = 0;
    for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
      time += this.number();
      if (time > 0x7fffffff) time = this.#fail();
      const point = this.byte() | (this.byte() << 8) | (this.byte() << 16);
      inputs[at] = time;
      inputs[at + 1] = point & 0xfff;
      inputs[at + 2] = point >> 12;
    }
    return inputs;
  }
}
