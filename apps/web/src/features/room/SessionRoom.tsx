import type { ReactElement } from 'react';
import { useParams } from 'wouter';
import { Room } from './Room.tsx';

/** `/cross-chain-session/{id}`: the room of a session, with chat and battle. */
export function SessionRoom(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return <Room key={id} id={id} isGame={false} />;
}
