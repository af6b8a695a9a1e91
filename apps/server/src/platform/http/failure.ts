import { FAILURES, type FailureBody, type FailureCode } from '@popfray/protocol';
import type { Context as Call } from 'hono';
import { sendJson } from './json.ts';

/** Answers with a failure, which always has the same shape: `{ "error": { "code", "message" } }`; with `at` for a request of the wrong shape, and `until` for a refusal that expires. */
export function fail(call: Call, code: FailureCode, at?: string, until?: number | null): Response {
  const { status, message } = FAILURES[code];
  const body: FailureBody = {
    error: { code, message, ...(at !== undefined && { at }), ...(typeof until === 'number' && { until }) },
  };
  return sendJson(call, body, status);
}
