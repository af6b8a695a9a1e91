import { ADMIN_CALLS, type Reconciliation } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useAction } from './use-action.ts';
import { callDeskApi } from './call-desk-api.ts';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { reconciliationQuery } from './queries.ts';
import { Table } from '../../ui/Table.tsx';
import { Trx } from './Trx.tsx';
import { useTimeFormat } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** Reconciliation of the ledger with itself, the chain and the battles, with a list of all differences. */
export function ReconciliationSection(): ReactElement {
  const t = useTranslations('desk.reconciliation');
  const reconciliation = useQuery(reconciliationQuery);
  const { isBusy, error, run } = useAction();
  const isRunning = reconciliation.data?.status === 'running';
  const button = (
    <Button
      aria-disabled={isBusy || isRunning}
      size="small"
      onClick={() => {
        if (!isRunning) void run(() => callDeskApi(ADMIN_CALLS.startReconciliation, { body: {} }));
      }}
    >
      {t('start')}
    </Button>
  );
  return (
    <Section title={t('title')} aside={button}>
      <p className="text-sm text-muted">{t('lead')}</p>
      {error !== null && (
        <p role="alert" className="mt-2 text-sm text-caution">
          {error}
        </p>
      )}
      <div className="mt-3">
        <QueryResult query={reconciliation}>{(now) => <Report now={now} />}</QueryResult>
      </div>
    </Section>
  );
}

function Report({ now }: { readonly now: Reconciliation }): ReactElement {
  const t = useTranslations('desk.reconciliation');
  const write = useTimeFormat();
  const { status, startedAt, endedAt } = now;
  if (status === 'never') return <p>{t('never')}</p>;
  if (status === 'running')
    return <p role="status">{t('running', { time: startedAt === null ? '' : write(startedAt) })}</p>;
  if (status === 'failed')
    return <p className="text-caution">{t('failed', { time: endedAt === null ? '' : write(endedAt) })}</p>;
  return (
    <>
      <p role="status" className={`text-lg font-semibold ${now.isSound === true ? 'text-good' : 'text-tron'}`}>
        {now.isSound === true ? t('sound') : t('unsound', { count: now.differences.length })}
      </p>
      <p className="mt-1 text-sm text-muted">
        {endedAt !== null && `${t('at', { time: write(endedAt) })}. `}
        {t('counts', { entries: now.entries, compared: now.compared, battles: now.battles })}
      </p>
      {now.differences.length > 0 && (
        <ul className="divide-y divide-line/60 mt-3">
          {now.differences.map(({ code, message }) => (
            <li key={`${code} ${message}`} className="py-2 wrap-anywhere">
              <code className="text-sm text-tron">{code}</code>
              <p>{message}</p>
            </li>
          ))}
        </ul>
      )}
      {now.unchecked.length > 0 && (
        <>
          <h3 className="mt-3 text-sm text-caution">{t('unchecked')}</h3>
          <ul className="mt-1 text-sm text-muted">
            {now.unchecked.map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
      {now.totals.length > 0 && <Totals totals={now.totals} />}
    </>
  );
}

function Totals({ totals }: { readonly totals: Reconciliation['totals'] }): ReactElement {
  const t = useTranslations('desk.reconciliation');
  const format = useFormatter();
  return (
    <div className="mt-3">
      <Table
        name={t('totals')}
        rows={totals}
        keyOf={({ kind }) => kind}
        columns={[
          { name: t('kind'), render: ({ kind }) => kind },
          { name: t('accounts'), isFigure: true, render: ({ accounts }) => format.number(accounts) },
          { name: t('balance'), isFigure: true, render: ({ balanceSun }) => <Trx amount={balanceSun} /> },
        ]}
      />
    </div>
  );
}
