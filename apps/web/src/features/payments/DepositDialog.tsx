import type { Payment } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Queries } from '../../data/api/Queries.tsx';
import { trx } from '../../data/messages/trx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DepositForm } from './DepositForm.tsx';
import { closeDeposit, setDepositShown, type DepositRequest } from './deposit-store.ts';
import { PaymentCard } from './PaymentCard.tsx';
import { paymentsQuery } from './payments.ts';
import { signPayment } from './purchase.ts';
import { signings } from './signing.ts';
import { hasEndedBadly, stageOf } from './stage.ts';
import { unwatch } from './watch-list.ts';
import '../../ui/screens.css';

interface DepositProps {
  /** Address of the player who deposits. */
  readonly address: string;
  readonly request: DepositRequest;
}

/** A deposit from the wallet to the balance: the amount first, then its progress. */
export function DepositDialog(props: DepositProps): ReactElement {
  return (
    <Queries>
      <Deposit {...props} />
    </Queries>
  );
}

function Deposit({ address, request }: DepositProps): ReactElement {
  const t = useTranslations('deposit');
  const [begun, setBegun] = useState<Payment | null>(null);
  if (begun !== null) return <Progress begun={begun} address={address} onRepeat={() => setBegun(null)} />;
  return (
    <Dialog isOpen title={t('title')} description={t('text')} onClose={closeDeposit}>
      <DepositForm
        address={address}
        amountSun={request.amountSun}
        onBegun={(payment) => {
          setBegun(payment);
          void signPayment(payment, address);
        }}
      />
    </Dialog>
  );
}

/** Progress of a deposit that was begun. The panel polls it, and follows it when the dialog is closed before the deposit is complete. */
function Progress({
  begun,
  address,
  onRepeat,
}: {
  readonly begun: Payment;
  readonly address: string;
  /** Called when the player wants to deposit again. */
  readonly onRepeat: () => void;
}): ReactElement {
  const t = useTranslations('deposit');
  const { data = [] } = useQuery(paymentsQuery(address));
  const signing = useStore(signings, (all) => all[begun.id]);
  const payment = data.find(({ id }) => id === begun.id) ?? begun;
  const stage = stageOf(payment, signing);
  // Before the paint, so that the panel does not appear behind the dialog.
  useLayoutEffect(() => {
    setDepositShown(begun.id);
    return () => setDepositShown(null);
  }, [begun.id]);
  const close = (): void => {
    // The player has seen that it is complete.
    if (stage === 'applied') unwatch([payment.id]);
    closeDeposit();
  };
  return (
    <Dialog isOpen title={t('titleOf', { amount: trx.exact(begun.amountSun) })} onClose={close}>
      <div data-deposit>
        <PaymentCard payment={payment} stage={stage} signing={signing} address={address} onDismiss={closeDeposit} />
        {hasEndedBadly(stage) && (
          <button type="button" className="action action-bare mt-2" onClick={onRepeat}>
            {t('again')}
          </button>
        )}
      </div>
    </Dialog>
  );
}
