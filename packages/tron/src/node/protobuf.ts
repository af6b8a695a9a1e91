import { concatBytes } from '@noble/hashes/utils.js';

/** A field of a protobuf message: its number, and a whole number or bytes. */
export type Field = readonly [field: number, value: number | Uint8Array];

/** Wire types of protobuf's encoding. */
const VARINT = 0;
const BYTES = 2;

/** Encodes a message: fields in the given order, which is to be ascending, without those that hold their default. */
export function encodeMessage(fields: readonly Field[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [field, value] of fields) {
    if (typeof value === 'number') {
      if (value !== 0) parts.push(encodeNumber(field * 8 + VARINT), encodeNumber(value));
    } else if (value.length > 0) {
      parts.push(encodeNumber(field * 8 + BYTES), encodeNumber(value.length), value);
    }
  }
  return concatBytes(...parts);
}

/**
 * The fields of a message in their order; null when the bytes are none, or hold a number that is not a safe integer of 0
 * or more. Does not ask whether it is the shortest way to write them: encode again and compare.
 */
export function decodeMessage(bytes: Uint8Array): readonly Field[] | null {
  const fields: Field[] = [];
  let at = 0;

  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; scale <= Number.MAX_SAFE_INTEGER; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) return Number.NaN;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };

  while (at < bytes.length) {
    const tag = readNumber();
    const value = readNumber();
    if (!Number.isSafeInteger(tag) || !Number.isSafeInteger(value)) return null;
    const field = Math.floor(tag / 8);
    if (tag % 8 === VARINT) {
      fields.push([field, value]);
    } else if (tag % 8 === BYTES && value <= bytes.length - at) {
      fields.push([field, bytes.subarray(at, at + value)]);
      at += value;
    } else {
      return null;
    }
  }
  return fields;
}

/** Seven bits a byte, the lowest first. The number is a safe integer of 0 or more. */
function encodeNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return Uint8Array.from([...bytes, value]);
}
