import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';

/** Formats a net result in the reader's language: won, lost or even. */
export function useResult(): (netSun: number) => string {
  const t = useTranslations('protection.result');
  return (netSun) => {
    if (netSun === 0) return t('even');
    return t(netSun > 0 ? 'won' : 'lost', { amount: trx.exact(netSun) });
  };
}
