import { SPECTATOR_DELAY_MS } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link, useParams } from 'wouter';
import { useStore } from 'zustand';
import { PATHS } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { EmoteBar } from './EmoteBar.tsx';
import { WatchedFields } from './WatchedFields.tsx';
import { createBattleWatch, type BattleWatch, type WatchState } from './watched-battle.ts';
import '../../ui/screens.css';

/** A live battle as spectators see it, some seconds late. */
export function WatchScreen(): ReactElement {
  const { id } = useParams<{ readonly id: string }>();
  return <Watch key={id} id={id} />;
}

function Watch({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('watch');
  const [watch] = useState(() => createBattleWatch(id));
  useEffect(() => watch.open(), [watch]);
  const { phase, sessionName, hasFailed, emotes } = useStore(watch.store);
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-6 pb-20 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl [overflow-wrap:anywhere] md:text-3xl">
            {sessionName === '' ? t('title') : sessionName}
          </h1>
          <p className="mt-1 text-muted">{t('note', { seconds: SPECTATOR_DELAY_MS / 1_000 })}</p>
        </div>
        <Link href={PATHS.lobby} className="action action-quiet">
          <Icon name="back" />
          {t('toLobby')}
        </Link>
      </header>
      {hasFailed && (
        <p role="status" className="mt-3 text-caution">
          {t('offline')}
        </p>
      )}
      <div className="mt-5">
        <Content id={id} watch={watch} phase={phase} />
      </div>
      {(phase === 'waiting' || phase === 'playing' || phase === 'over') && (
        <div className="mt-5">
          <EmoteBar sessionId={id} received={emotes} />
        </div>
      )}
    </Screen>
  );
}

function Content({
  id,
  watch,
  phase,
}: {
  readonly id: string;
  readonly watch: BattleWatch;
  readonly phase: WatchState['phase'];
}): ReactElement {
  const t = useTranslations('watch');
  const format = useFormatter();
  const players = useStore(watch.store, (state) => state.players);
  switch (phase) {
    case 'loading':
      return (
        <p role="status" className="py-16 text-center text-muted">
          {t('loading')}
        </p>
      );
    case 'waiting':
      return (
        <div role="status" className="rounded-3xl bg-surface px-6 py-16 text-center">
          <p className="font-semibold">{format.list(players.map(({ username }) => username))}</p>
          <p className="mt-2 text-muted">{t('waiting')}</p>
        </div>
      );
    case 'playing':
    case 'over':
      return (
        <WatchedFields
          watch={watch}
          end={
            <Link href={`${PATHS.receipt}/${id}`} className="action action-quiet">
              <Icon name="check" />
              {t('receipt')}
            </Link>
          }
        />
      );
    case 'cancelled':
    case 'unknown':
    case 'full':
    case 'old':
      return (
        <div role="alert" className="flex flex-col items-center gap-4 rounded-3xl bg-surface px-6 py-16 text-center">
          <p>{t(phase)}</p>
          <Link href={PATHS.freePlay} className="action action-primary">
            <Icon name="play" />
            {t('play')}
          </Link>
        </div>
      );
  }
}
