import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { connectWallet, preloadWallet, signIn } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';

/** The next step to a connected and signed-in wallet. */
export function WalletAction({
  className,
  label,
}: {
  readonly className: string;
  /** Text while no wallet is connected, instead of "Connect Wallet". */
  readonly label?: string;
}): ReactElement {
  const t = useTranslations('account');
  const wallet = useAccount((state) => state.wallet);
  const isSigningIn = useAccount((state) => state.isSigningIn);
  const isBusy = wallet === 'connecting' || isSigningIn;
  const [idle, busy] =
    wallet === 'connected' ? [t('signIn'), t('signingIn')] : [label ?? t('connectWallet'), t('connecting')];
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
