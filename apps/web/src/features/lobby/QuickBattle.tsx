import { QUICK_BOT_MS, QUICK_FEES_SUN, type QuickFeeSun } from '@popfray/protocol';
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation, useSearch } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS, QUICK_FREE } from '../../data/paths.ts';
import { PreserveFocus } from '../../ui/PreserveFocus.tsx';
import { joinQuickBattle, QuickDialog } from '../sessions/index.ts';
import { WalletAction } from '../wallet/index.ts';

/** Matches the player with the next one who wants the same stake. A free battle begins at once; a fee is confirmed first. */
export function QuickBattle(): ReactElement {
  const t = useTranslations('sessions.quick');
  const [path, navigate] = useLocation();
  const [asked, setAsked] = useState<QuickFeeSun | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isOffline = useConnectivity() === 'offline';

  const play = async (feeSun: QuickFeeSun, policyVersion: number): Promise<void> => {
    setAsked(null);
    setBusy(true);
    const session = await joinQuickBattle(feeSun, policyVersion);
    setBusy(false);
    if (session !== null) navigate(`${PATHS.game}?session=${session.id}`);
  };
  // An address that asks for a free battle: once, so that the back button does not ask again.
  const isAskedFor = new URLSearchParams(useSearch()).get(QUICK_FREE[0]) === QUICK_FREE[1];
  const begin = useEffectEvent(() => {
    navigate(path, { replace: true });
    void Promise.resolve().then(async () => play(0, 0));
  });
  useEffect(() => {
    if (isAskedFor && isSignedIn) begin();
  }, [isAskedFor, isSignedIn]);
  return (
    <section aria-labelledby="quick-battle" className="rounded-3xl bg-surface p-5">
      <h2 id="quick-battle" className="text-base">
        {t('title')}
      </h2>
      <p className="mt-2 text-muted">{t('text', { seconds: QUICK_BOT_MS / 1_000 })}</p>
      <PreserveFocus className="mt-4 flex flex-wrap gap-2 *:flex-auto">
        {isSignedIn ? (
          QUICK_FEES_SUN.map((feeSun) => (
            <button
              key={feeSun}
              type="button"
              disabled={isBusy || isOffline}
              className={`action ${feeSun === 0 ? 'action-primary' : 'action-quiet'}`}
              onClick={() => (feeSun === 0 ? void play(feeSun, 0) : setAsked(feeSun))}
            >
              {feeSun === 0 ? t('free') : t('stake', { fee: trx.exact(feeSun) })}
            </button>
          ))
        ) : (
          <WalletAction className="action action-quiet" />
        )}
      </PreserveFocus>
      {isBusy && (
        <p role="status" className="mt-3 text-sm text-muted">
          {t('busy')}
        </p>
      )}
      {asked !== null && (
        <QuickDialog
          feeSun={asked}
          onPlay={(policyVersion) => void play(asked, policyVersion)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
