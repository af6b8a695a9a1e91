import type { Answer, ChainError, ChainErrorCode } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { z } from 'zod';
import { parseJson } from './json.ts';

/** One call of a node's HTTP API: a path such as `wallet/getblock`, and what is posted; answers with a JSON object. */
export type Ask = (path: string, body: object) => Answer<object>;

/** Where a node is, and what it must be told. */
export interface HttpApiOptions {
  /** Of the node, without the `wallet/…` behind it. */
  readonly url: string;
  /** Sent as TronGrid's `TRON-PRO-API-KEY`. */
  readonly apiKey: string | undefined;
  /** How long a whole answer may take, ms. */
  readonly timeoutMs: number;
  /** Called when the node refuses a call because of a limit or a ban: HTTP 429 or 403. */
  readonly onLimit?: () => void;
}

/** Most that is read of an answer, bytes. A full block of mainnet is about 1 MB in JSON. */
const MOST_BYTES = 16_000_000;

/** Most of a node's words that are passed on, characters. */
const LINE_LENGTH = 200;

/** The longest that a timer of Node can wait, ms: beyond it, it does not wait at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** What can stand in a header, and is not trimmed there. */
const API_KEY = /^[\x21-\x7E]+$/;

/** HTTP statuses of a node, or of the proxy before it, that has too much to do. */
const BUSY_STATUSES = new Set([429, 503]);

/** HTTP statuses of a provider that refuses more calls for a while: a limit, and the ban that follows when it is ignored. */
const LIMIT_STATUSES = new Set([429, 403]);

/** How java-tron's rate limiter ("lack of computing resources"), TronGrid's, and those of other hosts put it. */
const BUSY_WORDS = /lack of computing|exceed|frequency|rate.?limit|too many|suspended|busy|overload/i;

/** How a node says, with status 200, that it has no answer: java-tron's `Error`, a gateway's `error`. */
const refusal = z.union([z.object({ Error: z.unknown() }), z.object({ error: z.unknown() })]);

/** The one call that changes something. It is never repeated here: after a failure its caller first looks the transaction up. */
export const BROADCAST = 'wallet/broadcasttransaction';

/**
 * How a connection fails that the node has closed and this process has not noticed yet. Nodes close a kept connection after some seconds
 * without a request, and a restarted node knows none of them.
 */
const RESET_CODES = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A failure while an answer is read; caught below. */
class NoAnswer extends Error {
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

/**
 * The HTTP API of a node. Not tronweb's own transport, which bounds neither the time nor the size of an answer; measured on 6.5.1,
 * its look-ups take an empty answer for "Transaction not found", and give a rate limiter's error, or a page, out as a
 * transaction. Throws for a URL, a key or a time that is none.
 */
export function createHttpApi({ url, apiKey, timeoutMs, onLimit }: HttpApiOptions): Ask {
  const base = parseBase(url);
  if (apiKey !== undefined && !API_KEY.test(apiKey)) {
    throw new TypeError('an API key is printable ASCII without blanks');
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs <= 0 || timeoutMs > LONGEST_WAIT_MS) {
    throw new RangeError('a node is given whole ms to answer');
  }
  const headers = { 'content-type': 'application/json', ...(apiKey !== undefined && { 'TRON-PRO-API-KEY': apiKey }) };
  // Hosts of nodes put keys into paths too; and a node may quote anything it was sent.
  const secrets = [base, ...new URL(base).pathname.split('/'), apiKey ?? ''].filter((secret) => secret !== '');

  return async (call, body) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const request = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error', signal } as const;
      const send = async (): Promise<Response> => fetch(`${base}/${call}`, request);
      const response = await send().catch((error: unknown) => {
        if (call === BROADCAST || !RESET_CODES.has(causeCodeOf(error))) throw error;
        return send();
      });
      if (LIMIT_STATUSES.has(response.status)) onLimit?.();
      const text = await readText(response);
      if (!response.ok) throw explainStatus(response.status, text);
      return ok(parseAnswer(text));
    } catch (error) {
      const { code, reason } = explain(error, timeoutMs);
      // Before it is made short: a part of a key is not found any more.
      const words = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason);
      return err({ code, reason: makeLine(`${call}: ${words}`) });
    }
  };
}

/** Whether an answer is `{}`, by which a node says that it does not know what it was asked for. */
export const isNothing = (json: object): boolean => Object.keys(json).length === 0;

/** A value that an answer must hold; an error when it holds another. */
export function expectShape<Value>(shape: z.ZodType<Value>, json: object, what: string): Result<Value, ChainError> {
  const parsed = shape.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return badAnswer(`${what}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

/** A node's words on one line, for a log. */
export const makeLine = (text: string): string =>
  text
    .replaceAll(/[^\x21-\x7E…]+/g, ' ')
    .trim()
    .slice(0, LINE_LENGTH);

/** An answer that is no answer. */
export const badAnswer = (reason: string): Result<never, ChainError> => err({ code: 'ERR_CHAIN_ANSWER', reason });

/** The URL without a slash at its end. */
function parseBase(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isPlain = parsed !== null && parsed.username === '' && parsed.password === '' && parsed.search === '';
  // The message does not quote the URL, because it may contain a key.
  if (!isPlain || !/^https?:$/.test(parsed.protocol))
    throw new TypeError('a node’s URL is http(s)://host[:port][/path]');
  return (parsed.origin + parsed.pathname).replace(/\/+$/, '');
}

/** The whole text, while it is of bearable size. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NoAnswer('ERR_CHAIN_ANSWER', `more than ${MOST_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function explainStatus(status: number, text: string): NoAnswer {
  const words = `HTTP ${status} ${text}`;
  const isBusy = BUSY_STATUSES.has(status) || (status === 403 && BUSY_WORDS.test(text));
  if (isBusy) return new NoAnswer('ERR_CHAIN_BUSY', words);
  // A gateway that cannot reach the node behind it.
  return new NoAnswer(status === 502 || status === 504 ? 'ERR_CHAIN_UNREACHABLE' : 'ERR_CHAIN_ANSWER', words);
}

function parseAnswer(text: string): object {
  const json = parseJson(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new NoAnswer('ERR_CHAIN_ANSWER', `no JSON object: ${text}`);
  }
  if (refusal.safeParse(json).success) {
    throw new NoAnswer(BUSY_WORDS.test(text) ? 'ERR_CHAIN_BUSY' : 'ERR_CHAIN_ANSWER', text);
  }
  return json;
}

function explain(error: unknown, timeoutMs: number): ChainError {
  if (error instanceof NoAnswer) return { code: error.code, reason: error.message };
  const code = 'ERR_CHAIN_UNREACHABLE';
  if (!(error instanceof Error)) return { code, reason: 'the connection failed' };
  if (error.name === 'TimeoutError') return { code, reason: `no answer within ${timeoutMs} ms` };
  return { code, reason: causeCodeOf(error) ?? error.message };
}

/** The code of what made a request fail, such as `ECONNRESET`; undefined where it has none. */
function causeCodeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
}
