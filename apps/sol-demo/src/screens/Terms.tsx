import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';

/** The prize and the waiting time of a session in one line. */
export function Terms({ session }: { readonly session: Session }): ReactElement {
  const { entryFeeType, prizePool, status, expiresAt } = session;
  return (
    <p className="muted">
      {entryFeeType === 'none'
        ? 'Free for everybody.'
        : `TRON players play for up to ${prizePool} TRX. Seats of this chain are free, and win no TRX.`}
      {status === 'waiting' && ` It waits for players until ${timeOf(expiresAt)}.`}
    </p>
  );
}

/** A time of day in the reader's time zone. */
export const timeOf = (epochMs: number): string =>
  new Date(epochMs).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
