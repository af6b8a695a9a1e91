import { COPIED_TABLES } from '../platform/database/copied-tables.ts';
import { fetchRows } from '../platform/database/raw-query.fixture.ts';
import { CALLS, failureBody, type Call, type FailureCode } from '@popfray/protocol';
import type { z } from 'zod';
import { failuresOf } from '../start/docs/openapi.ts';
import type { Context } from '../platform/context/context.ts';
import type { Database } from '../platform/database/index.ts';
import { cookieName } from '../platform/http/cookie.ts';
import { beginSignIn } from '../sign-in/sign-in.ts';

/** The origin that the tests' app is asked by, and served from. */
export const ORIGIN = 'http://localhost';

/** The parts of a request besides its call. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  /** Over those that a page sends; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The cookie's token; absent without a sign-in. */
  readonly token?: string | undefined;
}

/** An answer of the API. */
export interface Reply<Described extends Call> {
  readonly status: number;
  readonly headers: Headers;
  /** What was answered. Throws when it was a failure. */
  readonly value: z.infer<Described['answer']>;
  /** The failure's code; null when it was none. */
  readonly code: FailureCode | null;
  /** Where the request is wrong, as far as it was told. */
  readonly at: string | undefined;
}

/** An app, or a server that is reached by a socket. */
interface Asked {
  request(path: string, init: RequestInit): Response | Promise<Response>;
}

/** Makes a call as a page does, and checks the response against the call's description: its schema, its errors. */
export async function ask<Described extends Call>(
  app: Asked,
  call: Described,
  parts: RequestParts = {},
): Promise<Reply<Described>> {
  const response = await app.request(pathOf(call, parts), {
    method: call.method,
    headers: headersOf(call, parts),
    ...(call.body !== undefined && {
      body: typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body ?? {}),
    }),
  });
  const { status, headers } = response;
  const text = await response.text();
  const isText = status === 200 && call.mediaType === 'text/csv';
  const answered = isText ? text : (JSON.parse(text) as unknown);
  if (headers.get('Cache-Control') !== 'no-store') throw new Error('an answer may not be cached');
  if (status === 200) {
    const parsed = call.answer.safeParse(answered);
    if (!parsed.success) throw new Error(`not what ${call.path} answers: ${parsed.error.message}`);
    if (JSON.stringify(sorted(parsed.data)) !== JSON.stringify(sorted(answered)))
      throw new Error('it says more than it should');
    return { status, headers, code: null, at: undefined, value: parsed.data as z.infer<Described['answer']> };
  }
  const { code, at } = failureBody.parse(answered).error;
  if (!failuresOf(call).includes(code)) throw new Error(`${call.path} does not say that it fails with ${code}`);
  const reply = { status, headers, code, at };
  return {
    ...reply,
    get value(): never {
      throw new Error(`${call.path} failed with ${code}`);
    },
  };
}

/** A token that speaks for a player, without a wallet's signature. */
export const signIn = async (context: Context, address: string): Promise<string> =>
  (await beginSignIn(context, address)).token;

/** The headers that a page sends along. */
function headersOf({ method, body }: Call, { headers = {}, token }: RequestParts): Record<string, string> {
  const usual = {
    ...(method !== 'GET' && { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Cookie: `${cookieName({ origins: [] })}=${token}` }),
    ...headers,
  };
  return Object.fromEntries(Object.entries(usual).filter((header): header is [string, string] => header[1] !== null));
}

function pathOf({ path }: Call, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'nothing-here'));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** The same value with its keys in order, so that two can be compared as text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Every row of every table, to be compared: a refusal changes nothing. */
export async function dumpAll(db: Database): Promise<Record<string, unknown[]>> {
  const dumped: Record<string, unknown[]> = {};
  for (const name of COPIED_TABLES) dumped[name] = await fetchRows(db, `SELECT * FROM ${name} ORDER BY 1, 2`);
  return dumped;
}

/** Every call, by its name. */
export const EVERY_CALL: readonly (readonly [string, Call])[] = Object.entries<Call>(CALLS);
