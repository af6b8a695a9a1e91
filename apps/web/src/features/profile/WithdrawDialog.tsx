import { makeTrx } from '@popfray/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { trx } from '../../data/messages/trx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import {
  removePendingOrder,
  isFinalRefusal,
  makeOrder,
  parseAmount,
  sendOrder,
  withdrawalTermsQuery,
  type AmountError,
  type WithdrawalAmount,
  type WithdrawalLimits,
  type WithdrawalOrder,
} from './withdrawal.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field, Input } from '../../ui/Field.tsx';

/** Withdrawal in three steps: amount, confirmation, sent. An order without an answer starts at the confirmation. */
export function WithdrawDialog({
  address,
  freeFromSun,
  balanceSun,
  kept,
  onClose,
}: Pick<WithdrawalLimits, 'freeFromSun' | 'balanceSun'> & {
  readonly address: string;
  readonly kept: WithdrawalOrder | null;
  readonly onClose: () => void;
}): ReactElement {
  const t = useTranslations('profile.dialog');
  const withdrawals = useTranslations('profile.withdrawals');
  const format = useFormatter();
  const [order, setOrder] = useState(kept);
  // An order that this dialog sends is stored too: it is not the one with which the dialog was opened.
  const [isResumed] = useState(kept !== null);
  // The balance changes when the withdrawal is created: the confirmed figures stay.
  const [bounds] = useState({ freeFromSun, balanceSun });
  const terms = useQuery(withdrawalTermsQuery(address));
  const feeSun = terms.data?.feeSun ?? null;
  const limits: WithdrawalLimits = { ...bounds, feeSun };
  const sending = useMutation({ mutationFn: sendOrder });
  const isPaused = usePlatformStats().stats.areWithdrawalsPaused === true;

  /** What the dialog says of a withdrawal that the server has accepted. */
  const describeSent = (amount: string, notBefore: number | null): string => {
    if (notBefore !== null) return t('waitsText', { amount, at: format.dateTime(notBefore, DATE_AND_TIME) });
    return isPaused ? t('queuedText', { amount }) : t('sentText', { amount });
  };

  if (sending.isSuccess) {
    const amount = trx.exact(sending.data.amountSun);
    return (
      <Dialog
        isOpen
        title={isPaused || sending.data.notBefore !== null ? t('queuedTitle') : t('sentTitle')}
        description={describeSent(amount, sending.data.notBefore)}
        onClose={onClose}
      >
        <button type="button" className="action action-primary mt-5" onClick={onClose}>
          {t('done')}
        </button>
      </Dialog>
    );
  }
  if (order === null) {
    return (
      <Dialog
        isOpen
        title={t('title')}
        description={
          feeSun === null
            ? t('feeUnknown', { free: trx.exact(freeFromSun) })
            : t('fee', { free: trx.exact(freeFromSun), fee: trx.exact(feeSun) })
        }
        onClose={onClose}
      >
        <FirstWait notBefore={terms.data?.notBefore ?? null} />
        <AmountForm
          limits={limits}
          onAmount={(amount) => setOrder(makeOrder(address, amount))}
          onNoFee={() => void terms.refetch()}
        />
      </Dialog>
    );
  }
  const isRefused = sending.isError && isFinalRefusal(sending.error);
  const back = (): void => {
    sending.reset();
    setOrder(null);
    // The fee may have changed.
    void terms.refetch();
  };
  return (
    <Dialog
      isOpen
      title={t('confirmTitle', { amount: trx.exact(order.amountSun) })}
      {...(isResumed && { description: withdrawals('keptText') })}
      onClose={() => {
        // Do not close while the outcome is unknown.
        if (!sending.isPending) onClose();
      }}
    >
      <OrderFacts order={order} balanceSun={isResumed ? null : bounds.balanceSun} />
      <FirstWait notBefore={terms.data?.notBefore ?? null} />
      <p role="alert" className="mt-4 text-sm text-caution empty:hidden">
        {sending.isError && (hasReason(sending.error) ? sending.error.message : t('unheard'))}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        {!isRefused && (
          <button
            type="button"
            disabled={sending.isPending}
            className="action action-primary"
            onClick={() => sending.mutate(order)}
          >
            {sending.isPending ? t('sending') : t(sending.isError ? 'again' : 'confirm')}
          </button>
        )}
        {!sending.isPending && (isRefused || (!sending.isError && !isResumed)) && (
          <button type="button" className="action action-quiet" onClick={back}>
            {t('back')}
          </button>
        )}
        {isResumed && !sending.isPending && (
          <button
            type="button"
            className="action action-quiet"
            onClick={() => {
              removePendingOrder(address);
              onClose();
            }}
          >
            {t('forget')}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** How a time is shown up to which a withdrawal waits. */
const DATE_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Notice that the first withdrawal of an account waits, with the time when it is sent. Null for others. */
function FirstWait({ notBefore }: { readonly notBefore: number | null }): ReactElement | null {
  const t = useTranslations('profile.dialog');
  const format = useFormatter();
  if (notBefore === null) return null;
  return (
    <p className="mt-4 flex items-start gap-2 text-sm text-caution">
      <Icon name="info" />
      <span>{t('firstWait', { at: format.dateTime(notBefore, DATE_AND_TIME) })}</span>
    </p>
  );
}

/** Whether the failure has an explanation from the server. */
const hasReason = (error: Error): boolean => error instanceof ApiError && error.code !== null;

function AmountForm({
  limits,
  onAmount,
  onNoFee,
}: {
  readonly limits: WithdrawalLimits;
  readonly onAmount: (amount: WithdrawalAmount) => void;
  /** Whether the amount needs a fee that is not known. */
  readonly onNoFee: () => void;
}): ReactElement {
  const t = useTranslations('profile.dialog');
  const [text, setText] = useState('');
  const [error, setError] = useState<AmountError | null>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parsed = parseAmount(text, limits);
    if (!('error' in parsed)) return onAmount(parsed);
    setError(parsed.error);
    if (parsed.error === 'noFee') onNoFee();
  };
  const explain = (): string => {
    if (error === 'small') return t('small', { amount: trx.exact(limits.feeSun ?? 0) });
    if (error === 'noFee') return t('noFee');
    if (error === 'large') return t('large', { amount: trx.exact(limits.balanceSun) });
    return error === null ? t('available', { amount: trx.exact(limits.balanceSun) }) : t('invalid');
  };

  return (
    <form noValidate className="mt-5" onSubmit={submit}>
      <Field label={t('amount')} note={explain()} error={error !== null && explain()}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              size="amount"
              value={text}
              inputMode="decimal"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setError(null);
              }}
            />
            <button
              type="button"
              className="action action-quiet"
              onClick={() => {
                setText(makeTrx(limits.balanceSun));
                setError(null);
              }}
            >
              {t('max')}
            </button>
          </div>
        )}
      </Field>
      <button type="submit" className="action action-primary mt-5">
        {t('next')}
      </button>
    </form>
  );
}

/** Details of the withdrawal before it is sent. */
function OrderFacts({
  order,
  balanceSun,
}: {
  readonly order: WithdrawalOrder;
  /** The balance before the withdrawal; null when the order may already have been booked. */
  readonly balanceSun: number | null;
}): ReactElement {
  const t = useTranslations('profile.dialog');
  const money = useTranslations('money');
  const network = useAccount(({ platform }) => (platform === null ? '' : networkName(platform.network)));
  return (
    <Facts className="mt-4">
      {order.feeSun > 0 && <Fact name={t('taken')}>{money('trx', { amount: trx.exact(order.amountSun) })}</Fact>}
      <Fact name={t('networkFee')}>
        {order.feeSun > 0 ? money('minus', { amount: trx.exact(order.feeSun) }) : t('houseFee')}
      </Fact>
      <Fact name={t('receive')}>{money('trx', { amount: trx.exact(order.amountSun - order.feeSun) })}</Fact>
      <Fact name={t('to')} className="font-mono text-sm break-all">
        {order.address}
      </Fact>
      <Fact name={t('networkTerm')}>{network}</Fact>
      {balanceSun !== null && (
        <Fact name={t('left')}>{money('trx', { amount: trx.exact(balanceSun - order.amountSun) })}</Fact>
      )}
    </Facts>
  );
}
