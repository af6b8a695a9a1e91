import type { Duplex } from 'node:stream';
import type { RateLimit } from '@popfray/protocol';
import { PING_EVERY_MS, PONG_WITHIN_MS } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import { WebSocket } from 'ws';
import { Serial } from '../serial/index.ts';
import { Bucket } from './bucket.ts';
import type { Connection, ConnectionListener, MessageCodec, MessageOutcome } from './connection.ts';
import { frameBytes } from './frame-bytes.ts';
import { WriteQueue } from './write-queue.ts';

/** What a client may do with a connection before it is closed. */
export interface ConnectionLimits {
  /** Most bytes that wait for a slow reader: a list of games and a minute of a battle. */
  readonly waitingBytes: number;
  /** Most messages that wait for the handling of those before them, which can be slow while the database is. */
  readonly waitingMessages: number;
  /** Messages of text, and frames: far more than any page of ours sends. */
  readonly texts: RateLimit;
  readonly frames: RateLimit;
  /** Messages that are none: one more closes. */
  readonly malformed: RateLimit;
  /** Between two pings, and from a ping to a sign of life, ms. */
  readonly pingEveryMs: number;
  readonly pongWithinMs: number;
  /** How long a client has to answer a close, ms. */
  readonly closeWithinMs: number;
}

/** The usual ones. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  waitingBytes: 256 * 1_024,
  waitingMessages: 200,
  texts: { burst: 60, perMinute: 300 },
  frames: { burst: 90, perMinute: 1_800 },
  malformed: { burst: 4, perMinute: 1 },
  pingEveryMs: PING_EVERY_MS,
  pongWithinMs: PONG_WITHIN_MS,
  closeWithinMs: 2_000,
};

/** Close code of a server that meets what it did not expect. RFC 6455, section 7.4.1. */
const FAULT = 1011;

/** What a connection needs from the server. */
interface ConnectionDependencies {
  readonly now: () => number;
  /** Counts a text message for the client's network, and returns whether the network may send it. */
  readonly mayTalk: () => boolean;
}

/** Calls a listener's function. */
type Handle = () => MessageOutcome | Promise<MessageOutcome> | void;

/** Receives what a listener throws. */
type OnFault = (error: unknown) => void;

/** An open WebSocket with limits. A client that exceeds one is disconnected with the close code of that limit. */
export class WebSocketConnection implements Connection {
  readonly #socket: WebSocket;
  readonly #queue: WriteQueue;
  readonly #limits: ConnectionLimits;
  readonly #texts: Bucket;
  readonly #frames: Bucket;
  readonly #malformed: Bucket;
  readonly #now: () => number;
  readonly #mayTalk: () => boolean;
  /** What the client sends is handled in its order. */
  readonly #handlers: Serial;
  #waiting = 0;
  #onPing = (): void => undefined;
  #onFault: OnFault = () => undefined;
  /** When the close was sent, or the socket failed; null while it is open. */
  #closedAtMs: number | null = null;
  #pingedAtMs: number;
  /** When a ping that was not answered went out; null when all were. */
  #unansweredMs: number | null = null;

  /** `stream`: what the socket was made of. */
  constructor(socket: WebSocket, stream: Duplex, limits: ConnectionLimits, { now, mayTalk }: ConnectionDependencies) {
    this.#socket = socket;
    // ws answers a close of the client at once, and no data may follow that answer.
    this.#queue = new WriteQueue(stream, () => socket.readyState === WebSocket.OPEN);
    this.#limits = limits;
    this.#texts = new Bucket(limits.texts);
    this.#frames = new Bucket(limits.frames);
    this.#malformed = new Bucket(limits.malformed);
    this.#now = now;
    this.#mayTalk = mayTalk;
    this.#pingedAtMs = now();
    this.#handlers = new Serial((error) => this.#fail(error));
  }

  /** Whether anything that is sent can still arrive. */
  get isOpen(): boolean {
    return this.#closedAtMs === null;
  }

  /** Passes decoded messages and events to a listener until the connection is closed. Call it once. */
  listen<Message, DecodeError>(
    codec: MessageCodec<Message, DecodeError>,
    listener: ConnectionListener<Message, DecodeError>,
    onFault: OnFault,
  ): void {
    this.#onFault = onFault;
    this.#onPing = () => listener.onPing?.();
    this.#socket.on('message', (bytes: Buffer, isFrame: boolean) => {
      if (!this.#accepts(isFrame ? this.#frames : this.#texts)) return;
      const handle = (): MessageOutcome | Promise<MessageOutcome> => {
        const decoded = isFrame ? codec.decodeFrame(bytes) : codec.decodeText(bytes.toString());
        if (decoded.ok) return listener.handleMessage(decoded.value);
        return listener.handleMalformed(decoded.error, isFrame ? 'frame' : 'text');
      };
      if (isFrame && listener.areFramesUrgent?.() === true) this.#runAtOnce(handle);
      else if (this.#waiting < this.#limits.waitingMessages) this.#run(handle);
      else this.#cut(CLOSE.flood, 'too many messages wait');
    });
    this.#socket.on('ping', () => void this.#accepts(this.#frames));
    this.#socket.on('pong', () => void this.#accepts(this.#frames));
    // The ws package closes the connection for data that is not WebSocket, too long or not UTF-8, with the code of the protocol.
    this.#socket.on('error', () => void (this.#closedAtMs ??= this.#now()));
    this.#socket.once('close', () => {
      this.#closedAtMs ??= this.#now();
      this.#run(() => listener.onClose());
    });
  }

  /** Resolves when everything that was received so far is handled. */
  async settled(): Promise<void> {
    await this.#handlers.settled();
  }

  send(data: Uint8Array | string): void {
    // The client may have begun to close the connection, which then accepts no more data.
    if (!this.isOpen || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount + this.#queue.length > this.#limits.waitingBytes) {
      this.#cut(CLOSE.slow, 'too slow a reader');
      return;
    }
    // Bytes can bypass ws: without compression it writes what it is given at once, so the order stays the same.
    const bytes = frameBytes(data);
    if (bytes !== null) {
      this.#queue.push(bytes);
      return;
    }
    this.#queue.flush();
    this.#socket.send(data);
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#closedAtMs = this.#now();
    this.#queue.flush();
    this.#socket.close(code, reason);
  }

  /** Sends a ping when one is due, and disconnects a client that did not answer the last one. The server calls it regularly. */
  check(nowMs: number): void {
    const { pingEveryMs, pongWithinMs, closeWithinMs } = this.#limits;
    if (this.#closedAtMs !== null) {
      if (nowMs - this.#closedAtMs >= closeWithinMs) this.#socket.terminate();
    } else if (this.#unansweredMs !== null && nowMs - this.#unansweredMs >= pongWithinMs) {
      this.#cut(CLOSE.silent, 'no answer to a ping');
    } else if (nowMs - this.#pingedAtMs >= pingEveryMs) {
      this.#pingedAtMs = nowMs;
      this.#unansweredMs ??= nowMs;
      this.#socket.ping();
      this.#run(this.#onPing);
    }
  }

  /** Runs a listener's function after those before it, counts malformed messages and closes the connection after a fault. */
  #run(handle: Handle): void {
    this.#waiting++;
    this.#handlers.run(() => {
      this.#waiting--;
      return this.#handle(handle);
    });
  }

  /** The same without waiting for those before it. */
  #runAtOnce(handle: Handle): void {
    try {
      const counted = this.#handle(handle);
      if (counted instanceof Promise) counted.catch(this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }

  #handle(handle: Handle): Promise<void> | void {
    const outcome = handle();
    return outcome instanceof Promise ? outcome.then(this.#count) : this.#count(outcome);
  }

  readonly #count = (outcome: MessageOutcome | void): void => {
    if (outcome === 'malformed' && !this.#malformed.take(this.#now())) this.#cut(CLOSE.malformed, 'malformed messages');
  };

  /** Reports a fault of this server and closes the connection, because its state is unknown after that. */
  readonly #fail = (error: unknown): void => {
    this.#onFault(error);
    this.close(FAULT, 'something went wrong on our side');
  };

  /** Whether one more message is within the limits. Every message proves that the client is alive. */
  #accepts(bucket: Bucket): boolean {
    if (!this.isOpen) return false;
    this.#unansweredMs = null;
    if (bucket.take(this.#now()) && (bucket !== this.#texts || this.#mayTalk())) return true;
    this.#cut(CLOSE.flood, 'too many messages');
    return false;
  }

  /** Closes the connection and stops reading, because this client may not answer the close. */
  #cut(code: number, reason: string): void {
    this.close(code, reason);
    this.#socket.pause();
  }
}
