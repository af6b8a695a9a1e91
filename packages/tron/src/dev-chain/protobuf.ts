/** A field of a message: its number, and a whole number or bytes. */
export type Field = readonly [field: number, value: number | Uint8Array];

/** Wire types of protobuf's encoding. */
const VARINT = 0;
const BYTES = 2;

/**
 * Encodes a protobuf message as java-tron does: fields in the order given, which is to be ascending, and none that holds
 * its default, 0 or no bytes. Numbers are safe integers; a negative one takes ten bytes.
 */
export function encodeMessage(fields: readonly Field[]): Buffer {
  const parts: Uint8Array[] = [];
  for (const [field, value] of fields) {
    if (typeof value !== 'number') {
      if (value.length > 0) parts.push(encodeNumber(field * 8 + BYTES), encodeNumber(value.length), value);
    } else if (value !== 0) {
      parts.push(encodeNumber(field * 8 + VARINT), encodeNumber(value));
    }
  }
  return Buffer.concat(parts);
}

/** Seven bits a byte, the lowest first; negative numbers in two's complement of 64 bits. */
function encodeNumber(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
