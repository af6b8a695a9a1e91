import { CALLS, type Withdrawal } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { useTrx } from '../../data/messages/trx.ts';
import { pollMs, TxidLine } from '../payments/index.ts';
import { refreshWalletBalance } from '../../data/wallet/balance.ts';
import { useOlderRows } from './older-rows.ts';
import { RecordList, RecordRow } from './RecordList.tsx';
import { withdrawalsQuery } from './withdrawal.ts';

const isMoving = ({ status }: Withdrawal): boolean => status === 'queued' || status === 'sent';

/** The player's withdrawals, newest first, polled until each is final. */
export function WithdrawalList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.withdrawals');
  const withdrawals = useQuery({
    ...withdrawalsQuery(address),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.some(isMoving) ?? false;
      return pollMs({ isOpen, isMoving: isOpen, awayMs: 0, ageMs: 0 });
    },
  });
  const { data } = withdrawals;
  useRefreshOnEnd(address, data);
  const { rows, more, isError } = useOlderRows(data, (before) =>
    callApi(CALLS.getMyWithdrawals, { query: { before } }),
  );
  return (
    <RecordList
      query={{ ...withdrawals, isError: withdrawals.isError || isError }}
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
  const trx = useTrx();
  const { status, blockNumber, txid, explorerUrl } = withdrawal;
  return (
    <RecordRow
      title={t('ledger.kind.withdrawal')}
      atMs={withdrawal.createdAt}
      amount={money('trx', { amount: trx.exact(withdrawal.amountSun) })}
      note={
        <span className={TONES[status]}>
          {status === 'confirmed' && blockNumber !== null
            ? t('withdrawals.status.confirmedIn', { block: blockNumber })
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
