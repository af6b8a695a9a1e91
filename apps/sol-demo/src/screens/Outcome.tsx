import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import type { Membership } from '../cross-chain/membership.ts';
import { SERVER } from '../cross-chain/server.ts';

/** Result of a session with a link to its receipt on Popfray's page, which also shows the receipts of this chain's host. */
export function Outcome({
  session,
  member,
}: {
  readonly session: Session;
  readonly member: Membership | null;
}): ReactElement {
  const seatServer = member === null ? null : URL.parse(member.seat.socketUrl)?.origin.replace(/^ws/, 'http');
  const host = session.hostBlockchain === 'sol' ? SERVER : seatServer;
  return (
    <div className="actions">
      <p>{sentenceOf(session)}</p>
      {host && session.status === 'settled' && (
        <a href={`${host}/receipt/${session.id}`} target="_blank" rel="noreferrer">
          Check the receipt
        </a>
      )}
    </div>
  );
}

function sentenceOf({ status, reason }: Session): string {
  if (status === 'settled') return 'The battle is over.';
  if (status === 'expired') return 'It was not started in time.';
  if (reason === 'creator') return 'Its creator cancelled it.';
  return reason === 'fault' || reason === '' ? 'It was cancelled.' : 'No player scored, so all fees are refunded.';
}
