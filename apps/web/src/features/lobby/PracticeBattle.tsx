import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { PreserveFocus } from '../../ui/PreserveFocus.tsx';
import { WalletAction } from '../wallet/index.ts';
import { PATHS } from '../../data/paths.ts';
import { startPracticeBattle } from '../sessions/index.ts';

/** Starts a free battle against a practice bot. */
export function PracticeBattle(): ReactElement {
  const t = useTranslations('lobby.practice');
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isOffline = useConnectivity() === 'offline';

  const begin = async (): Promise<void> => {
    setBusy(true);
    const session = await startPracticeBattle(t('name'));
    setBusy(false);
    if (session !== null) navigate(`${PATHS.battle}/${session.id}`);
  };
  return (
    <section
      aria-labelledby="practice"
      className="rounded-3xl bg-surface bg-[radial-gradient(circle_at_100%_0%,color-mix(in_srgb,var(--color-chain)_30%,transparent),transparent_70%)] p-5"
    >
      <h2 id="practice" className="text-base">
        {t('title')}
      </h2>
      <p className="mt-2 text-muted">{t('text')}</p>
      <PreserveFocus className="mt-4 flex flex-wrap gap-2 *:flex-auto">
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
      </PreserveFocus>
    </section>
  );
}
