import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { tabPath, useDeskPath, type Tab } from './desk-path.ts';
import type { ListFilter } from './queries.ts';

/** The filter in the address. */
export function useListFilter(): ListFilter {
  const { get } = useDeskPath();
  return get('status') === 'decided' ? 'decided' : 'open';
}

/** Choice between pending and decided entries. */
export function ListFilterChoice({ tab }: { readonly tab: Tab }): ReactElement {
  const t = useTranslations('desk.lists');
  const standing = useListFilter();
  return (
    <nav aria-label={t('label')} className="desk-choice">
      {(['open', 'decided'] as const).map((each) => (
        <Link
          key={each}
          href={tabPath(tab, { status: each === 'open' ? undefined : each })}
          replace
          {...(each === standing && { 'aria-current': 'true' })}
        >
          {t(each)}
        </Link>
      ))}
    </nav>
  );
}
