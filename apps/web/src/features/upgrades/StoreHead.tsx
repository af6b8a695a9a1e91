import { SUN_PER_TRX } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { connectWallet, signIn } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { trx } from '../../data/messages/trx.ts';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { useWalletBalance } from '../../data/wallet/balance.ts';
import { ActiveUpgrades } from './ActiveUpgrades.tsx';
import { playerUpgradesQuery } from './upgrades.ts';
import '../../ui/screens.css';

/** The player's funds and active upgrades; without a wallet, how to get one. */
export function StoreHead(): ReactElement {
  const t = useTranslations('upgrades');
  const money = useTranslations('money');
  const wallet = useAccount((state) => state.wallet);
  const address = useAccount(({ player }) => player?.address ?? null);
  const isSigningIn = useAccount((state) => state.isSigningIn);
  if (address !== null) return <WalletFunds address={address} />;
  if (wallet === 'connected') {
    return (
      <Prompt title={t('signInTitle')} text={t('signInText')}>
        <button type="button" disabled={isSigningIn} className="action action-primary" onClick={() => void signIn()}>
          {money('signIn')}
        </button>
      </Prompt>
    );
  }
  return (
    <Prompt title={t('connectTitle')} text={t('connectText')}>
      <button
        type="button"
        disabled={wallet === 'connecting'}
        className="action action-primary"
        onClick={() => void connectWallet()}
      >
        {wallet === 'connecting' ? money('connecting') : money('connect')}
      </button>
    </Prompt>
  );
}

function Prompt({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section
      aria-label={title}
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-3xl bg-surface p-6"
    >
      <div className="min-w-0 flex-[1_1_20rem]">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-2 max-w-2xl text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** Below this amount, sun, the page explains to a player of the dev chain how to get play money. */
const POOR_SUN = 50 * SUN_PER_TRX;

function WalletFunds({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('upgrades');
  const money = useTranslations('money');
  const balance = useWalletBalance();
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  const network = useAccount(({ platform }) => platform?.network ?? null);
  const upgrades = useQuery(playerUpgradesQuery(address));
  return (
    <div className="grid gap-x-12 gap-y-5 rounded-3xl bg-surface p-6 md:grid-cols-[auto_auto_1fr]">
      <section aria-label={t('balance')}>
        <h2 className="font-text text-sm font-normal tracking-normal text-muted">{t('balance')}</h2>
        <p className="figure mt-2 text-3xl">
          {balance.isSuccess ? money('trx', { amount: trx.exact(balance.data) }) : money('loading')}
        </p>
        <p className="mt-2 text-sm text-muted">
          {balance.isError ? t('balanceFailed') : network !== null && networkName(network)}
        </p>
        {network?.id === 'dev' && balance.isSuccess && balance.data < POOR_SUN && (
          <p className="mt-1 max-w-60 text-sm text-caution">{t('faucet')}</p>
        )}
      </section>
      <section aria-label={t('ownBalance')}>
        <h2 className="font-text text-sm font-normal tracking-normal text-muted">{t('ownBalance')}</h2>
        <p className="figure mt-2 text-3xl">{money('trx', { amount: trx.exact(balanceSun) })}</p>
      </section>
      <section aria-label={t('active')} className="min-w-0 md:border-l md:border-line md:pl-12">
        <h2 className="font-text text-sm font-normal tracking-normal text-muted">{t('active')}</h2>
        {upgrades.isError ? (
          <QueryFailed query={upgrades} className="mt-4" />
        ) : (
          <ActiveUpgrades upgrades={upgrades.data} isWide />
        )}
      </section>
    </div>
  );
}
