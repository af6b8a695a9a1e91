/** Table for the reflected polynomial 0xEDB88320, as in zlib and PNG (ISO 3309). */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** CRC-32 of the first `length` bytes, unsigned. */
export function crc32(bytes: Uint8Array, length: number): number {
  let crc = -1;
  for (let at = 0; at < length; at++) crc = TABLE[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}
