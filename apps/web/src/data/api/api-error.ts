import type { FailureCode } from '@popfray/protocol';

/** Statuses of a proxy that cannot reach its server. */
export const GATEWAY_FAILURES: ReadonlySet<number> = new Set([502, 504]);

/** A failed call of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer was received. */
  readonly status: number;
  /** The server's failure code; null when the answer has another format. */
  readonly code: FailureCode | null;
  /** When the refusal ends without an action of the player, epoch ms; null when the server does not say. */
  readonly until: number | null;
  /** Whether the server did not answer: no answer was received, or a proxy could not reach it. */
  readonly isUnreached: boolean;

  constructor(status: number, code: FailureCode | null, message: string, until: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.until = until;
    this.isUnreached = status === 0 || GATEWAY_FAILURES.has(status);
  }
}
