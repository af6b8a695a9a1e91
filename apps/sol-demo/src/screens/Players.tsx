import type { Participant, Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { Chain } from './Chain.tsx';

/** The occupied and the free seats. `userId` is the current player's; null for none. */
export function Players({
  session,
  userId,
}: {
  readonly session: Session;
  readonly userId: string | null;
}): ReactElement {
  const { participants, maxPlayers, status } = session;
  const isOver = session.endedAt !== null;
  const players = isOver ? participants.toSorted((a, b) => (a.position ?? 9) - (b.position ?? 9)) : participants;
  return (
    <ul className="list">
      {players.map((player) => (
        <li key={player.userId} className="row" data-self={player.userId === userId}>
          <Chain name={player.blockchain} />
          <span className="grow">
            {player.username}
            {player.isBot && <span className="tag">bot</span>}
            {player.userId === userId && <span className="tag">you</span>}
          </span>
          <span className="standing" data-status={player.status}>
            {statusTextOf(player)}
          </span>
        </li>
      ))}
      {status === 'waiting' && participants.length < maxPlayers && (
        <li className="row muted">{`${maxPlayers - participants.length} of ${maxPlayers} seats are free.`}</li>
      )}
    </ul>
  );
}

function statusTextOf({ status, score, position, blockchain }: Participant): string {
  if (position !== null) return `${score ?? 0} · place ${position}`;
  if (status === 'reserved') return blockchain === 'tron' ? 'paying' : 'choosing';
  return status;
}
