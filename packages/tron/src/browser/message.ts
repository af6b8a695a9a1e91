/** A field of a protobuf message: a number, or the bytes of text, bytes or a message. */
type Field = number | Uint8Array;

/** The fields that a message may have, by their numbers. */
type Shape = Readonly<Record<number, 'number' | 'bytes'>>;

/** Wire types of protobuf's encoding. */
const WIRE: Readonly<Record<number, 'number' | 'bytes'>> = { 0: 'number', 2: 'bytes' };

/** A message that has only fields of its shape. */
export class Message {
  readonly #fields: ReadonlyMap<number, Field>;

  constructor(fields: ReadonlyMap<number, Field>) {
    this.#fields = fields;
  }

  /** A number field; 0, protobuf's default, when it is absent. */
  number(field: number): number {
    const value = this.#fields.get(field);
    return typeof value === 'number' ? value : 0;
  }

  /** A bytes field; empty when it is absent. */
  bytes(field: number): Uint8Array {
    const value = this.#fields.get(field);
    return value instanceof Uint8Array ? value : new Uint8Array();
  }
}

/**
 * Decodes a protobuf message in the one way a TRON node encodes it: fields in ascending order, each at most once, numbers
 * in their shortest form and within 2^53. Null for anything else, a field that the shape does not name included.
 */
export function decodeMessage(bytes: Uint8Array, shape: Shape): Message | null {
  const fields = new Map<number, Field>();
  let at = 0;
  let last = 0;

  /** The next number, or -1 when there is none in its shortest form within 2^53. */
  function nextNumber(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) return -1;
      value += (byte & 127) * factor;
      if (!Number.isSafeInteger(value)) return -1;
      if (byte < 128) return byte === 0 && factor > 1 ? -1 : value;
    }
  }

  while (at < bytes.length) {
    const tag = nextNumber();
    const field = Math.floor(tag / 8);
    const kind = WIRE[tag % 8];
    if (tag < 0 || field <= last || kind === undefined || shape[field] !== kind) return null;
    last = field;
    const value = nextNumber();
    if (value < 0) return null;
    if (kind === 'number') fields.set(field, value);
    else if (value > bytes.length - at) return null;
    else fields.set(field, bytes.subarray(at, (at += value)));
  }
  return new Message(fields);
}
