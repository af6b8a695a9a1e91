import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Opcodes of frames, and the bits of their first two bytes. RFC 6455, section 5.2. */
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;
const FINAL_BIT = 0x80;
const MASK_BIT = 0x80;
const LENGTH_BITS = 0x7f;
const OPCODE_BITS = 0xf;
const SHORT = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
const MASK_BYTES = 4;

const HEAD_END = Buffer.from('\r\n\r\n');
const NO_BYTES = Buffer.alloc(0);
const NO_PAYLOAD = new Uint8Array(0);

/** All sockets of a process read into this buffer: each read is handled before the next one. */
const READ_BUFFER = Buffer.alloc(64 * 1_024);

/** What a load socket calls. Bytes are valid until the function returns. */
export interface LoadListener {
  onOpen(): void;
  onText(text: Buffer): void;
  onFrame(frame: Buffer): void;
  /** Called once when the connection has ended, or could not be opened. */
  onClose(): void;
}

/**
 * A WebSocket client for thousands of connections in one process. It reads into one shared buffer and copies only incomplete frames, so that the
 * load takes less processor time than the server that it measures. It knows no fragments, which this server does not send.
 */
export class LoadSocket {
  /** Bytes of frames, in both directions. The handshake is not counted. */
  bytesDown = 0;
  bytesUp = 0;
  readonly #socket: Socket;
  readonly #listener: LoadListener;
  readonly #mask = randomBytes(MASK_BYTES);
  /** The beginning of a frame whose rest has not arrived. */
  #rest = NO_BYTES;
  #isOpen = false;

  /** `localAddress`: where the connection comes from; the operating system chooses when it is undefined. */
  constructor(url: string, localAddress: string | undefined, listener: LoadListener) {
    const { hostname, port, host } = new URL(url);
    this.#listener = listener;
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      ...(localAddress !== undefined && { localAddress }),
      onread: {
        buffer: READ_BUFFER,
        callback: (count) => {
          this.#read(READ_BUFFER.subarray(0, count));
          return true;
        },
      },
    });
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => {
      this.#isOpen = false;
      listener.onClose();
    });
    this.#socket.write(
      [
        'GET /ws HTTP/1.1',
        `Host: ${host}`,
        `Origin: ${url}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        '\r\n',
      ].join('\r\n'),
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  sendText(text: string): void {
    this.#send(TEXT, Buffer.from(text));
  }

  sendFrame(frame: Uint8Array): void {
    this.#send(BINARY, frame);
  }

  /** Drops the connection without a word, as a lost network does. */
  destroy(): void {
    this.#socket.destroy();
  }

  #send(opcode: number, payload: Uint8Array): void {
    if (!this.#isOpen) return;
    const mask = this.#mask;
    const isShort = payload.length <= SHORT;
    const maskAt = isShort ? 2 : 4;
    const bytes = Buffer.allocUnsafe(maskAt + MASK_BYTES + payload.length);
    bytes[0] = FINAL_BIT | opcode;
    bytes[1] = MASK_BIT | (isShort ? payload.length : TWO_BYTES);
    if (!isShort) bytes.writeUInt16BE(payload.length, 2);
    bytes.set(mask, maskAt);
    for (let at = 0; at < payload.length; at++)
      bytes[maskAt + MASK_BYTES + at] = (payload[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0);
    this.bytesUp += bytes.length;
    this.#socket.write(bytes);
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const used = this.#isOpen ? this.#readFrames(bytes, 0) : this.#readHead(bytes);
    this.#rest = used === bytes.length ? NO_BYTES : Buffer.from(bytes.subarray(used));
  }

  /** Reads the answer to the handshake, and the frames after it. Returns how many bytes it has used. */
  #readHead(bytes: Buffer): number {
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) return 0;
    if (!bytes.subarray(0, end).includes(' 101 ')) {
      this.destroy();
      return bytes.length;
    }
    this.#isOpen = true;
    this.#listener.onOpen();
    return this.#readFrames(bytes, end + HEAD_END.length);
  }

  /** Reads the complete frames from a place on. Returns the place after them. */
  #readFrames(bytes: Buffer, start: number): number {
    let from = start;
    while (bytes.length - from >= 2) {
      const short = (bytes[from + 1] ?? 0) & LENGTH_BITS;
      const headBytes = short === TWO_BYTES ? 4 : short === EIGHT_BYTES ? 10 : 2;
      if (bytes.length - from < headBytes) break;
      const length =
        short === TWO_BYTES
          ? bytes.readUInt16BE(from + 2)
          : short === EIGHT_BYTES
            ? Number(bytes.readBigUInt64BE(from + 2))
            : short;
      const end = from + headBytes + length;
      if (bytes.length < end) break;
      this.bytesDown += end - from;
      this.#handle((bytes[from] ?? 0) & OPCODE_BITS, bytes.subarray(from + headBytes, end));
      from = end;
    }
    return from;
  }

  #handle(opcode: number, payload: Buffer): void {
    if (opcode === BINARY) this.#listener.onFrame(payload);
    else if (opcode === TEXT) this.#listener.onText(payload);
    else if (opcode === PING) this.#send(PONG, NO_PAYLOAD);
    else if (opcode === CLOSE) this.destroy();
  }
}
