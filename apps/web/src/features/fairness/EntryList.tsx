import type { CommitmentEntry } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';

/** The entries of a day in their order, each with its commitment and a link to its receipt. */
export function EntryList({ entries }: { readonly entries: readonly CommitmentEntry[] }): ReactElement {
  const t = useTranslations('fairness');
  return (
    <table className="mt-8 w-full border-collapse [&_:is(th,td)]:text-left [&_:is(th,td)]:align-middle [&_:is(th,td)]:tabular-nums [&_th]:font-semibold [&_th]:text-muted md:[&_:is(th,td)]:border-t md:[&_:is(th,td)]:border-line md:[&_:is(th,td)]:py-2 md:[&_:is(th,td)]:pr-4 md:[&_:is(th,td):last-child]:pr-0 md:[&_thead_th]:border-t-0">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="text-[0.875rem] max-md:hidden">
        <tr>
          {(['number', 'time', 'commitment', 'result'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({
  entry: { number, sessionId, commitment, publishedAt, outcome },
}: {
  readonly entry: CommitmentEntry;
}): ReactElement {
  const t = useTranslations('fairness');
  const format = useFormatter();
  const time = format.dateTime(publishedAt, { timeStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23' });
  return (
    // On narrow pages the commitment is a second line of its entry.
    <tr className="border-line max-md:grid max-md:grid-cols-[3rem_1fr_auto] max-md:items-center max-md:py-2 max-md:not-first:border-t">
      <th scope="row">{format.number(number)}</th>
      <td>
        <time dateTime={new Date(publishedAt).toISOString()}>{time}</time>
      </td>
      <td className="font-mono text-[0.75rem] wrap-anywhere text-muted max-md:col-span-full max-md:row-start-2">
        {commitment}
      </td>
      <td>
        {outcome === 'open' ? (
          <span className="text-muted">{t('outcome.open')}</span>
        ) : (
          <Link
            href={`${PATHS.receipt}/${sessionId}`}
            aria-label={t('receiptOf', { number, outcome: t(`outcome.${outcome}`) })}
            className={`inline-flex min-h-8 items-center font-semibold underline underline-offset-4 ${outcome === 'played' ? '' : 'text-caution'}`}
          >
            {t(`outcome.${outcome}`)}
          </Link>
        )}
      </td>
    </tr>
  );
}
