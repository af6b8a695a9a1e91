/** Longest run of ones of a Rice code. A value that needs more is written in `ESCAPE_BITS`. */
const ESCAPE = 15;
/** Bits of a value behind an escape: a signed step across the field, folded to an unsigned number. */
const ESCAPE_BITS = 15;

/** Collects bits, the most significant bit of each byte first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #free = 0;

  bits(value: number, count: number): void {
    for (let at = count - 1; at >= 0; at--) {
      if (this.#free === 0) {
        this.#bytes.push(0);
        this.#free = 8;
      }
      this.#free--;
      this.#bytes[this.#bytes.length - 1]! |= ((value >> at) & 1) << this.#free;
    }
  }

  /** Fills the last byte with zeros. */
  align(): void {
    this.#free = 0;
  }

  /** Elias gamma code of a number from 1 to 65,535. */
  gamma(value: number): void {
    const length = 31 - Math.clz32(value);
    this.bits(0, length);
    this.bits(value, length + 1);
  }

  /** Rice code of a signed number of at most 14 bits; `k` bits are written as they are. */
  rice(value: number, k: number): void {
    const folded = fold(value);
    const quotient = folded >> k;
    if (quotient >= ESCAPE) {
      this.bits((1 << ESCAPE) - 1, ESCAPE);
      this.bits(folded, ESCAPE_BITS);
      return;
    }
    this.bits((1 << (quotient + 1)) - 2, quotient + 1);
    this.bits(folded & ((1 << k) - 1), k);
  }

  take(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what a `BitWriter` wrote. After the first error everything reads as 0 and `isBroken` is true. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #isBroken = false;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Whether every byte was read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length * 8;
  }

  #fail(): 0 {
    this.#isBroken = true;
    this.#at = this.#bytes.length * 8;
    return 0;
  }

  bits(count: number): number {
    if (this.#at + count > this.#bytes.length * 8) return this.#fail();
    let value = 0;
    for (let left = count; left > 0; left--, this.#at++)
      value = (value << 1) | ((this.#bytes[this.#at >> 3]! >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  /** Skips to the next whole byte. The bits in between have to be zeros. */
  align(): void {
    const padding = (8 - (this.#at & 7)) & 7;
    if (this.bits(padding) !== 0) this.#fail();
  }

  gamma(): number {
    let length = 0;
    while (!this.#isBroken && this.bits(1) === 0) if (++length > 15) return this.#fail();
    return (1 << length) | this.bits(length);
  }

  rice(k: number): number {
    let quotient = 0;
    while (quotient < ESCAPE && this.bits(1) === 1) quotient++;
    if (quotient < ESCAPE) return unfold((quotient << k) | this.bits(k));
    const folded = this.bits(ESCAPE_BITS);
    return folded >> k < ESCAPE ? this.#fail() : unfold(folded);
  }
}

/** Bits of the Rice code of a value. */
export function riceLength(value: number, k: number): number {
  const quotient = fold(value) >> k;
  return quotient >= ESCAPE ? ESCAPE + ESCAPE_BITS : quotient + 1 + k;
}

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …, so that small numbers of both signs are short. */
const fold = (value: number): number => (value << 1) ^ (value >> 31);
const unfold = (folded: number): number => (folded >> 1) ^ -(folded & 1);
