import { FAILURES, type Call, type FailureCode } from '@popfray/protocol';
import type { z } from 'zod';
import { SERVER } from './server.ts';

/** What a call is made with. */
interface Question<Described extends Call> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: z.input<NonNullable<Described['body']>>;
  /** The member's token. */
  readonly token?: string;
  /** Origin of the server that is asked. Default: the cross-chain server. */
  readonly server?: string;
}

/** An answer, or the reason why there is none, for a person. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: FailureCode | null; readonly message: string };

const PATIENCE_MS = 15_000;
const AWAY = 'The battle server cannot be reached.';

/** Makes a call of the cross-chain server, or of this chain's host, and reads its answer by the call's schema. Never throws. */
export async function ask<Described extends Call>(
  call: Described,
  { params = {}, body, token, server = SERVER }: Question<Described> = {},
): Promise<Answer<z.output<Described['answer']>>> {
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
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const json: unknown = await response.json();
    if (response.ok) {
      const read = call.answer.safeParse(json);
      return read.success
        ? { ok: true, value: read.data as z.output<Described['answer']> }
        : { ok: false, code: null, message: AWAY };
    }
    const code = codeOf(json);
    return { ok: false, code, message: code === null ? AWAY : FAILURES[code].message };
  } catch {
    return { ok: false, code: null, message: AWAY };
  }
}

/** The code of a failed answer; null for one that this page does not know. */
function codeOf(json: unknown): FailureCode | null {
  const { error } = (json ?? {}) as { readonly error?: { readonly code?: unknown } };
  const code = error?.code;
  return typeof code === 'string' && Object.hasOwn(FAILURES, code) ? (code as FailureCode) : null;
}
