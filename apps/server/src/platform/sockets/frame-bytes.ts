/** First byte of a binary message in one frame, and marks of longer lengths. RFC 6455, section 5.2. */
const BINARY = 0x82;
const SHORT = 125;
const TWO_BYTES = 126;
const MAX_LENGTH = 0xffff;

let lastData: Uint8Array | null = null;
let lastBytes: Buffer | null = null;

/**
 * A server's binary message as it goes over the line, head and all, or null for one of 64 kB and more. A broadcast hands the same bytes to
 * one player after the other, so the last one made is kept: one copy and one buffer a write, which are most of what sending costs.
 */
export function frameBytes(data: Uint8Array): Buffer | null {
  if (data === lastData) return lastBytes;
  if (data.length > MAX_LENGTH) return null;
  const isShort = data.length <= SHORT;
  const bytes = Buffer.allocUnsafe(data.length + (isShort ? 2 : 4));
  bytes[0] = BINARY;
  bytes[1] = isShort ? data.length : TWO_BYTES;
  if (!isShort) bytes.writeUInt16BE(data.length, 2);
  bytes.set(data, isShort ? 2 : 4);
  lastData = data;
  lastBytes = bytes;
  return bytes;
}
