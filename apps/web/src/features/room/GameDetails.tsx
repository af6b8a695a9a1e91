import type { Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { Fact } from '../../ui/Facts.tsx';
import { Badge } from '../../ui/Badge.tsx';

const WORDS = { connected: 'online', connecting: 'connecting', disconnected: 'offline' } as const;

const TONES = { connected: 'good', connecting: 'muted', disconnected: 'caution' } as const;

/** Mode of a game, and the status of the game socket. SPEC section 2, local game room: status. */
export function GameDetails({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('room');
  const lobby = useTranslations('lobby');
  const status = useGameSocket((state) => state.status);
  return (
    <>
      <Fact name={t('mode')}>{lobby(`games.mode.${session.gameMode}`)}</Fact>
      <Fact name={lobby('status.gameServer')}>
        <Badge tone={TONES[status]}>{lobby(`status.${WORDS[status]}`)}</Badge>
      </Fact>
    </>
  );
}
