import { FREE_WITHDRAWAL_SUN, NETWORK_FEE_SUN, type Player } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { trx } from '../../data/messages/trx.ts';
import { openDeposit } from '../payments/index.ts';
import { PrizeChoice } from './PrizeChoice.tsx';
import { removePendingOrder, readPendingOrder, withdrawalsQuery, type WithdrawalOrder } from './withdrawal.ts';
import { WithdrawalsPaused } from './WithdrawalsPaused.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** The player's balance with the house, the buttons to withdraw it and to deposit, and whether prizes go there. */
export function Balance({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const { address, balanceSun, heldSun } = player;
  const network = useAccount(({ platform }) => (platform === null ? '' : networkName(platform.network)));
  const kept = usePendingOrder(address);
  const freeFromSun = useAccount(({ platform }) => platform?.freeWithdrawalSun ?? FREE_WITHDRAWAL_SUN);
  const isTooSmall = balanceSun <= NETWORK_FEE_SUN && kept === null;
  const [search, setSearch] = useSearchParams();
  const [isAsked, setAsked] = useState(false);
  // `/profile?withdraw` opens the dialog, too.
  const isOpen = isAsked || search.has('withdraw');
  const setOpen = (wanted: boolean): void => {
    setAsked(wanted);
    if (search.has('withdraw')) setSearch({}, { replace: true });
  };
  return (
    <section aria-label={t('balance')} className="rounded-3xl bg-surface p-5">
      <h2 className="font-text text-sm font-normal tracking-normal text-muted">{t('balance')}</h2>
      <p className="figure mt-2 text-3xl wrap-anywhere">{money('trx', { amount: trx.exact(balanceSun) })}</p>
      {heldSun > 0 && (
        <p className="mt-2 text-sm">
          <span className="figure block text-base text-caution">
            {money('pending', { amount: trx.exact(heldSun) })}
          </span>
          <span className="text-muted">{t('balanceHeld')}</span>
        </p>
      )}
      <p className="mt-2 text-sm text-muted">{network}</p>
      <p className="mt-3 text-sm text-muted">{t('balanceNote')}</p>
      <WithdrawalsPaused />
      {kept !== null && !isOpen && (
        <p role="status" className="mt-3 text-sm text-caution">
          <span className="block">{t('withdrawals.kept', { amount: trx.exact(kept.amountSun) })}</span>
          <span className="block">{t('withdrawals.keptText')}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" disabled={isTooSmall} className="action action-primary" onClick={() => setOpen(true)}>
          {kept === null ? t('withdraw') : t('withdrawals.keptSend')}
        </button>
        <button
          type="button"
          className={`action ${isTooSmall ? 'action-primary' : 'action-quiet'}`}
          onClick={() => openDeposit()}
        >
          {t('deposit')}
        </button>
      </div>
      {balanceSun > 0 && balanceSun < freeFromSun && kept === null && (
        <p className="mt-2 text-sm text-muted">
          {isTooSmall ? t('withdrawNone') : t('withdrawMin', { amount: trx.exact(freeFromSun) })}
        </p>
      )}
      <PrizeChoice player={player} freeFromSun={freeFromSun} />
      {isOpen && (
        <WithdrawDialog
          address={address}
          balanceSun={balanceSun}
          freeFromSun={freeFromSun}
          kept={kept}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** A withdrawal order without an answer, if any; removed once the server lists it. */
function usePendingOrder(address: string): WithdrawalOrder | null {
  const { data } = useQuery(withdrawalsQuery(address));
  const kept = readPendingOrder(address);
  const isKnown = data?.some(({ id }) => id === kept?.id) === true;
  useEffect(() => {
    if (isKnown) removePendingOrder(address);
  }, [address, isKnown]);
  return isKnown ? null : kept;
}
