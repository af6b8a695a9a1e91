import { FAILURES, type Call, type FailureCode } from '@popfray/protocol';
import { z } from 'zod';
import { account, dropPlayer } from '../account/state.ts';
import { speaker } from '../messages/texts.ts';
import { AskError, AWAY } from './ask-error.ts';
import { fetchFailureText } from './failure-text.ts';
import { noteFailure } from './last-failure.ts';
import { noteReached, noteUnreached } from './reach.ts';
import { noteServerDate } from './server-clock.ts';

const t = speaker('app');

/** How long an answer is waited for, ms. */
const PATIENCE_MS = 20_000;

/** How long a file may take to come in, ms. */
const FILE_PATIENCE_MS = 300_000;

/** What a call is made with. */
export interface Question<Described extends Call> {
  /** Parameters of the path, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
  readonly query?: z.input<NonNullable<Described['query']>>;
  readonly signal?: AbortSignal;
  /** Origin of another platform's server that answers the call; it is sent no cookies. Default: the product server. */
  readonly origin?: string;
}

type AnswerOf<Described extends Call> = z.output<Described['answer']>;

/** The one shape of a failed answer. */
const failure = z.object({
  error: z.object({
    code: z.string().refine((code): code is FailureCode => Object.hasOwn(FAILURES, code)),
    message: z.string(),
  }),
});

/**
 * Makes a call of the product server and reads its answer by the call's schema. Throws an `AskError` for every other outcome; an
 * abort by the caller's signal is thrown as it is.
 */
export async function ask<Described extends Call>(
  call: Described,
  question: Question<Described> = {},
): Promise<AnswerOf<Described>> {
  try {
    return await askOnce(call, question);
  } catch (error) {
    if (error instanceof AskError) noteFailure(call, error);
    throw error;
  }
}

/**
 * Makes a call whose answer is kept as a file, whatever is in it, and returns it while it still comes in. Throws as `ask` does where
 * there is none; reading what is returned may throw whatever the network does.
 */
export async function askForFile<Described extends Call>(
  call: Described,
  question: Question<Described> = {},
): Promise<Response> {
  const asker = account.getState().player?.address;
  const response = await send(call, question, FILE_PATIENCE_MS);
  if (response.ok) return response;
  const text = await response.text().catch((error: unknown) => lost(error, question.signal));
  throw await explain(response, text, asker);
}

async function askOnce<Described extends Call>(
  call: Described,
  question: Question<Described>,
): Promise<AnswerOf<Described>> {
  const asker = account.getState().player?.address;
  const response = await send(call, question);
  const text = await response.text().catch((error: unknown) => lost(error, question.signal));
  if (!response.ok) throw await explain(response, text, asker);
  const parsed = call.answer.safeParse(call.mediaType === undefined ? readJson(text) : text);
  if (!parsed.success) throw new AskError(response.status, null, describe(response, text));
  return parsed.data as AnswerOf<Described>;
}

/** The same, with null where nobody is signed in (401). */
export async function askOrNull<Described extends Call>(
  call: Described,
  question: Question<Described> = {},
): Promise<AnswerOf<Described> | null> {
  try {
    return await ask(call, question);
  } catch (error) {
    if (error instanceof AskError && error.status === 401) return null;
    throw error;
  }
}

/** SPEC section 7: credentials always, a JSON content type only with a body. */
async function send(
  call: Call,
  { params = {}, body, query, signal, origin }: Question<Call>,
  patienceMs = PATIENCE_MS,
): Promise<Response> {
  const path = makePath(call.path, params, query ?? {});
  const patience = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(origin === undefined ? path : new URL(path, origin), {
      method: call.method,
      credentials: origin === undefined ? 'include' : 'omit',
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (origin !== undefined) return response;
    if (AWAY.has(response.status)) noteUnreached();
    else noteReached();
    noteServerDate(response.headers.get('Date'), Date.now());
    return response;
  } catch (error) {
    // Whether another platform's server can be reached says nothing of the product server.
    if (origin !== undefined) throw new AskError(0, null, t('unreached'));
    return lost(error, signal);
  }
}

/** An answer that did not come, or not to its end. */
function lost(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted === true) throw error;
  noteUnreached();
  // SPEC section 8, thrown errors.
  throw new AskError(0, null, t('unreached'));
}

async function explain(response: Response, text: string, asker: string | undefined): Promise<AskError> {
  const known = failure.safeParse(readJson(text));
  const code = known.success ? known.data.error.code : null;
  // The sign-in has ended on the server: the page does not go on as if it had not.
  if (code === 'ERR_SIGNED_OUT') dropPlayer(asker);
  return new AskError(response.status, code, code === null ? describe(response, text) : await fetchFailureText(code));
}

/** SPEC section 8: the status, a colon and the body, or the status' text when the body is empty. */
const describe = ({ status, statusText }: Response, text: string): string =>
  `${status}: ${text === '' ? statusText : text}`;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Fills a path. Throws when a parameter is missing: that is a bug. */
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
