import { makeTrx } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { disconnectWallet } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { shortenAddress } from '../../data/account/address.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { WALLET_BUTTON } from '../../ui/wallet-button.ts';
import '../../ui/screens.css';

/** The connected account with its Popfray balance, and its menu. SPEC section 2, header. */
export function WalletMenu({
  address,
  onDeposit,
}: {
  readonly address: string;
  /** Called when the player wants to deposit. */
  readonly onDeposit: () => void;
}): ReactElement {
  const t = useTranslations('walletMenu');
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? null);
  const isOperator = useAccount(({ player }) => player?.isOperator === true);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const shortened = shortenAddress(address);
  // Rounded down to two decimals: no more is shown than there is.
  const balance = balanceSun === null ? null : trx.short(balanceSun);
  return (
    <Menu
      name={
        balance === null
          ? t('label', { address: shortened })
          : t('labelBalance', { address: shortened, amount: balance })
      }
      label={
        <span className="grid text-left leading-tight">
          {shortened}{' '}
          {balance !== null && (
            <span className="text-xs font-medium text-muted">{t('headerBalance', { amount: balance })}</span>
          )}
        </span>
      }
      className={`action action-quiet ${WALLET_BUTTON}`}
      head={<AccountSummary address={address} />}
      onOpen={() => preload(PATHS.profile)}
    >
      {isSignedIn && (
        <MenuItem icon="wallet" onSelect={onDeposit}>
          {t('deposit')}
        </MenuItem>
      )}
      <MenuItem icon="user" href={PATHS.profile}>
        {t('profile')}
      </MenuItem>
      {isOperator && (
        <MenuItem icon="desk" href={PATHS.admin}>
          {t('admin')}
        </MenuItem>
      )}
      <MenuItem icon="info" href={PATHS.playResponsibly}>
        {t('responsibly')}
      </MenuItem>
      <MenuItem icon="sliders" href={PATHS.settings}>
        {t('settings')}
      </MenuItem>
      <MenuItem icon="leave" onSelect={() => void disconnectWallet()}>
        {t('disconnect')}
      </MenuItem>
    </Menu>
  );
}

/** The connected address, its network and the balance with the house. */
function AccountSummary({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('walletMenu');
  const player = useAccount((state) => state.player);
  const network = useAccount((state) => state.platform?.network);
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">{player?.username ?? shortenAddress(address)}</p>
      {network !== undefined && (
        <p className={`text-sm ${network.isPlayMoney ? 'text-caution' : 'text-muted'}`}>{networkName(network)}</p>
      )}
      {player !== null && (
        <p className="mt-2 flex items-baseline justify-between gap-6 text-sm text-muted">
          {t('balance')}
          <span className="figure text-base text-text">{t('amount', { amount: makeTrx(player.balanceSun) })}</span>
        </p>
      )}
    </>
  );
}
