import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { tabPath } from './desk-path.ts';
import { HeldItem } from './HeldItem.tsx';
import { useListFilter } from './ListFilterChoice.tsx';
import { QueryResult } from './QueryResult.tsx';
import { heldSharesQuery } from './queries.ts';
import { Section } from './Section.tsx';
import { More } from './More.tsx';

/** Shares of battles that are held, or decided. */
export function ShareList({ chosen }: { readonly chosen: string }): ReactElement {
  const t = useTranslations('desk.review');
  const standing = useListFilter();
  const list = useInfiniteQuery(heldSharesQuery(standing));
  return (
    <Section title={standing === 'open' ? t('shares') : t('sharesDecided')}>
      <QueryResult query={list} lines={3}>
        {({ pages }) => {
          const shares = pages.flatMap((page) => page.shares);
          if (shares.length === 0)
            return <p className="text-muted">{standing === 'open' ? t('sharesNone') : t('sharesNoneDecided')}</p>;
          return (
            <ul className="divide-y divide-line/60">
              {shares.map((share) => (
                <li key={share.id}>
                  <HeldItem
                    item={share}
                    href={tabPath('review', { status: standing === 'open' ? undefined : standing, share: share.id })}
                    isChosen={share.id === chosen}
                    amountSun={share.amountSun}
                    result={t('sharePlace', { position: share.position })}
                    at={share.heldAt}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </QueryResult>
      <More list={list} />
    </Section>
  );
}
