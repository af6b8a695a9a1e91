import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAccount } from '../account/account.ts';
import { useReach } from '../api/reach.ts';
import { KeptFocus } from '../shell/KeptFocus.tsx';
import { WalletAction } from '../landing/HeroActions.tsx';
import { PATHS } from '../routes.ts';
import { practise } from '../sessions/practice.ts';

/** The way into a first battle for somebody who is alone: against a practice bot, never for real money. */
export function Practice(): ReactElement {
  const t = useTranslations('lobby.practice');
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isOffline = useReach() === 'offline';

  const begin = async (): Promise<void> => {
    setBusy(true);
    const session = await practise(t('name'));
    setBusy(false);
    if (session !== null) navigate(`${PATHS.battle}/${session.id}`);
  };
  return (
    <section aria-labelledby="practice" className="lobby-practice">
      <h2 id="practice" className="text-base">
        {t('title')}
      </h2>
      <p className="mt-2 text-muted">{t('text')}</p>
      <KeptFocus className="mt-4 flex flex-wrap gap-2 *:flex-auto">
        {isSignedIn ? (
          <button
            type="button"
            disabled={isBusy || isOffline}
            className="action action-quiet"
            onClick={() => void begin()}
          >
            {isBusy ? t('busy') : t('free')}
          </button>
        ) : (
          <WalletAction className="action action-quiet" />
        )}
      </KeptFocus>
    </section>
  );
}
