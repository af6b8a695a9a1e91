import { encodeAccepted, encodeRefused, encodeReveal, encodeScores, encodeTime } from '@popfray/protocol/battle';
import type { GameSocketSaid } from '@popfray/protocol/socket';
import type { Word } from './host.fixture.ts';

/** The server's end of a page's socket, in the place of the browser's WebSocket. */
export class HeldSocket extends EventTarget {
  /** Every socket that was opened, the newest last. */
  static readonly all: HeldSocket[] = [];
  readonly url: string;
  readonly frames: Uint8Array[] = [];
  readonly messages: GameSocketSaid[] = [];
  binaryType = 'blob';

  constructor(url: string) {
    super();
    this.url = url;
    HeldSocket.all.push(this);
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
    this.dispatchEvent(new Event('open'));
  }

  tell(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  say({ message, frame }: Word): void {
    if (message !== undefined) this.tell(JSON.stringify(message));
    else if (frame.type === 'reveal') this.tell(encodeReveal(frame).buffer);
    else if (frame.type === 'scores') this.tell(encodeScores(frame).buffer);
    else if (frame.type === 'refused') this.tell(encodeRefused(frame).buffer);
    else if (frame.type === 'accepted') this.tell(encodeAccepted(frame).buffer);
    else this.tell(encodeTime(frame.clientMs, frame.serverMs).buffer);
  }

  drop(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}
