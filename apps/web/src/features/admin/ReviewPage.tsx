import type { ReviewStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { lazy } from '../../data/chunks/lazy.ts';
import { Address } from './Address.tsx';
import { AimPlot } from './AimPlot.tsx';
import { ConductTable } from './ConductTable.tsx';
import { Decision } from './Decision.tsx';
import { HistogramChart } from './HistogramChart.tsx';
import { QueryResult, Skeleton } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { reviewQuery } from './queries.ts';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';
import { DeskFacts } from './DeskFacts.tsx';

/** The replay player is loaded with the first round. */
const ReviewReplay = lazy(() => import('./ReviewReplay.tsx').then((module) => ({ default: module.ReviewReplay })));

/** A held round: its replay, the measurements, and the decision. */
export function ReviewPage({ id }: { readonly id: string }): ReactElement {
  const review = useQuery(reviewQuery(id));
  return (
    <QueryResult query={review} lines={12}>
      {(story) => <Story story={story} />}
    </QueryResult>
  );
}

function Story({ story }: { readonly story: ReviewStory }): ReactElement {
  const t = useTranslations('desk.review');
  const { limits } = story;
  return (
    <article
      aria-label={t('story', { name: story.username })}
      className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2"
    >
      <Section
        title={t('story', { name: story.username })}
        aside={<Address address={story.address} />}
        className="xl:col-span-full"
      >
        <Facts story={story} />
        <Decision story={story} />
      </Section>
      <Section
        title={t('replay')}
        aside={
          <Link
            href={`${PATHS.replay}#r=${story.replay}`}
            className="text-sm text-muted underline underline-offset-4 hover:text-text"
          >
            {t('openReplay')}
          </Link>
        }
      >
        <ErrorBoundary fallback={<p className="text-muted">{t('replayBad', { code: '' })}</p>}>
          <Suspense fallback={<Skeleton lines={10} />}>
            <ReviewReplay text={story.replay} />
          </Suspense>
        </ErrorBoundary>
      </Section>
      <Section title={t('conduct')}>
        <ConductTable story={story} />
        <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <HistogramChart title={t('intervals')} unit="ms" histogram={story.intervals} />
          <HistogramChart title={t('reactions')} unit="ms" histogram={story.reactions} below={limits.fastMs} />
          <HistogramChart title={t('offsets')} unit="percent" histogram={story.offsets} below={limits.precisePct} />
          <AimPlot aims={story.aims} />
        </div>
      </Section>
    </article>
  );
}

function Facts({ story }: { readonly story: ReviewStory }): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  return (
    <DeskFacts isWide>
      <div>
        <dt>{t('score')}</dt>
        <dd>{t('points', { score: story.score })}</dd>
      </div>
      <div>
        <dt>{t('earnedSun')}</dt>
        <dd>
          <Trx amount={story.earnedSun} />
        </dd>
      </div>
      <div>
        <dt>{t('payable')}</dt>
        <dd className={story.payableSun < story.earnedSun ? 'text-caution' : ''}>
          <Trx amount={story.payableSun} />
        </dd>
      </div>
      <div>
        <dt>{t('budget')}</dt>
        <dd className={story.budgetLeftSun < story.payableSun ? 'text-caution' : ''}>
          <Trx amount={story.budgetLeftSun} />
        </dd>
      </div>
      <div>
        <dt>{t('played')}</dt>
        <dd>
          <Timestamp at={story.playedAt} />
        </dd>
      </div>
      <div>
        <dt>{t('elapsed')}</dt>
        <dd>
          {t('seconds', { seconds: format.number(story.conduct.elapsedMs / 1_000, { maximumFractionDigits: 1 }) })}
        </dd>
      </div>
      <div>
        <dt>{t('history')}</dt>
        <dd>{t('historyValue', story.playerRounds)}</dd>
      </div>
    </DeskFacts>
  );
}
