import type { StatementMonth } from '@popfray/protocol';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Table } from '../../ui/Table.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { WalletAction } from '../wallet/index.ts';
import { fetchStatementFile, statementQuery } from './protection.ts';
import { Failure } from './RefusalDialog.tsx';
import '../../ui/screens.css';

/** Columns of the statement: the key of the text, and the amount. */
const COLUMNS = [
  ['deposits', (of) => of.depositsSun],
  ['fees', (of) => -of.feesSun],
  ['refunds', (of) => of.refundsSun],
  ['prizes', (of) => of.prizesSun],
  ['upgrades', (of) => -of.upgradesSun],
  ['withdrawals', (of) => -of.withdrawalsSun],
  ['adjustments', (of) => of.adjustmentsSun],
  ['net', (of) => of.netSun],
] as const satisfies readonly (readonly [string, (of: StatementMonth) => number])[];

/** The player's money by month, and its download as CSV. */
export function StatementScreen(): ReactElement {
  const t = useTranslations('protection.statement');
  const address = useAccount(({ player }) => player?.address);
  return (
    <Screen name={t('title')} className="gutter mx-auto w-full max-w-5xl pt-6 pb-20 md:pt-12">
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {t('title')}
      </h1>
      <p className="mt-2 max-w-3xl text-muted">{t('lead')}</p>
      <Queries>
        {address === undefined ? (
          <div className="mt-6 rounded-3xl bg-surface p-6">
            <p>{t('visitor')}</p>
            <WalletAction className="action action-primary mt-4" />
          </div>
        ) : (
          <Statement address={address} />
        )}
      </Queries>
      <p className="mt-8">
        <Link href={PATHS.playResponsibly} className="py-1 font-semibold underline underline-offset-4">
          {t('back')}
        </Link>
      </p>
    </Screen>
  );
}

function Statement({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('protection.statement');
  const statement = useQuery(statementQuery(address));
  const saving = useMutation({ mutationFn: fetchStatementFile, onSuccess: saveFile });
  if (statement.isError) return <QueryFailed query={statement} className="mt-4" />;
  if (statement.data === undefined)
    return (
      <p role="status" className="mt-8 text-muted">
        {t('loading')}
      </p>
    );
  if (statement.data.length === 0) return <p className="mt-6 rounded-3xl bg-surface p-6">{t('empty')}</p>;
  return (
    <>
      <button
        type="button"
        disabled={saving.isPending}
        className="action action-quiet mt-5"
        onClick={() => saving.mutate()}
      >
        <Icon name="download" />
        {t('download')}
      </button>
      <Failure error={saving.error} />
      <Months months={statement.data} />
    </>
  );
}

function Months({ months }: { readonly months: readonly StatementMonth[] }): ReactElement {
  const t = useTranslations('protection.statement');
  const format = useFormatter();
  const amount = (sun: number): string => {
    const text = trx.exact(sun);
    return sun < 0 ? t('minus', { amount: text }) : text;
  };
  return (
    <div className="mt-5 rounded-3xl bg-surface px-5 py-2">
      <Table
        look="roomy"
        isStacked
        name={t('caption')}
        rows={months}
        keyOf={({ month }) => month}
        columns={[
          {
            name: t('month'),
            isTitle: true,
            render: ({ month }) =>
              format.dateTime(new Date(`${month}-01T00:00:00Z`), { year: 'numeric', month: 'long', timeZone: 'UTC' }),
          },
          ...COLUMNS.map(([column, amountOf]) => ({
            name: t(column),
            isFigure: true,
            className: column === 'net' ? 'font-bold' : '',
            render: (of: StatementMonth) => amount(amountOf(of) || 0),
          })),
        ]}
      />
    </div>
  );
}
