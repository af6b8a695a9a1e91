import type { ReactElement } from 'react';
import { useParams } from 'wouter';
import { Room } from './Room.tsx';

/** `/cross-chain-session/{id}`: the room in which a session gathers, talks and plays. */
export function SessionRoom(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return <Room key={id} id={id} isGame={false} />;
}
