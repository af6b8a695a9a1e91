/** Bytes of a number. */
const U8 = 1;
const U16 = 2;
const U32 = 4;

const FIRST_BYTES = 65_536;

/** Writes numbers, texts and bytes one after the other into a buffer that grows and is used again. Numbers are little-endian. */
export class BatchWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  /** How many bytes are written. */
  get length(): number {
    return this.#length;
  }

  /** Begins again. */
  clear(): void {
    this.#length = 0;
  }

  u8(value: number): void {
    this.#bytes.writeUInt8(value, this.#extend(U8));
  }

  u16(value: number): void {
    this.#bytes.writeUInt16LE(value, this.#extend(U16));
  }

  u32(value: number): void {
    this.#bytes.writeUInt32LE(value, this.#extend(U32));
  }

  /** Replaces a number that was written before. */
  setU32(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  /** UTF-8. */
  text(value: string): void {
    const at = this.#extend(Buffer.byteLength(value));
    this.#bytes.write(value, at);
  }

  raw(bytes: Uint8Array): void {
    const at = this.#extend(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** A copy of what is written. */
  copy(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Makes room for more bytes, and returns where they begin. */
  #extend(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(this.#length, this.#bytes.length * 2));
      this.#bytes.copy(longer, 0, 0, at);
      this.#bytes = longer;
    }
    return at;
  }
}
