import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { startGuest } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { CROSS_CHAIN_LOBBY, PATHS, QUICK_BATTLE, SOLO_ARENA } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PreserveFocus } from '../../ui/PreserveFocus.tsx';
import { WalletAction } from '../wallet/index.ts';

const PRIMARY = 'action action-primary pointer-events-auto min-h-14 px-6 text-lg sm:px-9';
const QUIET = 'action action-quiet pointer-events-auto min-h-14 px-5 text-lg sm:px-7';

/** Primary actions. SPEC section 2, landing page, hero. */
export function HeroActions(): ReactElement {
  const t = useTranslations('landing');
  const isSignedIn = useAccount((state) => state.player !== null);
  return (
    <PreserveFocus className="flex flex-wrap gap-3">
      {isSignedIn ? (
        <>
          <Link href={PATHS.lobby} className={PRIMARY}>
            <Icon name="play" />
            {t('start')}
          </Link>
          <Link
            href={SOLO_ARENA}
            className={QUIET}
            onPointerEnter={() => preload(SOLO_ARENA)}
            onFocus={() => preload(SOLO_ARENA)}
          >
            {t('solo')}
          </Link>
          <Link
            href={QUICK_BATTLE}
            className={QUIET}
            onPointerEnter={() => preload(PATHS.lobby)}
            onFocus={() => preload(PATHS.lobby)}
          >
            <Icon name="bolt" />
            {t('quick')}
          </Link>
          <Link href={CROSS_CHAIN_LOBBY} className={QUIET}>
            {t('battles')}
          </Link>
        </>
      ) : (
        <>
          <Link
            href={PATHS.arena}
            className={PRIMARY}
            onClick={() => void startGuest()}
            onPointerEnter={() => preload(PATHS.arena)}
            onFocus={() => preload(PATHS.arena)}
          >
            <Icon name="play" />
            {t('freePlay')}
          </Link>
          <WalletAction className={QUIET} />
        </>
      )}
    </PreserveFocus>
  );
}
