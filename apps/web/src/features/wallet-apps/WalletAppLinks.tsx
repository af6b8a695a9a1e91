import { makeDeepLink, makeTokenPocketLink } from '@popfray/tron/browser';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import '../../ui/screens.css';

/** Links that open an address of this product in the browsers of wallet apps on a phone. */
export function WalletAppLinks({
  address,
  isMain = false,
}: {
  readonly address: string;
  /** Whether the first link is the main action of its surroundings. */
  readonly isMain?: boolean;
}): ReactElement {
  const t = useTranslations('walletApps');
  const links = [
    ['TronLink', makeDeepLink(address)],
    ['TokenPocket', makeTokenPocketLink(address, 'Popfray')],
  ] as const;
  return (
    <>
      {links.map(([name, href], index) =>
        href === null ? null : (
          <a key={name} href={href} className={`action ${isMain && index === 0 ? 'action-primary' : 'action-quiet'}`}>
            {t('openIn', { name })}
          </a>
        ),
      )}
    </>
  );
}
