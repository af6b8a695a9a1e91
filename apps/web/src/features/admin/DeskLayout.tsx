import { notifyManager, useQuery, useQueryClient, type QueryFilters } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Screen } from '../../ui/Screen.tsx';
import { Freshness } from './Freshness.tsx';
import { tabPath, TABS, type Tab } from './desk-path.ts';
import { DESK_KEY, statsQuery } from './queries.ts';
import { SearchForm } from './SearchForm.tsx';

/** Layout of every page of the desk: heading, search, age of the figures, and tabs. */
export function DeskLayout({
  name,
  title,
  tab,
  children,
}: {
  /** Name of the page for the document title. */
  readonly name: string;
  /** Heading of the page. */
  readonly title: string;
  /** The current tab; null for none. */
  readonly tab: Tab | null;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Screen
      name={name}
      className="gutter mx-auto w-full max-w-480 pt-4 pb-24 text-[0.9375rem] leading-[1.4] [&>*+*]:mt-4"
    >
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="text-xl wrap-anywhere">
          {title}
        </h1>
        <SearchForm />
        <Freshness />
      </header>
      <TabBar tab={tab} />
      <ShownTogether key={tab ?? title}>{children}</ShownTogether>
    </Screen>
  );
}

/** Queries of the desk that have neither data nor an error. */
const PENDING: QueryFilters = { queryKey: [DESK_KEY], predicate: ({ state }) => state.status === 'pending' };

/** Shows the sections of a page when all of them have loaded or failed, so that none moves the others. */
function ShownTogether({ children }: { readonly children: ReactNode }): ReactElement {
  const t = useTranslations('app');
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const look = (): void => {
      if (client.isFetching(PENDING) === 0) setShown(true);
    };
    // The sections have begun their requests by the time of this effect.
    const timer = setTimeout(look);
    // A section's render adds its query to the cache, and must not change this component's state: batched calls come later.
    const unsubscribe = client.getQueryCache().subscribe(notifyManager.batchCalls(look));
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [client]);
  return (
    <>
      {!isShown && (
        <p role="status" className="text-muted">
          {t('loading')}
        </p>
      )}
      <div className={`[&>*+*]:mt-4 ${isShown ? '' : 'invisible'}`}>{children}</div>
    </>
  );
}

/** Links to the tabs, with the number of pending decisions. */
function TabBar({ tab }: { readonly tab: Tab | null }): ReactElement {
  const t = useTranslations('desk.tabs');
  const { data } = useQuery(statsQuery);
  const waiting: Partial<Record<Tab, number>> =
    data === undefined
      ? {}
      : { review: data.waiting.reviews, chat: data.waiting.reports, payouts: data.waiting.payouts };
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // In a narrow window only the tab bar scrolls horizontally.
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (current !== null && current !== undefined) bar.current?.scrollTo({ left: current.offsetLeft - 48 });
  }, [tab]);
  return (
    <nav
      ref={bar}
      aria-label={t('label')}
      className="relative -mx-(--gutter) flex gap-1 overflow-x-auto overscroll-x-contain border-b border-line px-(--gutter) [scrollbar-width:none]"
    >
      {TABS.map((each) => {
        const count = waiting[each] ?? 0;
        return (
          <Link
            key={each}
            href={tabPath(each)}
            {...(each === tab && { 'aria-current': 'page' })}
            className="inline-flex min-h-11 flex-none items-center gap-1.5 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-3 aria-[current]:border-tron aria-[current]:text-text"
          >
            {t(each)}
            {count > 0 && (
              <span className="grid h-5 min-w-5 place-items-center rounded-full bg-caution px-1.5 text-[0.75rem] text-ink tabular-nums">
                <span aria-hidden="true">{count}</span>
                <span className="sr-only">{t('waiting', { count })}</span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
