import { err, ok, type Result } from '@popfray/engine/result';
import { FAILURES, type Blockchain, type FailureCode } from '@popfray/protocol';
import {
  HOST_PATIENCE_MS,
  MAX_PLATFORM_BYTES,
  PLATFORM_SOCKET_PATH,
  platformSocketIn,
  type HostAnswer,
  type PlatformSocketIn,
  type PlatformSocketOut,
} from '@popfray/protocol/socket';
import {
  type Connection,
  type ConnectionListener,
  createJsonCodec,
  type SocketRoute,
} from '../platform/sockets/index.ts';
import type { CallerDesk } from './caller.ts';
import type { Host } from '../platform/context/index.ts';
import type { Hosts } from './host.ts';

/** Most questions that a platform has not answered. */
const MAX_OPEN = 1_000;

/** What a platform may send: answers, as fast as players join and get ready. */
const LIMITS = { texts: { burst: 1_000, perMinute: 60_000 }, waitingBytes: 4 * 1_024 * 1_024 };

/** How a question ends. */
type End = (answer: Result<HostAnswer, FailureCode>) => void;

/** The socket at which platforms on hosts of their own are asked and told. */
export const platformRoute = (
  callers: CallerDesk,
  hosts: Hosts,
  timeoutMs = HOST_PATIENCE_MS,
): SocketRoute<PlatformSocketIn, 'ERR_BODY'> => ({
  path: PLATFORM_SOCKET_PATH,
  codec: createJsonCodec(platformSocketIn),
  maxBytes: MAX_PLATFORM_BYTES,
  limits: LIMITS,
  isForKnown: true,
  async accept(call) {
    const request = { method: 'GET', path: PLATFORM_SOCKET_PATH, body: '' };
    const caller = await callers.find(call.req.header('Authorization'), request);
    if (caller?.kind !== 'platform') return err('ERR_PLATFORM');
    return ok({ player: null, open: (connection) => openHost(connection, hosts, caller.platform, timeoutMs) });
  },
});

/** Attaches a connected platform as a host. */
function openHost(
  connection: Connection,
  hosts: Hosts,
  platform: Blockchain,
  timeoutMs: number,
): ConnectionListener<PlatformSocketIn, 'ERR_BODY'> {
  const open = new Map<number, End>();
  let asked = 0;
  const send = (message: PlatformSocketOut): void => connection.send(JSON.stringify(message));

  const host: Host = {
    ask(question) {
      if (open.size >= MAX_OPEN) return Promise.resolve(err('ERR_HOST_AWAY'));
      const number = ++asked;
      return new Promise((resolve) => {
        const lapse = setTimeout(() => open.get(number)?.(err('ERR_HOST_AWAY')), timeoutMs);
        open.set(number, (answer) => {
          clearTimeout(lapse);
          open.delete(number);
          resolve(answer);
        });
        send({ type: 'question', number, question });
      });
    },
    notify: async (news) => send({ type: 'news', news }),
  };
  const attachment = hosts.attach(platform, host);

  return {
    handleMessage(message) {
      if (message.type === 'ping') send({ type: 'pong' });
      if (message.type === 'answer') open.get(message.number)?.(ok(message.answer));
      if (message.type === 'refusal') open.get(message.number)?.(err(codeOf(message.code)));
      return 'accepted';
    },
    handleMalformed: () => 'malformed',
    onClose() {
      attachment.detach();
      for (const end of open.values()) end(err('ERR_HOST_AWAY'));
    },
  };
}

/** A code that a platform refuses with, if it is one. */
const codeOf = (text: string): FailureCode => (Object.hasOwn(FAILURES, text) ? (text as FailureCode) : 'ERR_HOST_AWAY');
