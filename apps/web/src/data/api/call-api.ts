import { FAILURES, isProtectionFailure, type Call, type FailureCode } from '@popfray/protocol';
import { z } from 'zod';
import { account, clearPlayer } from '../account/state.ts';
import { createTranslator } from '../messages/texts.ts';
import { ApiError, GATEWAY_FAILURES } from './api-error.ts';
import { fetchFailureText } from './failure-text.ts';
import { recordFailure } from './last-failure.ts';
import { explainRefusal } from './refusal.ts';
import { markOnline, markOffline } from './connectivity.ts';
import { updateServerClock } from './server-clock.ts';

const t = createTranslator('app');

/** Timeout of a call, ms. */
const REQUEST_TIMEOUT_MS = 20_000;

/** Timeout of a file download, ms. */
const DOWNLOAD_TIMEOUT_MS = 300_000;

/** Options of a call. */
export interface CallOptions<Described extends Call> {
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
  readonly query?: z.input<NonNullable<Described['query']>>;
  readonly signal?: AbortSignal;
  /** Origin of another platform's server to call; no cookies are sent to it. Default: the product server. */
  readonly origin?: string;
}

type AnswerOf<Described extends Call> = z.output<Described['answer']>;

/** JSON format of a failed answer. */
const failure = z.object({
  error: z.object({
    code: z.string().refine((code): code is FailureCode => Object.hasOwn(FAILURES, code)),
    message: z.string(),
    until: z.number().optional(),
  }),
});

/**
 * Calls the product server and parses the answer with the call's schema. Throws an `ApiError` for every other outcome. When the
 * caller's signal aborts, the abort error is rethrown unchanged. A refusal that protects the player is explained first, and the call is repeated when
 * the player has solved it.
 */
export async function callApi<Described extends Call>(
  call: Described,
  question: CallOptions<Described> = {},
): Promise<AnswerOf<Described>> {
  try {
    return await callOnce(call, question);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === null || !isProtectionFailure(error.code)) {
      recordFailure(call, error);
      throw error;
    }
    // The same request again: payments have an id, so that nothing is paid twice.
    if (await explainRefusal(error.code, error.until)) return callApi(call, question);
    throw error;
  }
}

/**
 * Calls the server for a file and returns the response while its body is still loading. The content is not checked. Throws as `callApi`
 * does; reading the body can throw any network error.
 */
export async function downloadFile<Described extends Call>(
  call: Described,
  question: CallOptions<Described> = {},
): Promise<Response> {
  const asker = account.getState().player?.address;
  const response = await send(call, question, DOWNLOAD_TIMEOUT_MS);
  if (response.ok) return response;
  const text = await response.text().catch((error: unknown) => throwNetworkError(error, question.signal));
  throw await readFailure(response, text, asker);
}

async function callOnce<Described extends Call>(
  call: Described,
  question: CallOptions<Described>,
): Promise<AnswerOf<Described>> {
  const asker = account.getState().player?.address;
  const response = await send(call, question);
  const text = await response.text().catch((error: unknown) => throwNetworkError(error, question.signal));
  if (!response.ok) throw await readFailure(response, text, asker);
  const parsed = call.answer.safeParse(call.mediaType === undefined ? readJson(text) : text);
  if (!parsed.success) throw new ApiError(response.status, null, describe(response, text));
  return parsed.data as AnswerOf<Described>;
}

/** As `callApi`, but returns null when the player is not signed in (401). */
export async function callApiOrNull<Described extends Call>(
  call: Described,
  question: CallOptions<Described> = {},
): Promise<AnswerOf<Described> | null> {
  try {
    return await callApi(call, question);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Sends the request. SPEC section 7: always with credentials, a JSON content type only with a body. */
async function send(
  call: Call,
  { params = {}, body, query, signal, origin }: CallOptions<Call>,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<Response> {
  const path = makePath(call.path, params, query ?? {});
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(origin === undefined ? path : new URL(path, origin), {
      method: call.method,
      credentials: origin === undefined ? 'include' : 'omit',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (origin !== undefined) return response;
    if (GATEWAY_FAILURES.has(response.status)) markOffline();
    else markOnline();
    updateServerClock(response.headers.get('Date'), Date.now());
    return response;
  } catch (error) {
    // The connectivity state describes the product server only, not other platforms' servers.
    if (origin !== undefined) throw new ApiError(0, null, t('unreached'));
    return throwNetworkError(error, signal);
  }
}

/** Throws for an answer that did not arrive, or not completely. */
function throwNetworkError(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted === true) throw error;
  markOffline();
  // SPEC section 8, thrown errors.
  throw new ApiError(0, null, t('unreached'));
}

async function readFailure(response: Response, text: string, asker: string | undefined): Promise<ApiError> {
  const known = failure.safeParse(readJson(text));
  const code = known.success ? known.data.error.code : null;
  // The sign-in has ended on the server: sign out on this page too.
  if (code === 'ERR_SIGNED_OUT') clearPlayer(asker);
  const message = code === null ? describe(response, text) : await fetchFailureText(code);
  return new ApiError(response.status, code, message, known.success ? (known.data.error.until ?? null) : null);
}

/** Error message. SPEC section 8: the status, a colon and the body; the status text when the body is empty. */
const describe = ({ status, statusText }: Response, text: string): string =>
  `${status}: ${text === '' ? statusText : text}`;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Inserts the parameters into a path. A missing parameter is a bug and throws. */
function makePath(path: string, params: Readonly<Record<string, string>>, query: object): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
