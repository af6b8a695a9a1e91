import { WITHDRAWAL_CALLS, type Withdrawal } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { trx } from '../../data/messages/trx.ts';
import { pollMs, TxidLine } from '../payments/index.ts';
import { refreshWalletBalance } from '../../data/wallet/balance.ts';
import { useOlderRows } from './older-rows.ts';
import { RecordList, RecordRow } from './RecordList.tsx';
import { withdrawalsQuery } from './withdrawal.ts';

/** How a time is shown up to which a withdrawal waits. */
const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;

const isMoving = ({ status }: Withdrawal): boolean => status === 'queued' || status === 'sent';

/** The time before which a queued withdrawal is not sent; null once it is over. */
const waitEndOf = ({ status, notBefore }: Withdrawal): number | null =>
  status === 'queued' && notBefore !== null && notBefore > Date.now() ? notBefore : null;

/** The player's withdrawals, newest first, polled until each is final. */
export function WithdrawalList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.withdrawals');
  const withdrawals = useQuery({
    ...withdrawalsQuery(address),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.some(isMoving) ?? false;
      const isSoon = state.data?.some((row) => isMoving(row) && waitEndOf(row) === null) ?? false;
      return pollMs({ isOpen, isMoving: isSoon, awayMs: 0, ageMs: 0 });
    },
  });
  const { data } = withdrawals;
  useRefreshOnEnd(address, data);
  const { rows, more, error } = useOlderRows(data, (before) =>
    callApi(WITHDRAWAL_CALLS.getMyWithdrawals, { query: { before } }),
  );
  return (
    <RecordList
      query={{ ...withdrawals, error: withdrawals.error ?? error }}
      count={rows?.length}
      empty={t('none')}
      more={more}
    >
      {rows?.map((withdrawal) => (
        <WithdrawalRecord key={withdrawal.id} withdrawal={withdrawal} />
      ))}
    </RecordList>
  );
}

/** Refreshes other figures when a withdrawal ends. */
function useRefreshOnEnd(address: string, withdrawals: readonly Withdrawal[] | undefined): void {
  const states = withdrawals?.map(({ id, status }) => `${id} ${status}`).join();
  const before = useRef(states);
  useEffect(() => {
    const hasChanged = before.current !== undefined && before.current !== states;
    before.current = states;
    if (!hasChanged) return;
    void refreshWalletBalance();
    void refreshPlayer();
    void queryClient.invalidateQueries({ queryKey: ['ledger', address] });
  }, [address, states]);
}

function WithdrawalRecord({ withdrawal }: { readonly withdrawal: Withdrawal }): ReactElement {
  const t = useTranslations('profile');
  const money = useTranslations('money');
  const format = useFormatter();
  const { status, blockNumber, txid, explorerUrl } = withdrawal;
  const waitsUntil = waitEndOf(withdrawal);
  return (
    <RecordRow
      title={t('ledger.kind.withdrawal')}
      atMs={withdrawal.createdAt}
      amount={money('trx', { amount: trx.exact(withdrawal.amountSun) })}
      note={
        <span className={TONES[status]}>
          {status === 'confirmed' && blockNumber !== null
            ? t('withdrawals.status.confirmedIn', { block: blockNumber })
            : waitsUntil !== null
              ? t('withdrawals.status.waits', { at: format.dateTime(waitsUntil, DATE_AND_TIME) })
              : t(`withdrawals.status.${status}`)}
        </span>
      }
    >
      {withdrawal.feeSun > 0 && (
        <p className="text-sm text-muted">{t('withdrawals.fee', { fee: trx.exact(withdrawal.feeSun) })}</p>
      )}
      {txid !== null && <TxidLine txid={txid} explorerUrl={explorerUrl} />}
    </RecordRow>
  );
}

const TONES: Readonly<Record<Withdrawal['status'], string>> = {
  queued: '',
  sent: '',
  confirmed: 'text-good',
  returned: 'text-caution',
  stuck: 'text-caution',
};
