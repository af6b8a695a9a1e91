import {
  decodeClientFrame,
  encodeAccepted,
  encodeRefused,
  encodeReveal,
  encodeScores,
  encodeTime,
  type InputBatch,
} from '@popfray/protocol/battle';
import type { GameSocketSaid } from '@popfray/protocol/socket';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Word } from './host.fixture.ts';

/** The server's end of a page's socket, in the place of the browser's WebSocket. */
export class HeldSocket extends EventTarget {
  /** Every socket that was opened, the newest last. */
  static readonly all: HeldSocket[] = [];
  static readonly CONNECTING = 0;
  readonly url: string;
  readonly frames: Uint8Array[] = [];
  readonly messages: GameSocketSaid[] = [];
  binaryType = 'blob';
  readyState: number = HeldSocket.CONNECTING;

  constructor(url: string) {
    super();
    this.url = url;
    HeldSocket.all.push(this);
  }

  /** The socket that is open, or being opened. */
  static last(): HeldSocket {
    const socket = HeldSocket.all.at(-1);
    if (socket === undefined) throw new Error('There is no socket.');
    return socket;
  }

  /** The batches that the page has sent. */
  get batches(): InputBatch[] {
    return this.frames.map((bytes) => decodeClientFrame(bytes)).filter((frame) => frame?.type === 'inputs');
  }

  /** What a page does. */
  send(data: string | Uint8Array): void {
    if (typeof data === 'string') this.messages.push(JSON.parse(data) as GameSocketSaid);
    else this.frames.push(data);
  }

  close(): void {
    this.drop(1000);
  }

  /** What the server does. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  say({ message, frame }: Word): void {
    if (message !== undefined) this.receive(JSON.stringify(message));
    else if (frame.type === 'reveal') this.receive(encodeReveal(frame).buffer);
    else if (frame.type === 'scores') this.receive(encodeScores(frame).buffer);
    else if (frame.type === 'refused') this.receive(encodeRefused(frame).buffer);
    else if (frame.type === 'accepted') this.receive(encodeAccepted(frame).buffer);
    else this.receive(encodeTime(frame.clientMs, frame.serverMs).buffer);
  }

  drop(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

/** Fills arrays with bytes that are the same in each run of a test, and others in each call. */
function makeRandomValues(): typeof crypto.getRandomValues {
  let calls = 0;
  return (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    calls++;
    for (let at = 0; at < bytes.length; at++) bytes[at] = 31 * calls + 7 * at;
    return array;
  };
}

/** Gives each test of a file held sockets in the place of the browser's, timers that the test advances, and the same random values in each run. */
export function holdSockets(): void {
  beforeEach(() => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(makeRandomValues());
    HeldSocket.all.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
    vi.stubGlobal('WebSocket', HeldSocket);
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
