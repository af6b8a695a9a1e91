import { PAYMENT_CALLS, type Payment } from '@popfray/protocol';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactElement, type SubmitEvent } from 'react';
import { useTranslations } from 'use-intl';
import { account } from '../../data/account/account.ts';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';
import { cachePayment } from './payments.ts';
import { refreshMoney } from './payment-result.ts';
import '../../ui/screens.css';

/** Form for a player who paid and received nothing: takes a transaction id and shows what happened to the payment. */
export function RecoverForm(): ReactElement {
  const t = useTranslations('payment.recover');
  const id = useId();
  const [isEmpty, setEmpty] = useState(false);
  const outcome = useOutcome();
  const recovery = useMutation({
    mutationFn: (txid: string) => callApi(PAYMENT_CALLS.recoverPayment, { body: { txid } }),
    onSuccess: async (found) => {
      const address = account.getState().player?.address;
      if (address === undefined) return;
      await cachePayment(address, found);
      await refreshMoney(address);
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('txid');
    const txid = typeof text === 'string' ? text.trim() : '';
    setEmpty(txid === '');
    recovery.reset();
    if (txid !== '') recovery.mutate(txid);
  };

  const words = isEmpty ? t('empty') : (recovery.error?.message ?? (recovery.data && outcome(recovery.data)) ?? '');
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg">
        {t('title')}
      </h2>
      <p className="mt-2 text-muted">{t('text')}</p>
      <form noValidate className="mt-4 flex flex-wrap gap-2" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          {t('label')}
        </label>
        <input
          id={id}
          name="txid"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('label')}
          aria-invalid={isEmpty || recovery.isError}
          aria-describedby={`${id}-outcome`}
          className="entry min-w-0 flex-[1_1_14rem]"
        />
        <button type="submit" disabled={recovery.isPending} className="action action-quiet">
          {recovery.isPending ? t('busy') : t('action')}
        </button>
        <p
          id={`${id}-outcome`}
          role="status"
          className={`w-full text-sm empty:hidden ${recovery.isSuccess ? 'text-good' : 'text-caution'}`}
        >
          {words}
        </p>
      </form>
    </section>
  );
}

/** Returns the text for the state of a found payment. */
function useOutcome(): (found: Payment) => string {
  const t = useTranslations('payment');
  return ({ status, purpose, amountSun, upgradeId, sessionId }) => {
    const amount = trx.exact(amountSun);
    if (status === 'applied' && sessionId !== null) return t('recover.appliedEntry', { amount });
    if (status === 'applied' && purpose === 'deposit') return t('recover.refunded', { amount });
    if (status === 'applied') return t('recover.applied', { amount, name: upgradeName(upgradeId ?? '') });
    if (status === 'refunded') return t('recover.refunded', { amount });
    if (status === 'sent' || status === 'confirming') return t('recover.moving', { amount });
    return t('recover.other', { amount, state: status === 'awaiting' ? t('short.unsigned') : t(`short.${status}`) });
  };
}
