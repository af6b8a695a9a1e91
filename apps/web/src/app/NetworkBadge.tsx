import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { isOnOtherChain, useAccount } from '../data/account/account.ts';
import { networkName } from '../data/account/network-name.ts';

/** Name of the network where it uses play money, or a warning where the wallet is on another network. Otherwise null. */
export function NetworkBadge({ className = '' }: { readonly className?: string }): ReactElement | null {
  const t = useTranslations('account');
  const network = useAccount((state) => state.platform?.network);
  const mustSwitch = useAccount(isOnOtherChain);
  if (network === undefined || !(network.isPlayMoney || mustSwitch)) return null;
  return (
    <p
      className={`rounded-full px-3 py-1 text-sm font-semibold whitespace-nowrap ${mustSwitch ? 'bg-caution text-ink' : 'border border-caution/60 text-caution'} ${className}`}
    >
      {mustSwitch ? t('switchNetwork', { network: networkName(network) }) : networkName(network)}
    </p>
  );
}
