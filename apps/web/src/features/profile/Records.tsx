import { Tabs } from '../../ui/Tabs.tsx';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from 'wouter';
import { BattleList } from './BattleList.tsx';
import { LedgerList } from './LedgerList.tsx';
import { PaymentList } from './PaymentList.tsx';
import { RoundList } from './RoundList.tsx';
import { WithdrawalList } from './WithdrawalList.tsx';

/** Tabs of the records; the names are the values of `?tab=`. */
const TABS = [
  ['ledger', LedgerList],
  ['rounds', RoundList],
  ['battles', BattleList],
  ['payments', PaymentList],
  ['withdrawals', WithdrawalList],
] as const;

/** The player's records: ledger, rounds, battles, payments, withdrawals. The address selects the tab. */
export function Records({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile');
  const [search, setSearch] = useSearchParams();
  const named = search.get('tab');
  const tab = TABS.find(([name]) => name === named)?.[0] ?? 'ledger';
  const show = (name: string): void =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('tab', name);
        return after;
      },
      { replace: true },
    );
  return (
    <section id="records" aria-label={t('records')}>
      <h2 className="sr-only">{t('records')}</h2>
      <Tabs
        label={t('records')}
        value={tab}
        contentClassName="mt-4"
        tabs={TABS.map(([name, List]) => ({ name, label: t(`tab.${name}`), content: <List address={address} /> }))}
        onChange={show}
      />
    </section>
  );
}
