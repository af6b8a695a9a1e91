import { useRound } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { startGuest, useAccount } from '../account/account.ts';
import type { PracticeSession } from '../play/play-session.ts';
import { RoundEnd } from '../play/RoundEnd.tsx';
import { RoundPaused } from '../play/RoundPaused.tsx';
import { RoundReady } from '../play/RoundReady.tsx';
import { PATHS } from '../routes.ts';

/** What lies over the field of the arena's practice. */
export function PracticeOverlay({ session }: { readonly session: PracticeSession }): ReactElement | null {
  const t = useTranslations('arena');
  const play = useTranslations('play');
  const phase = useRound(session.store, (state) => state.phase);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const isStranger = useAccount(({ wallet, guest }) => wallet === 'disconnected' && guest === null);
  /** SPEC section 4: guest mode can be started from the arena. */
  const start = (): void => {
    if (isStranger) void startGuest();
    session.start();
  };
  if (phase === 'idle') {
    return (
      <RoundReady
        session={session}
        title={t('readyTitle.freePlay')}
        text={t('readyText')}
        action={t('start')}
        onStart={start}
      />
    );
  }
  if (phase === 'paused') return <RoundPaused session={session} />;
  if (phase === 'over') {
    return (
      <RoundEnd
        session={session}
        title={t('overTitle')}
        scoreLabel={t('practiceScore')}
        back={{ path: PATHS.lobby, text: play('backToLobby') }}
      >
        <p className="text-muted">{isConnected ? t('practiceNote') : t('earn')}</p>
      </RoundEnd>
    );
  }
  return null;
}
