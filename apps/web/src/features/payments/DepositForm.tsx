import {
  MAX_DEPOSIT_SUN,
  makeTrx,
  MIN_DEPOSIT_SUN,
  NETWORK_FEE_SUN,
  type Payment,
  SUN_PER_TRX,
} from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { trx } from '../../data/messages/trx.ts';
import { useWalletBalance } from '../../data/wallet/balance.ts';
import { type DepositError, parseDeposit } from './deposit-amount.ts';
import { beginDeposit } from './deposit.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import '../../ui/screens.css';

/** Amounts that one click enters, sun. */
const QUICK_AMOUNTS = [10, 50, 100].map((amount) => amount * SUN_PER_TRX);

/** Amount of a deposit, with what it costs and how long it takes. */
export function DepositForm({
  address,
  amountSun: suggestedSun,
  onBegun,
}: {
  readonly address: string;
  /** The amount that is entered at the start, sun; null for none. */
  readonly amountSun: number | null;
  /** Called with the payment when the wallet can be asked. */
  readonly onBegun: (payment: Payment) => void;
}): ReactElement {
  const t = useTranslations('deposit');
  const money = useTranslations('money');
  const walletSun = useWalletBalance().data;
  const [text, setText] = useState(suggestedSun === null ? '' : makeTrx(suggestedSun));
  const [error, setError] = useState<DepositError | null>(null);
  const beginning = useMutation({
    mutationFn: async (amountSun: number) => beginDeposit(amountSun, address),
    onSuccess: onBegun,
  });
  const enter = (entered: string): void => {
    setText(entered);
    setError(null);
    beginning.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parsed = parseDeposit(text, walletSun);
    if ('error' in parsed) setError(parsed.error);
    else if (!beginning.isPending) beginning.mutate(parsed.amountSun);
  };
  const note = (): string => {
    if (error === 'small') return t('small', { amount: trx.exact(MIN_DEPOSIT_SUN) });
    if (error === 'large') return t('large', { amount: trx.exact(MAX_DEPOSIT_SUN) });
    if (error === 'short') return t('short', { amount: trx.exact(walletSun ?? 0) });
    if (error === 'invalid') return t('invalid');
    return walletSun === undefined ? t('walletUnknown') : t('inWallet', { amount: trx.exact(walletSun) });
  };
  const parsed = parseDeposit(text, undefined);
  return (
    <form noValidate className="mt-5" onSubmit={submit}>
      <Field label={t('amount')} note={note()} error={error !== null && note()}>
        {(control) => (
          <Input
            {...control}
            size="amount"
            value={text}
            inputMode="decimal"
            onChange={(event) => enter(event.currentTarget.value)}
          />
        )}
      </Field>
      <div role="group" aria-label={t('quick')} className="mt-3 flex flex-wrap gap-2">
        {QUICK_AMOUNTS.map((amountSun) => (
          <button
            key={amountSun}
            type="button"
            aria-pressed={'amountSun' in parsed && parsed.amountSun === amountSun}
            className="action action-quiet min-w-0 flex-1 tabular-nums"
            onClick={() => enter(makeTrx(amountSun))}
          >
            {money('trx', { amount: trx.exact(amountSun) })}
          </button>
        ))}
      </div>
      <Conditions />
      <p role="alert" className="mt-4 text-sm text-caution empty:hidden">
        {beginning.error?.message}
      </p>
      <button type="submit" aria-disabled={beginning.isPending} className="action action-primary mt-5">
        {beginning.isPending && t('busy')}
        {!beginning.isPending &&
          ('amountSun' in parsed ? t('action', { amount: trx.exact(parsed.amountSun) }) : t('title'))}
      </button>
      <p className="mt-2 text-sm text-muted">{t('next')}</p>
    </form>
  );
}

/** What a deposit costs, how long it takes, and where it goes. */
function Conditions(): ReactElement {
  const t = useTranslations('deposit');
  const money = useTranslations('money');
  const network = useAccount(({ platform }) => platform?.network ?? null);
  const balanceSun = useAccount(({ player }) => player?.balanceSun ?? 0);
  return (
    <Facts className="mt-4">
      <Fact name={t('fee')}>{t('feeText', { amount: trx.exact(NETWORK_FEE_SUN) })}</Fact>
      <Fact name={t('time')}>{t(network?.id === 'dev' ? 'timeDev' : 'timeText')}</Fact>
      <Fact name={t('balance')}>{money('trx', { amount: trx.exact(balanceSun) })}</Fact>
      {network !== null && <Fact name={t('network')}>{networkName(network)}</Fact>}
    </Facts>
  );
}
