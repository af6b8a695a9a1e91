import { NETWORK_FEE_SUN, PAYMENT_SOURCES, type PaymentSource } from '@popfray/protocol';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { trx } from '../../data/messages/trx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useWalletBalance } from '../../data/wallet/balance.ts';
import { openDeposit } from './deposit-store.ts';
import type { PaySource } from './pay-source.ts';
import '../../ui/screens.css';

/** The payment sources, the faster and cheaper first. */
const SOURCES: readonly PaymentSource[] = PAYMENT_SOURCES.toReversed();

/** Choice of the payment source: balance or wallet, each with its duration and cost. */
export function PayChoice({ pay }: { readonly pay: PaySource }): ReactElement {
  const t = useTranslations('payment.choice');
  const network = useAccount(({ platform }) => platform?.network.id ?? 'mainnet');
  const name = useId();
  const amounts = { balance: pay.balanceSun, wallet: useWalletBalance().data };
  const detailOf = (source: PaymentSource): string => {
    if (source === 'wallet') return t('walletText', { network, fee: trx.exact(NETWORK_FEE_SUN) });
    return pay.isCovered ? t('balanceText') : t('balanceShort');
  };
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t('label')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {SOURCES.map((source) => (
          <label
            key={source}
            className="flex min-h-14 items-start gap-3 rounded-2xl px-4 py-3 shadow-[inset_0_0_0_1px_var(--color-line)] transition-colors not-input-disabled:not-input-checked:hover:bg-line/40 input-checked:bg-raised input-checked:shadow-[inset_0_0_0_2px_var(--color-good)] input-focused:outline-2 input-focused:outline-offset-2 input-focused:outline-text input-disabled:cursor-not-allowed input-disabled:text-muted sm:gap-2 sm:px-3"
          >
            <input
              type="radio"
              name={name}
              value={source}
              checked={pay.source === source}
              disabled={source === 'balance' && !pay.isCovered}
              aria-describedby={`${name}-${source}`}
              className="sr-only"
              onChange={() => pay.choose(source)}
            />
            <span
              aria-hidden="true"
              className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full ${
                pay.source === source ? 'bg-good text-ink' : 'shadow-[inset_0_0_0_2px_var(--color-line)]'
              }`}
            >
              {pay.source === source && <Icon name="check" className="size-3.5" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{t(source)}</span>
                {amounts[source] !== undefined && (
                  <span className="text-sm tabular-nums">{t('amount', { amount: trx.exact(amounts[source]) })}</span>
                )}
              </span>
              <span id={`${name}-${source}`} className="block text-sm text-muted">
                {detailOf(source)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {pay.depositSun !== null && (
        <button
          type="button"
          className="mt-2 py-2 text-left text-sm font-semibold underline underline-offset-4"
          onClick={() => openDeposit(pay.depositSun)}
        >
          {t('deposit', { amount: trx.exact(pay.depositSun) })}
        </button>
      )}
    </fieldset>
  );
}
