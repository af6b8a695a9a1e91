import type { Seat, Session } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { PayChoice, usePaySource } from '../payments/index.ts';
import { joinSession } from '../sessions/index.ts';

/** Next step for an unpaid seat: pay from the balance or the wallet, or wait for the payment to be final. Null for other seats. */
export function SeatPayment({
  session,
  seat,
}: {
  readonly session: Session;
  readonly seat: Seat | null;
}): ReactElement | null {
  const t = useTranslations('room');
  const [isBusy, setBusy] = useState(false);
  const pay = usePaySource(session.entryFeeSun);
  if (seat?.status !== 'reserved' || session.entryFeeSun === 0) return null;
  const fee = trx.exact(session.entryFeeSun);
  const isUnpaid = seat.payment === null || seat.payment.status === 'awaiting';
  return (
    <section className="rounded-[1.25rem] bg-surface p-5">
      <h2 className="text-base">{isUnpaid ? t('payTitle') : t('confirmingTitle')}</h2>
      <p className="mt-1 text-muted">{isUnpaid ? t('payText', { fee }) : t('confirmingText')}</p>
      {isUnpaid && pay.isCovered && (
        <div className="mt-4">
          <PayChoice pay={pay} />
        </div>
      )}
      {isUnpaid && (
        <button
          type="button"
          disabled={isBusy}
          className="action action-primary mt-4"
          onClick={() => {
            setBusy(true);
            void joinSession(session.id, pay.source).finally(() => setBusy(false));
          }}
        >
          {isBusy ? t('paying') : t('pay', { fee })}
        </button>
      )}
    </section>
  );
}
