import type { GameSocketOut, GameSocketSaid } from '@popfray/protocol/socket';
import { WebSocket, type ClientOptions } from 'ws';
import { cookieName } from '../http/cookie.ts';

/** How a test's client comes. */
export interface TestSocketOptions {
  readonly path?: string;
  /** Null for none, as programs have it. Default: the server's own. */
  readonly origin?: string | null;
  /** The cookie's token; undefined for a visitor. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
}

/** A client of the tests. It stores everything that it receives. */
export interface TestSocket<Out extends { readonly type: string } = GameSocketOut, Message = GameSocketSaid> {
  readonly socket: WebSocket;
  readonly messages: Out[];
  readonly frames: Uint8Array[];
  /** Sends a message as JSON. */
  sendMessage(message: Message): void;
  /** Sends text or bytes as they are. */
  send(data: string | Uint8Array): void;
  /** Resolves with the next message of one of some types, which may have been received already. */
  receive<Type extends Out['type']>(...types: readonly Type[]): Promise<Extract<Out, { readonly type: Type }>>;
  /** Drops everything that was received so far. */
  forget(): void;
  /** The next frame. */
  receiveFrame(): Promise<Uint8Array>;
  /** Resolves with the code and reason when it is closed. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(): void;
}

/** How a handshake was refused. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the handshake was answered with ${status}`);
    this.status = status;
  }
}

/** Opens a socket of a server; rejects with a `RefusedError` when it is not let in. */
export async function openTestSocket<Out extends { readonly type: string } = GameSocketOut, Message = GameSocketSaid>(
  url: string,
  { path = '/ws', origin = url, token, headers = {}, client }: TestSocketOptions = {},
): Promise<TestSocket<Out, Message>> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    perMessageDeflate: false,
    ...(origin !== null && { origin }),
    headers: { ...(token !== undefined && { Cookie: `${cookieName({ origins: [] })}=${token}` }), ...headers },
    ...client,
  });
  const messages: Out[] = [];
  const frames: Uint8Array[] = [];
  const waiting = new Set<() => void>();
  /** The messages of `list` that the test has not taken. */
  const left: Out[] = [];
  const leftFrames: Uint8Array[] = [];

  socket.on('message', (bytes: Buffer, isFrame: boolean) => {
    if (isFrame) {
      frames.push(bytes);
      leftFrames.push(bytes);
    } else {
      const message = JSON.parse(bytes.toString()) as Out;
      messages.push(message);
      left.push(message);
    }
    for (const look of waiting) look();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_, response) => reject(new RefusedError(response.statusCode ?? 0)));
  });
  socket.on('error', () => undefined);

  /** Resolves with what `take` finds, now or when more has come. */
  const when = async <Found>(take: () => Found | undefined): Promise<Found> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = take();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });

  return {
    socket,
    messages,
    frames,
    sendMessage: (message) => socket.send(JSON.stringify(message)),
    send: (data) => socket.send(data),
    receive: async <Type extends Out['type']>(...types: readonly Type[]) =>
      when(() => {
        const at = left.findIndex(({ type }) => types.includes(type as Type));
        return at === -1 ? undefined : (left.splice(at, 1)[0] as Extract<Out, { readonly type: Type }>);
      }),
    forget: () => void left.splice(0),
    receiveFrame: async () => when(() => leftFrames.shift()),
    closed,
    close: () => socket.close(),
  };
}

/** Opens the game socket and says `init`. */
export async function openGame(url: string, options: TestSocketOptions = {}): Promise<TestSocket> {
  const opened = await openTestSocket(url, options);
  opened.sendMessage({ type: 'init', blockchain: 'tron', client: 'tests' });
  await opened.receive('welcome');
  return opened;
}
