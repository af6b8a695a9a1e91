import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { tabPath, useDeskPath, type Tab } from './desk-path.ts';
import type { ListFilter } from './queries.ts';
import { PillNav } from './PillNav.tsx';

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
    <PillNav
      label={t('label')}
      links={(['open', 'decided'] as const).map((each) => ({
        href: tabPath(tab, { status: each === 'open' ? undefined : each }),
        text: t(each),
        isCurrent: each === standing,
      }))}
    />
  );
}
