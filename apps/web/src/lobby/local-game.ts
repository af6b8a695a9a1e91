import { MAX_LOCAL_PLAYERS } from '@popfray/protocol';
import type { GameSocketSaid } from '@popfray/protocol/socket';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { hearGame, sayGame } from '../game-socket/game-socket.ts';
import { say } from '../game-socket/say.ts';
import { PATHS } from '../routes.ts';

/** ms after which the game server's answer is no longer waited for. */
const PATIENCE_MS = 8_000;

/** Making and joining games of the local kind: asked for on the game socket, and answered there. */
export interface LocalGame {
  /** Whether an answer is waited for. */
  readonly isBusy: boolean;
  readonly create: () => void;
  readonly join: (gameId: string) => void;
}

/** The way into local games; leads on to the game's room when the server has let the player in. */
export function useLocalGame(): LocalGame {
  const t = useTranslations('lobby.newGame');
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const unhear = hearGame((message) => {
      if (message.type === 'game_joined') navigate(`${PATHS.game}?session=${message.game.id}`);
      if (message.type === 'game_joined' || message.type === 'error') setBusy(false);
    });
    const timer = setTimeout(() => setBusy(false), PATIENCE_MS);
    return () => {
      unhear();
      clearTimeout(timer);
    };
  }, [isBusy, navigate]);

  const ask = (message: GameSocketSaid): void => {
    if (sayGame(message)) setBusy(true);
    else say.error(t('unheard'));
  };
  return {
    isBusy,
    create: () => ask({ type: 'create_game', mode: 'classic', entryFee: 0, maxPlayers: MAX_LOCAL_PLAYERS }),
    join: (gameId) => ask({ type: 'join_game', gameId }),
  };
}
