import { ADMIN_CALLS, type DeskPayout } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { shortenAddress } from '../account/address.ts';
import { ActDialog } from './ActDialog.tsx';
import { writeTrx } from './amount.ts';
import { askDesk } from './ask-desk.ts';
import { Loaded } from './Loaded.tsx';
import { Part } from './Part.tsx';
import { PayoutFreezePart } from './PayoutFreezePart.tsx';
import { PayoutTable, type Rescue } from './PayoutTable.tsx';
import { payoutsQuery } from './queries.ts';
import { Status } from './Status.tsx';

/** Payouts that are not over. Those that are stuck need a hand: they are queued again, or given back. */
export function Payouts(): ReactElement {
  const t = useTranslations('desk.payouts');
  const payouts = useQuery(payoutsQuery);
  const [asked, setAsked] = useState<Rescue | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PayoutFreezePart />
      <Part title={t('caption')}>
        <Loaded query={payouts} lines={6}>
          {(list) =>
            list.length === 0 ? (
              <p className="text-muted">{t('none')}</p>
            ) : (
              <PayoutTable name={t('caption')} payouts={list} ask={setAsked} />
            )
          }
        </Loaded>
        {asked !== null && payouts.data !== undefined && (
          <RescueDialog asked={asked} payouts={payouts.data} onClose={() => setAsked(null)} />
        )}
      </Part>
    </div>
  );
}

function RescueDialog({
  asked: { act, payout },
  payouts,
  onClose,
}: {
  readonly asked: Rescue;
  /** As they stand now. */
  readonly payouts: readonly DeskPayout[];
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('desk.payouts');
  const statuses = useTranslations('desk.statuses');
  const amount = writeTrx(payout.amountSun);
  const address = shortenAddress(payout.address);
  const now = payouts.find(({ id }) => id === payout.id);
  const isStuck = now?.status === 'stuck';
  const rescue = (reason: string) =>
    askDesk(ADMIN_CALLS.rescuePayout, { params: { id: payout.id }, body: { act, reason } });
  return (
    <ActDialog
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
    </ActDialog>
  );
}
