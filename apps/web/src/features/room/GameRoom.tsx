import type { ReactElement } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { PATHS } from '../../data/paths.ts';
import { Room } from './Room.tsx';

/** `/game?session={id}`: the room of a local game. Without an id: the player's current game, or the lobby. */
export function GameRoom(): ReactElement {
  const [search] = useSearchParams();
  const currentId = useGameSocket(({ currentGame }) => currentGame?.id ?? null);
  const id = search.get('session') ?? currentId;
  if (id === null || id === '') return <Redirect to={PATHS.lobby} replace />;
  return <Room key={id} id={id} isGame />;
}
