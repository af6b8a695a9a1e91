import { SUN_PER_TRX } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { useAccount } from '../account/account.ts';
import { useReach } from '../api/reach.ts';
import { KeptFocus } from '../shell/KeptFocus.tsx';
import { WalletAction } from '../landing/HeroActions.tsx';
import { useTrx } from '../messages/trx.ts';
import { PATHS } from '../routes.ts';
import { practise } from '../sessions/practice.ts';

/** The fee of a practice battle for play money, sun. SPEC section 9: typical entry 1-50 TRX. */
const PRACTICE_FEE_SUN = 5 * SUN_PER_TRX;

/** The way into a first battle for somebody who is alone: against a practice bot, never for real money. */
export function Practice(): ReactElement {
  const t = useTranslations('lobby.practice');
  const trx = useTrx();
  const [, navigate] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isOffline = useReach() === 'offline';
  const isPlayMoney = useAccount(({ platform }) => platform?.network.isPlayMoney ?? false);

  const begin = async (feeSun: number): Promise<void> => {
    setBusy(true);
    const session = await practise(t('name'), feeSun);
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
          <>
            <button
              type="button"
              disabled={isBusy || isOffline}
              className="action action-quiet"
              onClick={() => void begin(0)}
            >
              {isBusy ? t('busy') : t('free')}
            </button>
            {isPlayMoney && !isBusy && (
              <button
                type="button"
                disabled={isOffline}
                className="action action-quiet"
                onClick={() => void begin(PRACTICE_FEE_SUN)}
              >
                {t('paid', { amount: trx.exact(PRACTICE_FEE_SUN) })}
              </button>
            )}
          </>
        ) : (
          <WalletAction className="action action-quiet" />
        )}
      </KeptFocus>
    </section>
  );
}
