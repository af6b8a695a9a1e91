import { Suspense, useSyncExternalStore, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { lazy } from '../../data/chunks/lazy.ts';
import { PATHS } from '../../data/paths.ts';
import { missingWallet } from '../../data/wallet/missing-wallet.ts';
import { connectWallet } from '../../data/wallet/wallet-actions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { isReachable, makePageAddress } from './page-address.ts';
import { WalletAppLinks } from './WalletAppLinks.tsx';
import '../../ui/screens.css';

/** Loaded on a desktop only: a phone shows links instead. */
const QrCode = lazy(() => import('./QrCode.tsx').then((module) => ({ default: module.QrCode })));

const TOUCH = '(pointer: coarse)';

const close = (): void => missingWallet.setState({ isShown: false });

/**
 * What a visitor without a wallet can do: on a phone, links that open the page in a wallet app; on a desktop, the extension, and a QR code that opens the
 * page on a phone.
 */
export function NextSteps(): ReactElement {
  const t = useTranslations('walletApps');
  const isPhone = useSyncExternalStore(followPointer, () => matchMedia(TOUCH).matches);
  const address = makePageAddress(location);
  return (
    <Dialog isOpen title={t('title')} description={t(isPhone ? 'phoneText' : 'desktopText')} onClose={close}>
      {isPhone ? (
        <div className="mt-5 flex flex-col gap-2">
          <WalletAppLinks address={address} isMain />
          <p className="mt-2 text-sm text-muted">{t('phoneHint')}</p>
        </div>
      ) : (
        <OnPhone address={address} />
      )}
      <Address address={address} />
      <div className="mt-3 flex flex-wrap gap-2">
        <button
          type="button"
          className={`action ${isPhone ? 'action-quiet' : 'action-primary'}`}
          onClick={() => {
            close();
            void connectWallet();
          }}
        >
          {t('again')}
        </button>
        <Link href={PATHS.walletSetup} className="action action-bare" onClick={close}>
          {t('setup')}
        </Link>
      </div>
    </Dialog>
  );
}

/** The page's address, to be copied into the browser of a wallet app. Where the clipboard refuses, it can be selected. */
function Address({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('walletApps');
  const { isCopied, copy } = useCopy(address, () => undefined);
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-muted wrap-anywhere select-all">{address}</span>
      <button type="button" className="action action-bare -ml-3 px-3" onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </button>
    </p>
  );
}

/** The way to the page on a phone: a QR code, where a phone can reach the address. */
function OnPhone({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('walletApps');
  if (!isReachable(address)) return <p className="mt-4 text-sm text-muted">{t('localText')}</p>;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      <ErrorBoundary fallback={null}>
        <Suspense fallback={<div className="size-48" />}>
          <QrCode text={address} name={t('code', { address })} />
        </Suspense>
      </ErrorBoundary>
      <p className="min-w-40 flex-1 text-sm text-muted">{t('codeText')}</p>
    </div>
  );
}

/** Calls `listener` when the main pointer becomes a finger or a mouse. */
function followPointer(listener: () => void): () => void {
  const query = matchMedia(TOUCH);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
