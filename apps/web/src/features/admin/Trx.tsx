import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { formatTrx } from './amount.ts';

/** An amount with its unit, exact to the sun. Accepts sun, or the server's decimal string. */
export function Trx({ amount }: { readonly amount: number | string }): ReactElement {
  const t = useTranslations('desk');
  return <span className="whitespace-nowrap tabular-nums">{t('trx', { amount: formatTrx(amount) })}</span>;
}
