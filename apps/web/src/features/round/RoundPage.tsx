import { ROUND_CALLS } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { QueryFailed } from '../../ui/QueryState.tsx';
import { PATHS } from '../../data/paths.ts';
import { Screen } from '../../ui/Screen.tsx';
import { RoundFacts } from './RoundFacts.tsx';
import '../../ui/screens.css';

/** Polling interval of a held round, whose reward an operator may decide at any time, ms. */
const HELD_POLL_MS = 30_000;

/** Public page of a paid round. */
export function RoundPage(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return (
    <Queries>
      <LoadedRound id={id} />
    </Queries>
  );
}

function LoadedRound({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('round');
  const round = useQuery({
    queryKey: ['round', id],
    queryFn: ({ signal }) => callApi(ROUND_CALLS.getRound, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'held' ? HELD_POLL_MS : false),
  });
  if (round.isSuccess) {
    return (
      <Screen name={t('screen')} className="gutter mx-auto w-full max-w-4xl py-10 pb-20">
        <RoundFacts round={round.data} />
      </Screen>
    );
  }
  const isAbsent = round.error instanceof ApiError && round.error.status === 404;
  return (
    <Screen
      name={t('screen')}
      className="gutter mx-auto flex w-full max-w-xl flex-col items-center gap-4 py-20 text-center"
    >
      {round.isPending && (
        <>
          <h1 tabIndex={-1} className="sr-only">
            {t('title')}
          </h1>
          <p role="status" className="text-muted">
            {t('loading')}
          </p>
        </>
      )}
      {isAbsent && (
        <>
          <h1 tabIndex={-1} className="text-2xl">
            {t('notFoundTitle')}
          </h1>
          <p className="text-muted">{t('notFoundText')}</p>
          <Link href={PATHS.arena} className="action action-primary">
            {t('toArena')}
          </Link>
        </>
      )}
      {round.isError && !isAbsent && (
        <>
          <h1 tabIndex={-1} className="text-2xl">
            {t('failedTitle')}
          </h1>
          <QueryFailed query={round} className="mt-4" />
        </>
      )}
    </Screen>
  );
}
