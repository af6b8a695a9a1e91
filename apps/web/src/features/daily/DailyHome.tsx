import { freePlay } from '@popfray/engine';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useConnectivity } from '../../data/api/connectivity.ts';
import { PATHS, DAILY_ROUND } from '../../data/paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Screen } from '../../ui/Screen.tsx';
import type { Day, FetchedBoard } from './board.ts';
import { BoardTable } from './BoardTable.tsx';
import { Countdown } from './Countdown.tsx';
import { OwnPlace } from './OwnPlace.tsx';
import { Yesterday } from './Yesterday.tsx';
import { ReloadButton } from '../../ui/ReloadButton.tsx';

/** Overview of the day: the time left, the start button, and the board. */
export function DailyHome({ day }: { readonly day: Day }): ReactElement {
  const t = useTranslations('daily');
  const format = useFormatter();
  const { fetched } = day;
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-6 pb-20 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div className="min-w-0 max-w-xl">
          {/* The line has its height before the day is known, so that the title does not move. */}
          <p className="mb-1 min-h-6 font-semibold text-good">
            {fetched !== null && (
              <time dateTime={fetched.board.today.date}>
                {format.dateTime(Date.parse(fetched.board.today.date), { dateStyle: 'long', timeZone: 'UTC' })}
              </time>
            )}
          </p>
          <h1 tabIndex={-1} className="text-3xl md:text-4xl">
            {t('title')}
          </h1>
          <p className="mt-3 text-muted">{t('lead')}</p>
          <p className="mt-1 text-sm text-muted">{t('free')}</p>
        </div>
        {fetched !== null && <Countdown endsAt={fetched.board.today.endsAt} />}
      </header>
      {fetched === null ? <MissingBoard day={day} /> : <LoadedBoard fetched={fetched} isStale={day.isError} />}
    </Screen>
  );
}

/** The content with the last fetched board. */
function LoadedBoard({
  fetched,
  isStale,
}: {
  readonly fetched: FetchedBoard;
  readonly isStale: boolean;
}): ReactElement {
  const t = useTranslations('daily');
  const format = useFormatter();
  const { today, yesterday } = fetched.board;
  const isKnown = today.rulesId === freePlay.id && today.rulesVersion === freePlay.version;
  return (
    <>
      {isStale && (
        <p role="status" className="mt-6 flex items-start gap-3 rounded-2xl bg-surface px-5 py-4 text-sm">
          <Icon name="alert" className="size-5 shrink-0 text-caution" />
          {t('stale', { at: format.dateTime(fetched.fetchedAt, { timeStyle: 'short' }) })}
        </p>
      )}
      <div className="mt-7 grid grid-cols-1 items-start gap-6 [grid-template-areas:'start'_'own'_'board'_'yesterday'] lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_auto_1fr] lg:gap-x-10 lg:[grid-template-areas:'board_start'_'board_own'_'board_yesterday']">
        <div className="[grid-area:start]">
          {isKnown ? (
            <Link href={DAILY_ROUND} className="action action-primary min-h-13 w-full px-8 text-lg">
              <Icon name="play" />
              {t('play')}
            </Link>
          ) : (
            <Outdated />
          )}
        </div>
        <div className="[grid-area:own]">
          <OwnPlace today={today} />
        </div>
        <div className="min-w-0 [grid-area:board]">
          <BoardTable today={today} />
        </div>
        <div className="[grid-area:yesterday]">
          <Yesterday day={yesterday} />
        </div>
      </div>
    </>
  );
}

/** The server uses rules that this version of the page does not contain. */
function Outdated(): ReactElement {
  const t = useTranslations('daily');
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-2xl bg-surface px-5 py-4">
      <p className="text-caution">{t('outdated')}</p>
      <ReloadButton>{t('reload')}</ReloadButton>
    </div>
  );
}

/** Shown while there is no board: loading, or an error with a retry. */
function MissingBoard({ day: { isPending, isFetching, refetch } }: { readonly day: Day }): ReactElement {
  const t = useTranslations('daily');
  const connectivity = useConnectivity();
  if (isPending) {
    return (
      <p role="status" className="mt-10 text-muted">
        {t('loading')}
      </p>
    );
  }
  return (
    <div role="alert" className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-2xl bg-surface px-5 py-5">
      <Icon name="alert" className="size-5 shrink-0 text-caution" />
      <p className="min-w-0 flex-[1_1_16rem]">{connectivity === 'offline' ? t('offline') : t('failed')}</p>
      <button type="button" disabled={isFetching} className="action action-quiet" onClick={refetch}>
        {t('retry')}
      </button>
      <Link href={PATHS.freePlay} className="action action-bare">
        {t('toFreePlay')}
      </Link>
    </div>
  );
}
