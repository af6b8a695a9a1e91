import { FAILURES, type Call, type FailureCode } from '@popfray/protocol';
import type { z } from 'zod';
import { SERVER } from './server.ts';

/** Options of a call. */
interface CallOptions<Described extends Call> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
  /** Token of the member. */
  readonly token?: string;
  /** Origin of the called server. Default: the cross-chain server. */
  readonly server?: string;
}

/** The answer of a call, or an error message for the user. */
export type ApiResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: FailureCode | null; readonly message: string };

const REQUEST_TIMEOUT_MS = 15_000;
const UNREACHABLE = 'The battle server cannot be reached.';

/** Calls the cross-chain server or this chain's host, and parses the answer with the call's schema. Never throws. */
export async function callApi<Described extends Call>(
  call: Described,
  { params = {}, body, token, server = SERVER }: CallOptions<Described> = {},
): Promise<ApiResult<z.output<Described['answer']>>> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  try {
    const response = await fetch(`${server}${path}`, {
      method: call.method,
      credentials: 'omit',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const json: unknown = await response.json();
    if (response.ok) {
      const read = call.answer.safeParse(json);
      return read.success
        ? { ok: true, value: read.data as z.output<Described['answer']> }
        : { ok: false, code: null, message: UNREACHABLE };
    }
    const code = codeOf(json);
    return { ok: false, code, message: code === null ? UNREACHABLE : FAILURES[code].message };
  } catch {
    return { ok: false, code: null, message: UNREACHABLE };
  }
}

/** The code of a failed answer; null for an unknown one. */
function codeOf(json: unknown): FailureCode | null {
  const { error } = (json ?? {}) as { readonly error?: { readonly code?: unknown } };
  const code = error?.code;
  return typeof code === 'string' && Object.hasOwn(FAILURES, code) ? (code as FailureCode) : null;
}
