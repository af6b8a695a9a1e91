import * as Tabs from '@radix-ui/react-tabs';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { LedgerList } from './LedgerList.tsx';
import { PaymentList } from './PaymentList.tsx';
import { RoundList } from './RoundList.tsx';
import { WithdrawalList } from './WithdrawalList.tsx';

/** Every movement of the player's money and every paid round, by kind. */
const TABS = [
  ['ledger', LedgerList],
  ['rounds', RoundList],
  ['payments', PaymentList],
  ['withdrawals', WithdrawalList],
] as const;

/** The player's records: the account line by line, rounds, payments, withdrawals. */
export function Records({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile');
  return (
    <section aria-label={t('records')} className="profile-records">
      <h2 className="sr-only">{t('records')}</h2>
      <Tabs.Root defaultValue="ledger">
        <Tabs.List aria-label={t('records')} className="mode-switch records-tabs">
          {TABS.map(([name]) => (
            <Tabs.Trigger key={name} value={name} className="records-tab">
              {t(`tab.${name}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {TABS.map(([name, List]) => (
          <Tabs.Content key={name} value={name} className="mt-4">
            <List address={address} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}
