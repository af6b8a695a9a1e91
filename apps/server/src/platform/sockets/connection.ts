import type { Duplex } from 'node:stream';
import type { RateLimit } from '@popfray/protocol';
import { PING_EVERY_MS, PONG_WITHIN_MS } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import { WebSocket } from 'ws';
import type { Line } from '../../battles/line.ts';
import { Bucket } from './bucket.ts';
import { frameBytes } from './frame-bytes.ts';

/** What a client may do with a connection before it is closed. */
export interface ConnectionLimits {
  /** Most bytes that wait for a slow reader: a list of games and a minute of a battle. */
  readonly waitingBytes: number;
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
  texts: { burst: 60, perMinute: 300 },
  frames: { burst: 90, perMinute: 1_800 },
  malformed: { burst: 4, perMinute: 1 },
  pingEveryMs: PING_EVERY_MS,
  pongWithinMs: PONG_WITHIN_MS,
  closeWithinMs: 2_000,
};

/** Close code of a server that meets what it did not expect. RFC 6455, section 7.4.1. */
const FAULT = 1011;

/** Who hears a connection. */
export interface Ear {
  /** `malformed` for what is no message; it has been answered. */
  text(text: string): 'taken' | 'malformed';
  frame(bytes: Uint8Array): 'taken' | 'malformed';
  /** Told with each ping: a page cannot see the protocol's own. */
  pinged?(): void;
  /** The connection is closed, whoever closed it. Told once, last. */
  gone(): void;
}

/** What a connection has to be told. */
interface Surroundings {
  readonly now: () => number;
  /** Whether its network may send one more message of text. Counts it. */
  readonly mayTalk: () => boolean;
}

/** What a connection tells of a bug in whoever hears it. */
type OnFault = (error: unknown) => void;

/** An open socket within its limits: whoever breaks one is told by a close code, and heard no more. */
export class Connection implements Line {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #limits: ConnectionLimits;
  readonly #texts: Bucket;
  readonly #frames: Bucket;
  readonly #malformed: Bucket;
  readonly #now: () => number;
  readonly #mayTalk: () => boolean;
  #ear: Ear | null = null;
  #onFault: OnFault = () => undefined;
  /** When the close was sent, or the socket failed; null while it is open. */
  #closedAtMs: number | null = null;
  #pingedAtMs: number;
  /** When a ping that was not answered went out; null when all were. */
  #unansweredMs: number | null = null;

  /** `stream`: what the socket was made of. */
  constructor(socket: WebSocket, stream: Duplex, limits: ConnectionLimits, { now, mayTalk }: Surroundings) {
    this.#socket = socket;
    this.#stream = stream;
    this.#limits = limits;
    this.#texts = new Bucket(limits.texts);
    this.#frames = new Bucket(limits.frames);
    this.#malformed = new Bucket(limits.malformed);
    this.#now = now;
    this.#mayTalk = mayTalk;
    this.#pingedAtMs = now();
  }

  /** Whether anything that is sent can still arrive. */
  get isOpen(): boolean {
    return this.#closedAtMs === null;
  }

  /** Lets somebody hear it, till it is gone. Once. */
  begin(ear: Ear, onFault: OnFault): void {
    this.#ear = ear;
    this.#onFault = onFault;
    this.#socket.on('message', (bytes: Buffer, isFrame: boolean) => {
      if (!this.#hears(isFrame ? this.#frames : this.#texts)) return;
      this.#tell(() => (isFrame ? ear.frame(bytes) : ear.text(bytes.toString())));
    });
    this.#socket.on('ping', () => void this.#hears(this.#frames));
    this.#socket.on('pong', () => void this.#hears(this.#frames));
    // What is no WebSocket, too long or no UTF-8 is closed by ws itself, with the code of the protocol.
    this.#socket.on('error', () => void (this.#closedAtMs ??= this.#now()));
    this.#socket.once('close', () => {
      this.#closedAtMs ??= this.#now();
      this.#tell(() => ear.gone());
    });
  }

  send(data: Uint8Array | string): void {
    // After the client's own close there is nothing more to be said, though the line is not gone yet.
    if (!this.isOpen || this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#limits.waitingBytes) {
      this.#cut(CLOSE.slow, 'too slow a reader');
      return;
    }
    // Nothing of ws waits in between: it compresses nothing, so what it sends is written at once too.
    const bytes = typeof data === 'string' ? null : frameBytes(data);
    if (bytes === null) this.#socket.send(data);
    else this.#stream.write(bytes);
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#closedAtMs = this.#now();
    this.#socket.close(code, reason);
  }

  /** Ends it for a bug of ours, for nobody knows where the talk stands then. */
  fault(error: unknown): void {
    this.#onFault(error);
    this.close(FAULT, 'something went wrong on our side');
  }

  /** Pings when it is time, and gives up whoever does not answer. The server calls it every now and then. */
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
      this.#tell(() => this.#ear?.pinged?.());
    }
  }

  /** Has the ear told. */
  #tell(hear: () => unknown): void {
    try {
      if (hear() === 'malformed' && !this.#malformed.take(this.#now()))
        this.#cut(CLOSE.malformed, 'malformed messages');
    } catch (error) {
      this.fault(error);
    }
  }

  /** Whether one more message is heard. It is a sign of life. */
  #hears(bucket: Bucket): boolean {
    if (!this.isOpen) return false;
    this.#unansweredMs = null;
    if (bucket.take(this.#now()) && (bucket !== this.#texts || this.#mayTalk())) return true;
    this.#cut(CLOSE.flood, 'too many messages');
    return false;
  }

  /** Closes it for somebody who may not answer that, and reads no more. */
  #cut(code: number, reason: string): void {
    this.close(code, reason);
    this.#socket.pause();
  }
}
