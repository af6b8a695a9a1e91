import type { Payment } from '@popfray/protocol';
import { useTranslations } from 'use-intl';
import { storedName } from './session-names.ts';
import { skinName } from '../../data/messages/skin-name.ts';
import { upgradeName } from '../../data/messages/upgrade-name.ts';

/** Returns the name of a payment by its purpose. */
export function usePaymentName(): (payment: Payment) => string {
  const t = useTranslations('payment');
  return ({ purpose, upgradeId, skinId, sessionId }) => {
    switch (purpose) {
      case 'recovered':
        return t('titleRecovered');
      case 'deposit':
        return t('titleDeposit');
      case 'upgrade':
        return upgradeName(upgradeId ?? '');
      case 'skin':
        return skinName(skinId ?? '');
      case 'entry': {
        const name = sessionId === null ? null : storedName(sessionId);
        return name === null ? t('titleEntry') : t('titleEntryOf', { name });
      }
    }
  };
}
