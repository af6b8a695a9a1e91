/** First byte of a binary message in one frame, and marks of longer lengths. RFC 6455, section 5.2. */
const BINARY = 0x82;
const SHORT = 125;
const TWO_BYTES = 126;
const MAX_LENGTH = 0xffff;

let lastData: Uint8Array | null = null;
let lastBytes: Buffer | null = null;

/**
 * Encodes a binary message with its WebSocket header; null for 64 kB and more. A broadcast sends the same bytes to many players, so the last
 * result is cached. This saves a copy and a buffer for each write, which are most of the cost of sending.
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
