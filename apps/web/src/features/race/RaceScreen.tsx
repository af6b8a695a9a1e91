import { SHARED_ROUND_CALLS } from '@popfray/protocol';
import type { RoundStore } from '@popfray/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { readRaceReplay } from '../../data/links/race-link.ts';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { readChallenge } from './challenge.ts';
import { RaceField } from './RaceField.tsx';
import '../../ui/screens.css';

/** A race against the round of a link: one that the server stores, by its id, or one that is in the link itself. */
export function RaceScreen({
  store,
}: {
  /** A store provided by the caller. */ readonly store?: RoundStore;
}): ReactElement {
  const { id } = useParams<{ readonly id?: string }>();
  // The router's navigation changes the hash without a `hashchange` event.
  const text = readRaceReplay(useLocationProperty(() => location.hash));
  return (
    <Queries>
      {id === undefined || id === '' ? (
        <Opened replayText={text ?? ''} username={null} store={store} />
      ) : (
        <SharedRace id={id} store={store} />
      )}
    </Queries>
  );
}

/** A race against a round that the server stores. */
function SharedRace({ id, store }: { readonly id: string; readonly store: RoundStore | undefined }): ReactElement {
  const t = useTranslations('raceScreen');
  const shared = useQuery({
    queryKey: ['shared-round', id],
    queryFn: ({ signal }) => callApi(SHARED_ROUND_CALLS.getSharedRound, { params: { id }, signal }),
  });
  if (shared.isSuccess) return <Opened replayText={shared.data.replay} username={shared.data.username} store={store} />;
  if (shared.isPending)
    return (
      <Notice title={t('title')}>
        <p role="status" className="text-muted">
          {t('loading')}
        </p>
      </Notice>
    );
  if (shared.error instanceof ApiError && shared.error.status === 404) return <NoRace reason={t('expired')} />;
  return (
    <Notice title={t('failedTitle')}>
      <p role="alert" className="text-muted">
        {t('failedText')}
      </p>
      <button
        type="button"
        aria-disabled={shared.isFetching}
        className="action action-primary"
        onClick={() => !shared.isFetching && void shared.refetch()}
      >
        {t('retry')}
      </button>
      <NormalRound />
    </Notice>
  );
}

/** A race against the round of a replay, which is verified first. */
function Opened({
  replayText,
  username,
  store,
}: {
  readonly replayText: string;
  readonly username: string | null;
  readonly store: RoundStore | undefined;
}): ReactElement {
  const t = useTranslations('raceScreen');
  const challenge = useMemo(() => readChallenge(replayText, username), [replayText, username]);
  return challenge === null ? (
    <NoRace reason={t('damaged')} />
  ) : (
    <RaceField key={challenge.replay.hash} challenge={challenge} store={store} />
  );
}

function NoRace({ reason }: { readonly reason: string }): ReactElement {
  const t = useTranslations('raceScreen');
  return (
    <Notice title={t('noRace')}>
      <p role="alert" className="text-muted">
        {reason}
      </p>
      <NormalRound isPrimary />
    </Notice>
  );
}

function NormalRound({ isPrimary = false }: { readonly isPrimary?: boolean }): ReactElement {
  const t = useTranslations('raceScreen');
  return (
    <Link href={PATHS.freePlay} className={`action ${isPrimary ? 'action-primary' : 'action-quiet'}`}>
      <Icon name="play" />
      {t('normalRound')}
    </Link>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  const t = useTranslations('raceScreen');
  return (
    <Screen
      name={t('screen')}
      className="gutter m-auto flex w-full max-w-xl flex-col items-center gap-4 py-20 text-center"
    >
      <h1 tabIndex={-1} className="text-2xl">
        {title}
      </h1>
      {children}
    </Screen>
  );
}
