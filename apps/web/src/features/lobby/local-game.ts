import { MAX_LOCAL_PLAYERS } from '@popfray/protocol';
import type { GameSocketSaid } from '@popfray/protocol/socket';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { onGameMessage, sendGameMessage } from '../../data/game-socket/game-socket.ts';
import { gameToasts } from '../../data/game-socket/toasts.ts';
import { PATHS } from '../../data/paths.ts';

/** Timeout of the game server's answer, ms. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Creates and joins local games. Requests and answers use the game socket. */
export interface LocalGame {
  /** Whether an answer is pending. */
  readonly isBusy: boolean;
  readonly create: () => void;
  readonly join: (gameId: string) => void;
}

/** The actions for local games. When the server confirms a seat, it navigates to the game's room. */
export function useLocalGame(): LocalGame {
  const t = useTranslations('lobby.newGame');
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const unhear = onGameMessage((message) => {
      if (message.type === 'game_joined') navigate(`${PATHS.game}?session=${message.game.id}`);
      if (message.type === 'game_joined' || message.type === 'error') setBusy(false);
    });
    const timer = setTimeout(() => setBusy(false), ANSWER_TIMEOUT_MS);
    return () => {
      unhear();
      clearTimeout(timer);
    };
  }, [isBusy, navigate]);

  const sendRequest = (message: GameSocketSaid): void => {
    if (sendGameMessage(message)) setBusy(true);
    else gameToasts.error(t('unheard'));
  };
  return {
    isBusy,
    create: () => sendRequest({ type: 'create_game', mode: 'classic', entryFee: 0, maxPlayers: MAX_LOCAL_PLAYERS }),
    join: (gameId) => sendRequest({ type: 'join_game', gameId }),
  };
}
