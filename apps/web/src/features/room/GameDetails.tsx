import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { Term } from '../sessions/index.ts';

const WORDS = { connected: 'online', connecting: 'connecting', disconnected: 'offline' } as const;

const COLOURS = { connected: 'text-good', connecting: 'text-muted', disconnected: 'text-caution' } as const;

/** Mode of a game, and the status of the game socket. SPEC section 2, local game room: status. */
export function GameDetails({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('room');
  const lobby = useTranslations('lobby');
  const status = useGameSocket((state) => state.status);
  return (
    <>
      <Term name={t('mode')}>{lobby(`games.mode.${session.gameMode}`)}</Term>
      <Term name={lobby('status.gameServer')}>
        <span className={`badge ${COLOURS[status]}`}>{lobby(`status.${WORDS[status]}`)}</span>
      </Term>
    </>
  );
}
