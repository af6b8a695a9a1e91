import type { Payment } from '@popfray/protocol';
import { useTranslations } from 'use-intl';
import { keptName } from '../sessions/kept-names.ts';
import { upgradeName } from '../upgrades/catalogue.ts';

/** What a payment is called by what it is for. */
export function usePaymentName(): (payment: Payment) => string {
  const t = useTranslations('payment');
  return ({ purpose, upgradeId, sessionId }) => {
    switch (purpose) {
      case 'recovered':
        return t('titleRecovered');
      case 'upgrade':
        return upgradeName(upgradeId ?? '');
      case 'entry': {
        const name = sessionId === null ? null : keptName(sessionId);
        return name === null ? t('titleEntry') : t('titleEntryOf', { name });
      }
    }
  };
}
