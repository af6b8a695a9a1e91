import type { Call } from '@popfray/protocol';
import type { ApiError } from './api-error.ts';

/** The newest failed call, for a report to support. It contains no request or response data. */
export interface LastFailure {
  /** Method and documented path, with placeholders instead of values. */
  readonly call: string;
  /** HTTP status, 0 for no answer, and the server's failure code if it sent one. */
  readonly status: string;
}

let last: LastFailure | null = null;

/** Records a failed call. A 401 is not recorded. */
export function recordFailure({ method, path }: Call, { status, code }: ApiError): void {
  if (status === 401) return;
  last = { call: `${method} ${path}`, status: code === null ? String(status) : `${String(status)} ${code}` };
}

/** The newest failed call since the page was loaded; null for none. */
export const lastFailure = (): LastFailure | null => last;
