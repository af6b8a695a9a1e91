import type { Call } from '@popfray/protocol';
import type { AskError } from './ask-error.ts';

/** What the newest call that failed was, for a report to support: nothing of what was asked or answered. */
export interface LastFailure {
  /** Method and path as they are documented, without what was filled in. */
  readonly call: string;
  /** HTTP status, 0 for no answer, and the server's code where it gave one. */
  readonly status: string;
}

let last: LastFailure | null = null;

/** Remembers a call that failed. Being signed out is no failure. */
export function noteFailure({ method, path }: Call, { status, code }: AskError): void {
  if (status === 401) return;
  last = { call: `${method} ${path}`, status: code === null ? String(status) : `${String(status)} ${code}` };
}

/** The newest call that failed since the page was loaded; null for none. */
export const lastFailure = (): LastFailure | null => last;
