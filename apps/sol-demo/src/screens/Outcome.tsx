import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import type { Membership } from '../cross-chain/membership.ts';
import { SERVER } from '../cross-chain/server.ts';

/** How a session ended, and where that can be checked: on Popfray's page, which shows the receipts of this chain's host too. */
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
  if (status === 'expired') return 'Nobody started it in time.';
  if (reason === 'nobody-played') return 'Nobody scored, so nobody pays.';
  return reason === 'creator' ? 'Its creator called it off.' : 'It was called off.';
}
