import { BATTLE_CALLS, type Fought } from '@popfray/protocol';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { callApi } from '../../data/api/call-api.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { RecordList, RecordRow } from './RecordList.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** The player's battles, newest first: opponents, results and receipts. */
export function BattleList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('profile.battles');
  const query = useInfiniteQuery({
    queryKey: ['battles', address],
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      callApi(BATTLE_CALLS.getMyBattles, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const battles = query.data?.pages.flatMap((page) => page.battles);
  return (
    <RecordList
      query={query}
      count={battles?.length}
      empty={
        <>
          <p>{t('none')}</p>
          <Link href={PATHS.lobby} className="action action-quiet mt-3">
            {t('lobby')}
          </Link>
        </>
      }
      more={
        query.hasNextPage ? { fetch: () => void query.fetchNextPage(), isBusy: query.isFetchingNextPage } : undefined
      }
    >
      {battles?.map((battle) => (
        <BattleRecord key={battle.number} battle={battle} />
      ))}
    </RecordList>
  );
}

function BattleRecord({ battle }: { readonly battle: Fought }): ReactElement {
  const t = useTranslations('profile.battles');
  const money = useTranslations('money');
  const format = useFormatter();
  const { sessionId, sessionName, position, score, feeSun, review, opponents } = battle;
  const shareSun = review === 'refused' ? 0 : battle.shareSun;
  const names = opponents.map(({ username, isBot }) => (isBot ? t('bot', { name: username }) : username));
  const isFree = feeSun === 0 && battle.shareSun === 0;
  return (
    <RecordRow
      title={sessionName}
      atMs={battle.settledAt}
      amount={
        isFree ? (
          <span className="font-normal text-muted">{t('free')}</span>
        ) : (
          <span className={review === 'held' ? 'text-caution' : shareSun > 0 ? 'text-good' : ''}>
            {money(review === 'held' ? 'pending' : shareSun > 0 ? 'plus' : 'trx', { amount: trx.exact(shareSun) })}
          </span>
        )
      }
      note={
        <Badge tone={position === 1 ? 'good' : 'muted'}>
          {position === 1 ? t('won') : t('place', { position, players: opponents.length + 1 })}
        </Badge>
      }
    >
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {t('score', { score })}
        {names.length > 0 && <span className="block">{t('against', { names: format.list(names) })}</span>}
      </p>
      <p className="flex flex-wrap gap-x-5 text-sm font-semibold">
        <Link href={`${PATHS.receipt}/${sessionId}`} className="py-1.5 underline underline-offset-4">
          {t('receipt')}
        </Link>
        <Link href={`${PATHS.battle}/${sessionId}`} className="py-1.5 underline underline-offset-4">
          {t('rematch')}
        </Link>
      </p>
    </RecordRow>
  );
}
