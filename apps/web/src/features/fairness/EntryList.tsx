import type { CommitmentEntry } from '@popfray/protocol/receipt';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';

/** The entries of a day in their order, each with its commitment and a link to its receipt. */
export function EntryList({ entries }: { readonly entries: readonly CommitmentEntry[] }): ReactElement {
  const t = useTranslations('fairness');
  return (
    <table className="fairness-list mt-8">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
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
    <tr>
      <th scope="row">{format.number(number)}</th>
      <td>
        <time dateTime={new Date(publishedAt).toISOString()}>{time}</time>
      </td>
      <td className="fairness-hash">{commitment}</td>
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
