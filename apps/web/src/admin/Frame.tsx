import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Screen } from '../shell/Screen.tsx';
import { Freshness } from './Freshness.tsx';
import { tabPath, TABS, type Tab } from './place.ts';
import { statsQuery } from './queries.ts';
import { SearchForm } from './SearchForm.tsx';

/** What stands around every page of the desk: its name, the search, how fresh the figures are, and the tabs. */
export function Frame({
  name,
  title,
  tab,
  children,
}: {
  /** The page's name in the browser's title. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** The tab that it is; null for none of them. */
  readonly tab: Tab | null;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Screen name={name} className="desk gutter mx-auto w-full max-w-480 pt-4 pb-24">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="text-xl wrap-anywhere">
          {title}
        </h1>
        <SearchForm />
        <Freshness />
      </header>
      <TabBar tab={tab} />
      {children}
    </Screen>
  );
}

/** The way to each tab, with what waits there. */
function TabBar({ tab }: { readonly tab: Tab | null }): ReactElement {
  const t = useTranslations('desk.tabs');
  const { data } = useQuery(statsQuery);
  const waiting: Partial<Record<Tab, number>> =
    data === undefined
      ? {}
      : { review: data.waiting.reviews, chat: data.waiting.reports, payouts: data.waiting.payouts };
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow window the bar scrolls, and nothing but the bar.
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (current !== null && current !== undefined) bar.current?.scrollTo({ left: current.offsetLeft - 48 });
  }, [tab]);
  return (
    <nav ref={bar} aria-label={t('label')} className="desk-tabs">
      {TABS.map((each) => {
        const count = waiting[each] ?? 0;
        return (
          <Link key={each} href={tabPath(each)} {...(each === tab && { 'aria-current': 'page' })} className="desk-tab">
            {t(each)}
            {count > 0 && (
              <span className="desk-count">
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
