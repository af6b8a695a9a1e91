import type { FailureCode } from '@popfray/protocol';

/** A call that was not answered with what it asks for. */
export class AskError extends Error {
  override readonly name = 'AskError';
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** The server's code; null for an answer that is not in its shape. */
  readonly code: FailureCode | null;

  constructor(status: number, code: FailureCode | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Statuses by which a proxy says that the server behind it does not answer. */
export const AWAY: ReadonlySet<number> = new Set([502, 504]);
