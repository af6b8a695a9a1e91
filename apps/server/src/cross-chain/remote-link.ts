import { setTimeout as delay } from 'node:timers/promises';
import { err } from '@popfray/engine/result';
import {
  MAX_PLATFORM_BYTES,
  PLATFORM_SOCKET_PATH,
  platformSocketOut,
  type PlatformSocketIn,
  type PlatformSocketOut,
} from '@popfray/protocol/socket';
import { WebSocket } from 'ws';
import { stackOf, type Log } from '../platform/log/index.ts';
import { createForeignSessions, remembering } from './foreign.ts';
import type { CrossChainLink, Desk, Host } from '../platform/context/index.ts';
import { Serial } from '../platform/serial/index.ts';
import { parseMessage } from '../platform/sockets/index.ts';
import { signCall } from './platform-key.ts';
import { makeRequest, readAnswer, type Requests } from './request.ts';

/** How long an answer may take, ms. Pages do not wait that long; the worker repeats their requests. */
const CALL_TIMEOUT_MS = 3_000;

/** From a lost connection to the next attempt, ms; twice as long each time, to the longest. SPEC section 9 has the first. */
export const RECONNECT = { firstMs: 1_000, longestMs: 30_000 };

/** How long the socket may be silent, ms: the server pings more often. */
const SILENCE_MS = 60_000;

/** What a remote link is made with. */
export interface RemoteLinkOptions extends Requests {
  readonly log: Log;
  readonly reconnect: typeof RECONNECT;
}

/** The link to a separate cross-chain server: calls over HTTP; questions and news over a socket that reconnects. */
export function createRemoteLink({ log, reconnect, ...requests }: RemoteLinkOptions): CrossChainLink {
  const { url, now, signer, randomBytes } = requests;
  const foreign = createForeignSessions(now);
  const closing = new AbortController();
  /** Null before the first attempt. */
  let isReachable: boolean | null = null;
  let attempts = 0;
  let socket: WebSocket | null = null;
  let serving = Promise.resolve();
  const fault = (error: unknown): void => {
    log({ event: 'fault', method: 'CROSS-CHAIN', path: '', stack: stackOf(error) });
  };
  /** News is handled in its order. */
  const news = new Serial(fault);
  /** Questions that are being answered, in parallel because one may wait for the chain's node. */
  const answering = new Set<Promise<void>>();

  const note = (isReachableNow: boolean, why = ''): void => {
    if (isReachableNow === isReachable || closing.signal.aborted) return;
    isReachable = isReachableNow;
    const message = isReachableNow
      ? `the cross-chain server ${url} answers`
      : `the cross-chain server ${url} is away${why}`;
    log({ event: 'notice', about: 'cross-chain', message });
  };

  /** One connection, from its attempt to its end. */
  async function connect(desk: Desk): Promise<void> {
    const host = remembering(desk, foreign);
    const signed = signCall(signer, { method: 'GET', path: PLATFORM_SOCKET_PATH, body: '' }, now(), randomBytes(16));
    const opened = new WebSocket(`${url.replace(/^http/, 'ws')}${PLATFORM_SOCKET_PATH}`, {
      headers: { Authorization: signed },
      handshakeTimeout: CALL_TIMEOUT_MS,
      maxPayload: MAX_PLATFORM_BYTES,
      perMessageDeflate: false,
    });
    socket = opened;
    let why = '';
    let silenceTimer = setTimeout(() => opened.terminate(), SILENCE_MS);
    const restartTimeout = (): void => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(() => opened.terminate(), SILENCE_MS);
    };
    const ended = new Promise<void>((resolve) => void opened.once('close', () => resolve()));
    opened.on('error', (error) => void (why = `: ${error.message}`));
    opened.on('ping', restartTimeout);
    opened.on('message', (bytes: Buffer) => {
      restartTimeout();
      // The server may be newer and send a message of a type that is not known here.
      const message = parseMessage(platformSocketOut, bytes.toString());
      if (message?.type === 'ping') send(opened, { type: 'pong' });
      if (message?.type === 'news') news.run(async () => host.notify(message.news));
      if (message?.type === 'question') {
        const answered = answer(opened, host, message).catch(fault);
        answering.add(answered);
        void answered.finally(() => answering.delete(answered));
      }
    });
    opened.once('open', () => {
      attempts = 0;
      note(true);
      desk.connected();
    });
    await ended;
    clearTimeout(silenceTimer);
    note(false, why);
  }

  async function serve(desk: Desk): Promise<void> {
    while (!closing.signal.aborted) {
      await connect(desk);
      const waitMs = Math.min(reconnect.firstMs * 2 ** attempts++, reconnect.longestMs);
      await delay(waitMs * (0.5 + (randomBytes(1)[0] ?? 0) / 512), undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
    }
  }

  return {
    isReachable: () => isReachable === true,
    async call(call, question) {
      try {
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
        return await readAnswer(call, await fetch(makeRequest(requests, call, question), { signal }));
      } catch {
        return err('ERR_HOST_AWAY');
      }
    },
    async serve(desk) {
      serving = serve(desk);
    },
    sessions: () => foreign.list(),
    async close() {
      closing.abort();
      socket?.close();
      socket?.terminate();
      await serving;
      await news.settled();
      await Promise.all(answering);
    },
  };
}

function send(socket: WebSocket, message: PlatformSocketIn): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Answers a question of the cross-chain server. A fault is answered too, and thrown. */
async function answer(
  socket: WebSocket,
  host: Host,
  { number, question }: Extract<PlatformSocketOut, { readonly type: 'question' }>,
): Promise<void> {
  try {
    const asked = await host.ask(question);
    send(
      socket,
      asked.ok ? { type: 'answer', number, answer: asked.value } : { type: 'refusal', number, code: asked.error },
    );
  } catch (error) {
    send(socket, { type: 'refusal', number, code: 'ERR_INTERNAL' });
    throw error;
  }
}
