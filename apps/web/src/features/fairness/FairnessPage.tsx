import type { CommitmentPage } from '@popfray/protocol/receipt';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { Queries } from '../../data/api/Queries.tsx';
import { PATHS } from '../../data/paths.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { TxidLine } from '../payments/index.ts';
import { commitmentsQuery } from './commitments.ts';
import { DayVerifier } from './DayVerifier.tsx';
import { EntryList } from './EntryList.tsx';
import { rememberEntry, seenEntries } from './seen-entries.ts';
import '../../ui/screens.css';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** `/fairness/{day}`: the public list of the commitments of a day (UTC), and its verification in the visitor's browser. */
export function FairnessPage(): ReactElement {
  const t = useTranslations('fairness');
  const { day } = useParams<{ readonly day?: string }>();
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-5xl pt-6 pb-20 md:pt-12">
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {t('title')}
      </h1>
      <p className="mt-3 max-w-3xl text-muted">{t('lead')}</p>
      <Queries>
        <Day key={day} day={day !== undefined && DAY.test(day) ? day : undefined} />
      </Queries>
    </Screen>
  );
}

function Day({ day }: { readonly day: string | undefined }): ReactElement {
  const t = useTranslations('fairness');
  const format = useFormatter();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    commitmentsQuery(day),
  );
  const page = data?.pages.at(-1);
  const entries = data?.pages.flatMap((one) => one.entries) ?? [];
  useEffect(() => {
    // What a visitor has seen once is compared with what the server shows later.
    if (page === undefined || page.root === null) return;
    const isSeen = seenEntries(page.day).some(({ number }) => number >= page.count);
    if (!isSeen) rememberEntry(page.day, { number: page.count, head: page.root });
  }, [page]);

  if (page === undefined)
    return error === null ? (
      <p role="status" className="mt-8 text-muted">
        {t('loading')}
      </p>
    ) : (
      <QueryFailed query={{ error, isFetching, refetch }} className="mt-4" />
    );
  const name = format.dateTime(new Date(`${page.day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <DayLinks
        previousDay={page.previousDay}
        nextDay={page.nextDay}
        isToday={day === undefined || (!page.isFinal && page.nextDay === null)}
      />
      <section aria-labelledby="day" className="mt-6">
        <h2 id="day" className="text-2xl">
          {t('day', { day: name })}
        </h2>
        <p className="mt-1 text-muted">
          {page.count > 0 && t('count', { count: page.count })} {t(page.isFinal ? 'final' : 'open')}
        </p>
        {page.root !== null && (
          <>
            <DayVerifier key={page.day} day={page.day} />
            <Root root={page.root} memo={page.memo ?? null} />
            <EntryList entries={entries} />
            <QueryFailed query={{ error, isFetching, refetch: fetchNextPage }} className="mt-4" />
            {hasNextPage && error === null && (
              <button
                type="button"
                disabled={isFetchingNextPage}
                className="action action-quiet mt-4"
                onClick={() => void fetchNextPage()}
              >
                {t(isFetchingNextPage ? 'loading' : 'more')}
              </button>
            )}
          </>
        )}
        {page.root === null && <p className="mt-6 rounded-3xl bg-surface p-6">{t('empty')}</p>}
      </section>
      <p className="mt-10 max-w-3xl text-sm text-muted">{t('limits')}</p>
    </>
  );
}

/** Links to the days with battles before and after. */
function DayLinks({
  previousDay,
  nextDay,
  isToday,
}: {
  readonly previousDay: string | null;
  readonly nextDay: string | null;
  readonly isToday: boolean;
}): ReactElement {
  const t = useTranslations('fairness');
  return (
    <nav aria-label={t('days')} className="mt-6 flex flex-wrap gap-2">
      {previousDay !== null && (
        <Link href={`${PATHS.fairness}/${previousDay}`} className="action action-quiet">
          <Icon name="back" />
          {t('previous')}
        </Link>
      )}
      {nextDay !== null && (
        <Link href={`${PATHS.fairness}/${nextDay}`} className="action action-quiet">
          {t('next')}
          <Icon name="back" className="size-5 shrink-0 rotate-180" />
        </Link>
      )}
      {!isToday && (
        <Link href={PATHS.fairness} className="action action-bare">
          {t('today')}
        </Link>
      )}
    </nav>
  );
}

/** The root of a day and, where the operator writes it to the chain, the transaction. */
function Root({
  root,
  memo,
}: {
  readonly root: string;
  readonly memo: NonNullable<CommitmentPage['memo']> | null;
}): ReactElement {
  const t = useTranslations('fairness');
  return (
    <div className="mt-8">
      <h3 className="text-base">{t('root')}</h3>
      <p className="flex items-center">
        <span className="min-w-0 font-mono text-xs break-all">{root}</span>
        <CopyButton text={root} name={t('copyRoot')} />
      </p>
      <p className="max-w-3xl text-sm text-muted">{t('rootText')}</p>
      {memo !== null && (
        <div className="mt-3 max-w-3xl">
          <p className="text-sm">{t('memo')}</p>
          <TxidLine {...memo} />
        </div>
      )}
    </div>
  );
}
