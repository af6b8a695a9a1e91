import { ADMIN_CALLS, type DeskPayout } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../../data/account/address.ts';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import { formatTrx } from './amount.ts';
import { callDeskApi } from './call-desk-api.ts';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { PayoutFreezeSection } from './PayoutFreezeSection.tsx';
import { PayoutTable, type PayoutAction } from './PayoutTable.tsx';
import { payoutsQuery } from './queries.ts';
import { Status } from './Status.tsx';

/** Pending payouts. A stuck one can be queued again or refunded to the balance. */
export function Payouts(): ReactElement {
  const t = useTranslations('desk.payouts');
  const payouts = useQuery(payoutsQuery);
  const [asked, setAsked] = useState<PayoutAction | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PayoutFreezeSection />
      <Section title={t('caption')}>
        <QueryResult query={payouts} lines={6}>
          {(list) => <PayoutTable name={t('caption')} payouts={list} empty={t('none')} ask={setAsked} />}
        </QueryResult>
        {asked !== null && payouts.data !== undefined && (
          <PayoutActionDialog asked={asked} payouts={payouts.data} onClose={() => setAsked(null)} />
        )}
      </Section>
    </div>
  );
}

function PayoutActionDialog({
  asked: { act, payout },
  payouts,
  onClose,
}: {
  readonly asked: PayoutAction;
  /** The current payouts. */
  readonly payouts: readonly DeskPayout[];
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.payouts');
  const statuses = useTranslations('desk.statuses');
  const amount = formatTrx(payout.amountSun);
  const address = shortenAddress(payout.address);
  const now = payouts.find(({ id }) => id === payout.id);
  const isStuck = now?.status === 'stuck';
  const rescue = (reason: string) =>
    callDeskApi(ADMIN_CALLS.rescuePayout, { params: { id: payout.id }, body: { act, reason } });
  return (
    <ConfirmActionDialog
      title={act === 'retry' ? t('retryTitle') : t('returnTitle')}
      confirm={act === 'retry' ? t('retryConfirm', { amount }) : t('returnConfirm', { amount })}
      isGrave
      decided={isStuck ? null : now === undefined ? t('over') : statuses(now.status)}
      done={act === 'retry' ? t('retryDone') : t('returnDone')}
      act={rescue}
      onClose={onClose}
    >
      <p>{act === 'retry' ? t('retryText', { amount, address }) : t('returnText', { amount, address })}</p>
      <p className="text-sm">
        <Status status={payout.status} /> {payout.trouble}
      </p>
    </ConfirmActionDialog>
  );
}
