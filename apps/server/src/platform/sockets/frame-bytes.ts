/** First byte of a message in one frame, and marks of longer lengths. RFC 6455, section 5.2. */
const TEXT = 0x81;
const BINARY = 0x82;
const SHORT = 125;
const TWO_BYTES = 126;
const MAX_LENGTH = 0xffff;

let lastData: Uint8Array | string | null = null;
let lastBytes: Buffer | null = null;

/**
 * Encodes a message with its WebSocket header; null for 64 kB and more. A broadcast sends the same data to many clients, so the last
 * result is cached. This saves a copy and a buffer for each write, which are most of the cost of sending.
 */
export function frameBytes(data: Uint8Array | string): Buffer | null {
  if (data === lastData) return lastBytes;
  const isText = typeof data === 'string';
  const length = isText ? Buffer.byteLength(data) : data.length;
  if (length > MAX_LENGTH) return null;
  const headBytes = length <= SHORT ? 2 : 4;
  const bytes = Buffer.allocUnsafe(length + headBytes);
  bytes[0] = isText ? TEXT : BINARY;
  bytes[1] = length <= SHORT ? length : TWO_BYTES;
  if (length > SHORT) bytes.writeUInt16BE(length, 2);
  if (isText) bytes.write(data, headBytes);
  else bytes.set(data, headBytes);
  lastData = data;
  lastBytes = bytes;
  return bytes;
}
