import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { writeTrx } from './amount.ts';

/** An amount with its unit, exact to the sun: sun, or the server's decimal text. */
export function Trx({ amount }: { readonly amount: number | string }): ReactElement {
  const t = useTranslations('desk');
  return <span className="whitespace-nowrap tabular-nums">{t('trx', { amount: writeTrx(amount) })}</span>;
}
