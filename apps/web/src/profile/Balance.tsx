import { MIN_WITHDRAWAL_SUN, type Player } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../account/account.ts';
import { useTrx } from '../messages/trx.ts';
import { dropOrder, keptOrder, withdrawalsQuery, type WithdrawalOrder } from './withdrawal.ts';
import { WithdrawDialog } from './WithdrawDialog.tsx';

/** What the house owes the player, and the way to have it paid out. */
export function Balance({ player }: { readonly player: Player }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const trx = useTrx();
  const { address, balanceSun } = player;
  const network = useAccount(({ platform }) => platform?.network.name ?? '');
  const minSun = useAccount(({ platform }) => platform?.minWithdrawalSun ?? MIN_WITHDRAWAL_SUN);
  const [isOpen, setOpen] = useState(false);
  const kept = useUnansweredOrder(address, isOpen);
  return (
    <section aria-label={t('balance')} className="rounded-3xl bg-surface p-6">
      <h2 className="font-text text-sm font-normal tracking-normal text-muted">{t('balance')}</h2>
      <p className="figure mt-2 text-3xl wrap-anywhere">{money('trx', { amount: trx.exact(balanceSun) })}</p>
      <p className="mt-2 text-sm text-muted">{network}</p>
      <p className="mt-3 text-sm text-muted">{t('balanceNote')}</p>
      {kept !== null && !isOpen && (
        <p role="status" className="mt-3 text-sm text-caution">
          {t('withdrawals.kept', { amount: trx.exact(kept.amountSun) })} {t('withdrawals.keptText')}
        </p>
      )}
      <button
        type="button"
        disabled={balanceSun < minSun && kept === null}
        className="action action-primary mt-4"
        onClick={() => setOpen(true)}
      >
        {kept === null ? t('withdraw') : t('withdrawals.keptSend')}
      </button>
      {balanceSun < minSun && kept === null && (
        <p className="mt-2 text-sm text-muted">{t('withdrawMin', { amount: trx.exact(minSun) })}</p>
      )}
      {isOpen && (
        <WithdrawDialog
          address={address}
          balanceSun={balanceSun}
          minSun={minSun}
          kept={kept}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

/** The order that nobody has answered, if any; forgotten once the server lists it. Read anew when the dialog closes. */
function useUnansweredOrder(address: string, isOpen: boolean): WithdrawalOrder | null {
  const [kept, setKept] = useState(() => keptOrder(address));
  const { data } = useQuery(withdrawalsQuery(address));
  useEffect(() => {
    if (isOpen) return;
    const order = keptOrder(address);
    const isKnown = order !== null && data?.some(({ id }) => id === order.id) === true;
    if (isKnown) dropOrder(order);
    setKept(isKnown ? null : order);
  }, [address, data, isOpen]);
  return kept;
}
