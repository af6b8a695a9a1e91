import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { startGuest } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { useShownPhase, type PracticeSession } from '../play/index.ts';
import { RoundEnd, RoundPaused, RoundReady } from '../play-screen/index.ts';
import { WalletAction } from '../wallet/index.ts';
import { PATHS } from '../../data/paths.ts';

/** TRX earned by a practice round. SPEC section 1: free play never earns any. */
const PRACTICE_TRX = 0;

/** Overlay of the arena's practice. */
export function PracticeOverlay({ session }: { readonly session: PracticeSession }): ReactElement | null {
  const t = useTranslations('arena');
  const play = useTranslations('play');
  const format = useFormatter();
  const phase = useShownPhase(session.store);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const isNewVisitor = useAccount(({ wallet, guest }) => wallet === 'disconnected' && guest === null);
  /** SPEC section 4: guest mode can be started from the arena. */
  const start = (): void => {
    if (isNewVisitor) void startGuest();
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
        scoreLabel={isConnected ? t('finalScore') : t('practiceScore')}
        back={{ path: PATHS.lobby, text: play('backToLobby') }}
      >
        {isConnected && (
          <dl className="flex items-baseline justify-center gap-2">
            <dt className="text-sm text-muted">{t('trxEarned')}</dt>
            <dd className="figure text-lg">
              {t('trxAmount', { amount: format.number(PRACTICE_TRX, { minimumFractionDigits: 2 }) })}
            </dd>
          </dl>
        )}
        {isConnected ? (
          <p className="text-muted">{t('practiceNote')}</p>
        ) : (
          // An upright phone hides the header with its wallet button until the next screen.
          <WalletAction className="min-h-8 text-muted underline underline-offset-4 hover:text-text" label={t('earn')} />
        )}
      </RoundEnd>
    );
  }
  return null;
}
