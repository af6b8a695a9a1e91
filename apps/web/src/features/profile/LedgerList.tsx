import { LEDGER_CALLS, type EntryKind, type LedgerLine } from '@popfray/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { HeldShares } from './HeldShares.tsx';
import { RecordList, RecordRow } from './RecordList.tsx';

/** Filters of the list. */
const DIRECTIONS = ['all', 'in', 'out'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Pages with details of a line's subject. */
const PAGES: Partial<Record<EntryKind, string>> = {
  'round-reward': PATHS.round,
  'battle-share': PATHS.receipt,
  'entry-refund': PATHS.battle,
};

/** The player's ledger, newest first: each movement with its purpose and the balance after it. */
export function LedgerList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.ledger');
  const filter = useTranslations('profile.filter');
  const [direction, setDirection] = useState<Direction>('all');
  const ledger = useInfiniteQuery({
    queryKey: ['ledger', address, direction],
    queryFn: ({ pageParam, signal }) =>
      callApi(LEDGER_CALLS.getMyLedger, {
        query: {
          ...(pageParam !== null && { before: pageParam }),
          ...(direction !== 'all' && { direction }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const lines = ledger.data?.pages.flatMap((page) => page.lines);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          layout="compact"
          legend={filter('label')}
          options={DIRECTIONS.map((value) => ({ value, label: filter(value) }))}
          value={direction}
          onChange={setDirection}
        />
        <Link href={PATHS.statement} className="px-1 py-2 text-sm font-semibold underline underline-offset-4">
          {t('statement')}
        </Link>
      </div>
      {direction !== 'out' && <HeldShares address={address} />}
      <RecordList
        query={ledger}
        count={lines?.length}
        empty={direction === 'all' ? t('none') : filter('nothing')}
        more={
          ledger.hasNextPage
            ? { fetch: () => void ledger.fetchNextPage(), isBusy: ledger.isFetchingNextPage }
            : undefined
        }
      >
        {lines?.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </RecordList>
    </>
  );
}

function Line({ line }: { readonly line: LedgerLine }): ReactElement {
  const t = useTranslations('profile.ledger');
  const money = useTranslations('money');
  const amount = trx.exact(line.amountSun);
  const kind = t(`kind.${line.kind}`);
  const path = PAGES[line.kind];
  return (
    <RecordRow
      title={
        path !== undefined ? (
          <Link href={`${path}/${line.reference}`} className="underline underline-offset-4">
            {kind}
          </Link>
        ) : (
          kind
        )
      }
      atMs={line.createdAt}
      amount={
        <span className={line.amountSun > 0 ? 'text-good' : ''}>
          {line.amountSun < 0 ? money('minus', { amount }) : money('plus', { amount })}
        </span>
      }
      note={t('after', { amount: trx.exact(line.balanceSun) })}
    />
  );
}
