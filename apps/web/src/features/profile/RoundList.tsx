import { ROUND_CALLS, ROUND_STATUSES } from '@popfray/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { HeldText } from '../payments/index.ts';
import { RewardBadge, rewardStatusOf } from '../round/index.ts';
import { PATHS, SOLO_ARENA } from '../../data/paths.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { RecordList, RecordRow } from './RecordList.tsx';

/** Filters of the list. */
const FILTERS = ['all', ...ROUND_STATUSES] as const;
type Filter = (typeof FILTERS)[number];

/** The player's paid rounds, newest first, with links to their pages and replays. */
export function RoundList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.rounds');
  const money = useTranslations('money');
  const filter = useTranslations('profile.filter');
  const [shown, setShown] = useState<Filter>('all');
  const query = useInfiniteQuery({
    queryKey: ['rounds', address, shown],
    queryFn: ({ pageParam, signal }) =>
      callApi(ROUND_CALLS.getMyRounds, {
        query: { ...(pageParam !== null && { before: pageParam }), ...(shown !== 'all' && { status: shown }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const rounds = query.data?.pages.flatMap((page) => page.rounds);
  return (
    <>
      <Segmented
        layout="compact"
        legend={filter('label')}
        options={FILTERS.map((value) => ({ value, label: filter(value) }))}
        value={shown}
        onChange={setShown}
      />
      <RecordList
        query={query}
        count={rounds?.length}
        empty={
          shown === 'all' ? (
            <>
              <p>{t('none')}</p>
              <Link href={SOLO_ARENA} className="action action-quiet mt-3">
                {t('play')}
              </Link>
            </>
          ) : (
            filter('nothing')
          )
        }
        more={
          query.hasNextPage ? { fetch: () => void query.fetchNextPage(), isBusy: query.isFetchingNextPage } : undefined
        }
      >
        {rounds?.map((round) => (
          <RecordRow
            key={round.id}
            title={
              <Link href={`${PATHS.round}/${round.id}`} className="underline underline-offset-4">
                {t('points', { points: round.score })}
              </Link>
            }
            atMs={round.playedAt}
            amount={
              round.status === 'held'
                ? money('pending', { amount: trx.exact(round.earnedSun) })
                : money('plus', { amount: trx.exact(round.creditedSun) })
            }
            note={<RewardBadge standing={rewardStatusOf(round)} />}
          >
            {round.status !== 'credited' && (
              <HeldText subject="round" status={round.status} reasons={round.reasons ?? []} refusal={round.refusal} />
            )}
          </RecordRow>
        ))}
      </RecordList>
    </>
  );
}
