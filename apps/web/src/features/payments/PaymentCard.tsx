import type { Payment } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { networkName } from '../../data/account/network-name.ts';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { findUpgrade } from '../../data/messages/upgrade-name.ts';
import { usePaymentName } from './name.ts';
import { PaymentSteps } from './PaymentSteps.tsx';
import { cancelPayment, signPayment } from './purchase.ts';
import { describeSigning, describeWalletError } from './wallet-error-text.ts';
import { purchaseToasts } from './purchase-toasts.ts';
import { hasEndedBadly, isCancellable, isOnChain, isOpen, isSignable, type Signing, type Stage } from './stage.ts';
import { TxidLine } from './TxidLine.tsx';
import { unwatch } from './watch-list.ts';
import '../../ui/screens.css';

/** One payment: its progress, the next step and the possible actions. */
export function PaymentCard({
  payment,
  stage,
  signing,
  address,
  onDismiss,
}: {
  readonly payment: Payment;
  readonly stage: Stage;
  readonly signing: Signing | undefined;
  /** Address of the player who pays. */
  readonly address: string;
  /** Called when the player closes a payment that has ended. */
  readonly onDismiss?: () => void;
}): ReactElement {
  const t = useTranslations('payment');
  const money = useTranslations('money');
  const network = useAccount(({ platform }) => platform?.network ?? null);
  const upgrade = findUpgrade(payment.upgradeId);
  const reason = describeSigning(signing, address);
  const name = usePaymentName()(payment);
  const step = stage === 'confirming' && network?.id === 'dev' ? 'confirmingDev' : stage;
  const next = (): string => {
    if (payment.purpose === 'entry' && isOfEntry(step)) return t(`nextOfEntry.${step}`);
    if (payment.purpose === 'deposit' && isOfDeposit(step)) return t(`nextOfDeposit.${step}`);
    return t(`next.${step}`, { name, minutes: upgrade?.durationMin ?? 0, reason });
  };
  return (
    <article
      aria-label={name}
      className="border-line px-4 pt-3.5 pb-4 in-data-deposit:px-0 in-data-deposit:pt-3 in-data-deposit:pb-0 [article+&]:border-t"
    >
      <header className="flex items-baseline gap-3">
        <h2 className="min-w-0 flex-1 font-text text-base font-semibold tracking-normal">{name}</h2>
        <p className="figure text-lg">{money('trx', { amount: trx.exact(payment.amountSun) })}</p>
      </header>
      {network !== null && <p className="text-sm text-muted">{networkName(network)}</p>}
      <PaymentSteps stage={stage} blockNumber={payment.blockNumber} />
      {(stage === 'refused' || hasEndedBadly(stage)) && (
        <p className="mt-3 -mb-2 font-semibold text-caution">{stage === 'refused' ? reason : t(`short.${stage}`)}</p>
      )}
      <p className="mt-3 text-sm text-muted">{next()}</p>
      {payment.txid !== null && isOnChain(stage) && <TxidLine txid={payment.txid} explorerUrl={payment.explorerUrl} />}
      <Actions
        payment={payment}
        stage={stage}
        address={address}
        onDismiss={() => {
          unwatch([payment.id]);
          onDismiss?.();
        }}
      />
    </article>
  );
}

/** Steps with a different text for an entry fee. */
const OF_ENTRY = ['confirming', 'confirmingDev', 'applied', 'refunded'] as const;

/** Steps with a different text for a deposit. */
const OF_DEPOSIT = [...OF_ENTRY, 'failed'] as const;

const isOfDeposit = (step: string): step is (typeof OF_DEPOSIT)[number] => OF_DEPOSIT.some((one) => one === step);

const isOfEntry = (step: string): step is (typeof OF_ENTRY)[number] => OF_ENTRY.some((one) => one === step);

function Actions({
  payment,
  stage,
  address,
  onDismiss,
}: {
  readonly payment: Payment;
  readonly stage: Stage;
  readonly address: string;
  readonly onDismiss: () => void;
}): ReactElement | null {
  const t = useTranslations('payment');
  const [isCancelling, setCancelling] = useState(false);

  const sign = async (): Promise<void> => {
    const code = await signPayment(payment, address);
    // The dialog of a deposit shows it itself.
    if (code !== null && payment.purpose !== 'deposit') purchaseToasts.failed(describeWalletError(code, address));
  };
  const cancel = async (): Promise<void> => {
    setCancelling(true);
    // After a failure the payment is unchanged; the next poll shows its state.
    await cancelPayment(payment.id, address).catch(() => undefined);
    setCancelling(false);
  };

  return (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {isSignable(stage) && (
        <button type="button" className="action action-primary" onClick={() => void sign()}>
          {stage === 'unsigned' ? t('sign') : t('again')}
        </button>
      )}
      {isCancellable(stage) && (
        <button type="button" disabled={isCancelling} className="action action-quiet" onClick={() => void cancel()}>
          {isCancelling ? t('cancelling') : t('cancel')}
        </button>
      )}
      {!isOpen(stage) && (
        <button type="button" className="action action-quiet" onClick={onDismiss}>
          {t('dismiss')}
        </button>
      )}
      {payment.sessionId !== null && stage === 'applied' && (
        <Link href={`${PATHS.battle}/${payment.sessionId}`} className="action action-bare">
          {t('toSession')}
        </Link>
      )}
      {stage === 'refunded' && (
        <Link href={PATHS.profile} className="action action-bare">
          {t('toProfile')}
        </Link>
      )}
    </div>
  );
}
