import { Suspense, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { connectWallet, preloadWallet, signIn } from '../data/wallet/wallet-actions.ts';
import { useAccount } from '../data/account/account.ts';
import { shortenAddress } from '../data/account/address.ts';
import { withTexts } from '../data/messages/texts.ts';
import { ErrorBoundary } from '../features/errors/index.ts';
import { openDeposit } from '../features/payments/index.ts';
import { Icon } from '../ui/Icon.tsx';
import { PreserveFocus } from '../ui/PreserveFocus.tsx';
import { lazy } from '../data/chunks/lazy.ts';
import { WALLET_BUTTON } from '../ui/wallet-button.ts';

const WalletMenu = lazy(() =>
  withTexts(import('../features/wallet/WalletMenu.tsx'), 'account').then((module) => ({ default: module.WalletMenu })),
);

/** Wallet control of the header: connect, sign in, or the connected account with its menu. */
export function WalletControl(): ReactElement {
  const address = useAccount((state) => state.address);
  const isSignedIn = useAccount((state) => state.player !== null);
  return (
    <PreserveFocus className="contents">
      {address === null ? (
        <ConnectButton />
      ) : (
        <>
          {!isSignedIn && <SignInButton />}
          <Account address={address} />
        </>
      )}
    </PreserveFocus>
  );
}

// The buttons are not disabled while they wait, so that the keyboard focus stays on them.

function ConnectButton(): ReactElement {
  const t = useTranslations('account');
  const isConnecting = useAccount((state) => state.wallet === 'connecting');
  return (
    <button
      type="button"
      className={`action action-quiet aria-disabled:text-muted ${WALLET_BUTTON}`}
      aria-disabled={isConnecting}
      onPointerEnter={preloadWallet}
      onFocus={preloadWallet}
      onClick={() => {
        if (!isConnecting) void connectWallet();
      }}
    >
      <Icon name="wallet" className="hidden size-5 shrink-0 min-[24rem]:block" />
      {isConnecting ? t('connecting') : t('connect')}
    </button>
  );
}

function SignInButton(): ReactElement {
  const t = useTranslations('account');
  const isSigningIn = useAccount((state) => state.isSigningIn);
  return (
    <button
      type="button"
      className={`action border border-tron hover:bg-raised aria-disabled:border-line aria-disabled:text-muted ${WALLET_BUTTON}`}
      aria-disabled={isSigningIn}
      onClick={() => {
        if (!isSigningIn) void signIn();
      }}
    >
      {isSigningIn ? t('signingIn') : t('signIn')}
    </button>
  );
}

/** The account with its menu; only its address while the menu loads or cannot be fetched. */
function Account({ address }: { readonly address: string }): ReactElement {
  const shortened = shortenAddress(address);
  return (
    <ErrorBoundary fallback={<span className="px-2 text-sm">{shortened}</span>}>
      <Suspense fallback={<span className={`action action-quiet ${WALLET_BUTTON}`}>{shortened}</span>}>
        <WalletMenu address={address} onDeposit={() => openDeposit()} />
      </Suspense>
    </ErrorBoundary>
  );
}
