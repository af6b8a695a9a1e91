import { TRANSACTION_TYPES, type TransactionType } from '@popfray/protocol/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useLocation } from 'wouter';
import { CsvButton } from './CsvButton.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { isAddress, tabPath, useDeskPath } from './desk-path.ts';
import { transactionsQuery, type TransactionFilter } from './queries.ts';
import { More } from './More.tsx';
import { TransactionTable } from './TransactionTable.tsx';
import { Button } from '../../ui/Button.tsx';
import { Input, Select } from '../../ui/Field.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isType = (text: string): text is TransactionType => TRANSACTION_TYPES.some((type) => type === text);

/** Reads the filter from the address. Invalid values are ignored. */
function readFilter(get: (name: string) => string): TransactionFilter {
  const [address, type, day] = [get('address'), get('type'), get('day')];
  return {
    ...(isAddress(address) && { address }),
    ...(isType(type) && { type }),
    ...(DAY.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  };
}

/** All transactions, filtered by address, type or day. */
export function Transactions(): ReactElement {
  const t = useTranslations('desk.transactions');
  const { get } = useDeskPath();
  const filter = readFilter(get);
  const list = useInfiniteQuery(transactionsQuery(filter));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Section title={t('caption')} aside={<CsvButton table="transactions" filter={filter} />}>
      <Filter key={JSON.stringify(filter)} filter={filter} />
      <QueryResult query={list} lines={10}>
        {({ pages }) => (
          <TransactionTable
            name={t('caption')}
            transactions={pages.flatMap(({ transactions }) => transactions)}
            empty={isFiltered ? t('noneFiltered') : t('none')}
          />
        )}
      </QueryResult>
      <More list={list} />
    </Section>
  );
}

function Filter({ filter }: { readonly filter: TransactionFilter }): ReactElement {
  const t = useTranslations('desk.transactions');
  const [, navigate] = useLocation();
  const [address, setAddress] = useState(filter.address ?? '');
  const [type, setType] = useState<string>(filter.type ?? '');
  const [day, setDay] = useState(filter.day ?? '');
  const [isBad, setBad] = useState(false);
  const id = useId();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <form
      noValidate
      aria-label={t('filter')}
      className="mb-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = address.trim();
        setBad(wanted !== '' && !isAddress(wanted));
        if (wanted === '' || isAddress(wanted)) navigate(tabPath('transactions', { address: wanted, type, day }));
      }}
    >
      <label className="relative flex min-w-0 flex-[1_1_16rem] flex-col gap-1 text-sm text-muted">
        {t('address')}
        <Input
          size="small"
          value={address}
          maxLength={40}
          aria-invalid={isBad}
          aria-describedby={isBad ? id : undefined}
          onChange={(event) => {
            setAddress(event.currentTarget.value);
            setBad(false);
          }}
        />
      </label>
      <label className="flex flex-col gap-1 text-sm text-muted">
        {t('type')}
        <Select
          size="small"
          value={type}
          options={[
            { value: '', label: t('every') },
            ...TRANSACTION_TYPES.map((value) => ({ value, label: t(`types.${value}`) })),
          ]}
          onChange={setType}
        />
      </label>
      <label className="flex flex-col gap-1 text-sm text-muted">
        {t('day')}
        <Input
          type="date"
          className="scheme-dark"
          size="small"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" size="small">
        {t('apply')}
      </Button>
      {isFiltered && (
        <Button look="bare" size="small" onClick={() => navigate(tabPath('transactions'))}>
          {t('clear')}
        </Button>
      )}
      {isBad && (
        <p id={id} role="alert" className="basis-full text-sm text-caution">
          {t('addressBad')}
        </p>
      )}
    </form>
  );
}
