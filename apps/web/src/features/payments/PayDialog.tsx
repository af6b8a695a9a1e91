import type { PaymentSource } from '@popfray/protocol';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { PayChoice } from './PayChoice.tsx';
import { usePaySource } from './pay-source.ts';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import '../../ui/screens.css';

/** Asks the user to confirm a payment and to choose its source. */
export function PayDialog({
  title,
  description,
  amountSun,
  onPay,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly amountSun: number;
  /** Called with the chosen source. */
  readonly onPay: (source: PaymentSource) => void;
  readonly onClose: () => void;
  /** Further details of the purchase. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('payment.choice');
  const pay = usePaySource(amountSun);
  return (
    <Dialog isOpen title={title} {...(description !== undefined && { description })} onClose={onClose}>
      {children}
      <div className="mt-5">
        <PayChoice pay={pay} />
      </div>
      <DialogEnd className="mt-5">
        <p className="text-sm text-muted">{t(`next.${pay.source}`)}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <button type="button" className="action action-primary" onClick={() => onPay(pay.source)}>
            {t('confirm', { amount: trx.exact(amountSun) })}
          </button>
          <button type="button" className="action action-bare" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </DialogEnd>
    </Dialog>
  );
}
