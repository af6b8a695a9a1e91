import type { DeskShare } from '@popfray/protocol/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { tabPath } from './desk-path.ts';
import { useListFilter } from './ListFilterChoice.tsx';
import { QueryResult } from './QueryResult.tsx';
import { heldSharesQuery } from './queries.ts';
import { Section } from './Section.tsx';
import { Suspicions } from './Suspicions.tsx';
import { More } from './Table.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Trx } from './Trx.tsx';

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
                  <ShareRow share={share} isChosen={share.id === chosen} />
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

/** A share of the list: player, amount, and the reasons or the decision. */
function ShareRow({ share, isChosen }: { readonly share: DeskShare; readonly isChosen: boolean }): ReactElement {
  const t = useTranslations('desk.review');
  const standing = useListFilter();
  return (
    <Link
      href={tabPath('review', { status: standing === 'open' ? undefined : standing, share: share.id })}
      {...(isChosen && { 'aria-current': 'true' })}
      className={`-mx-2 block rounded-[0.625rem] p-2 ${isChosen ? 'bg-line' : 'hover:bg-raised'}`}
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-semibold">{share.username}</span>
        <Trx amount={share.amountSun} />
      </span>
      <span className={`flex items-baseline justify-between gap-4 text-sm ${isChosen ? '' : 'text-muted'}`}>
        <span>{t('sharePlace', { position: share.position })}</span>
        <Timestamp at={share.heldAt} />
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm">
        <Suspicions suspicions={share.conduct.suspicions} />
        {share.decision !== null && (
          <span className={share.decision.outcome === 'paid' ? 'text-good' : 'text-tron'}>
            {t(share.decision.outcome)}
          </span>
        )}
      </span>
    </Link>
  );
}
