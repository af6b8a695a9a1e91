import type { Call } from '@popfray/protocol';
import { navigate } from 'wouter/use-browser-location';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi, type CallOptions } from '../../data/api/call-api.ts';
import { PATHS } from '../../data/paths.ts';

/** Statuses for callers who are not operators, or no longer. */
const UNAUTHORIZED: ReadonlySet<number> = new Set([401, 403]);

/** Statuses for something that does not exist: a retry has the same result. */
const NOT_FOUND: ReadonlySet<unknown> = new Set([400, 404]);

/** Whether the server has answered that the subject does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && NOT_FOUND.has(error.status);

/**
 * Calls the desk's API as `callApi` does. A caller without access is redirected to the first page, because only the server knows the
 * operators.
 */
export async function callDeskApi<Described extends Call>(call: Described, question: CallOptions<Described> = {}) {
  try {
    return await callApi(call, question);
  } catch (error) {
    if (error instanceof ApiError && UNAUTHORIZED.has(error.status)) navigate(PATHS.home, { replace: true });
    throw error;
  }
}
