/**
 * A program that speaks the API of LibreTranslate, for tests of the translation server's path: `POST /translate`, `POST /detect`,
 * `GET /languages`, with its status codes. Run as a child process with an IPC channel, it sends its port when it listens. Two calls are
 * for the test alone: `PUT /-/behaviour` replaces the next answers, `GET /-/asked` returns and forgets the bodies that were posted.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the server answers `POST /translate`. */
export interface Behaviour {
  /** Codes of the languages that it has. */
  readonly languages?: readonly string[];
  /** Answers this instead of a translation. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Waits before it answers, ms. */
  readonly delayMs?: number;
  /** Does not finish the answer: closes the connection, says nothing, or stops after the beginning. */
  readonly ending?: 'hang-up' | 'silent' | 'partial';
}

/** The key that the server asks for. */
export const API_KEY = 'key';

const NAMES: Readonly<Record<string, string>> = { en: 'English', de: 'German', ja: 'Japanese', zh: 'Chinese' };
const ALL = Object.keys(NAMES);

/** What it can translate, by the text and the target's primary subtag; anything else comes back as it is. */
const TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'warte bitte, ich habe noch nicht bezahlt': {
    en: 'please wait, I have not paid yet',
    zh: '请等一下，我还没付钱',
    ja: 'ちょっと待って、まだ払っていません',
  },
  'good luck': { zh: '好运气', ja: '幸運を' },
};

let behaviour: Behaviour = {};
const asked: unknown[] = [];

const server = createServer((request, response) => {
  read(request)
    .then((text) => respond(`${request.method ?? ''} ${request.url ?? ''}`, text, response))
    .catch(() => response.destroy());
});

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function respond(call: string, text: string, response: ServerResponse): Promise<void> {
  const json = (status: number, value: unknown): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  switch (call) {
    case 'PUT /-/behaviour':
      behaviour = JSON.parse(text) as Behaviour;
      return json(200, {});
    case 'GET /-/asked':
      return json(200, asked.splice(0));
    case 'GET /languages':
      return json(
        200,
        languages().map((code) => ({ code, name: nameOf(code), targets: languages() })),
      );
    case 'POST /detect':
      return json(200, [detect((JSON.parse(text) as { q: string }).q)]);
    case 'POST /translate':
      return translate(text, response, json);
    default:
      return json(404, { error: 'Not found' });
  }
}

async function translate(
  text: string,
  response: ServerResponse,
  json: (status: number, value: unknown) => void,
): Promise<void> {
  const body = JSON.parse(text) as Readonly<Record<string, string | undefined>>;
  asked.push(body);
  const { status, headers = { 'Content-Type': 'application/json' }, body: instead, delayMs = 0, ending } = behaviour;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (ending === 'hang-up') return void response.destroy();
  if (ending === 'silent') return;
  if (ending === 'partial') return void response.write('{"translatedText":');
  if (status !== undefined) return void response.writeHead(status, headers).end(instead ?? '');
  const { q, source, target, api_key: key } = body;
  if (q === undefined || source === undefined || target === undefined)
    return json(400, { error: 'Invalid request: missing parameter' });
  if (key !== API_KEY) return json(403, { error: 'Invalid API key' });
  if (!languages().includes(target)) return json(400, { error: `${target} is not supported` });
  const translatedText = TRANSLATIONS[q]?.[target.split('-')[0] ?? ''] ?? q;
  json(200, { translatedText, ...(source === 'auto' && { detectedLanguage: detect(q) }) });
}

const languages = (): readonly string[] => behaviour.languages ?? ALL;

const nameOf = (code: string): string => NAMES[code.split('-')[0] ?? ''] ?? code;

/** The language of a text, from 0 to 100 sure. */
function detect(text: string): { readonly language: string; readonly confidence: number } {
  if (/\p{Script=Hiragana}/u.test(text)) return { language: 'ja', confidence: 99 };
  if (/\p{Script=Han}/u.test(text)) return { language: 'zh', confidence: 90 };
  return /\b(ich|nicht|bitte)\b/.test(text) ? { language: 'de', confidence: 90 } : { language: 'en', confidence: 60 };
}

// The test's process has ended, or does not want it any more.
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
