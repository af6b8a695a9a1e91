import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { connectWallet, preloadWallet, signIn, startGuest, useAccount } from '../../data/account/account.ts';
import { CROSS_CHAIN_LOBBY, PATHS, preload } from '../../app/screens.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PreserveFocus } from '../../ui/PreserveFocus.tsx';

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

/** The next step to a connected and signed-in wallet. */
export function WalletAction({ className }: { readonly className: string }): ReactElement {
  const t = useTranslations('account');
  const wallet = useAccount((state) => state.wallet);
  const isSigningIn = useAccount((state) => state.isSigningIn);
  const isBusy = wallet === 'connecting' || isSigningIn;
  const [idle, busy] = wallet === 'connected' ? [t('signIn'), t('signingIn')] : [t('connectWallet'), t('connecting')];
  return (
    // Not disabled while busy, so that the keyboard focus stays on it.
    <button
      type="button"
      className={`${className} aria-disabled:text-muted`}
      aria-disabled={isBusy}
      onPointerEnter={preloadWallet}
      onFocus={preloadWallet}
      onClick={() => {
        if (!isBusy) void (wallet === 'connected' ? signIn() : connectWallet());
      }}
    >
      {isBusy ? busy : idle}
    </button>
  );
}
