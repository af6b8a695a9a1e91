import type { ShareStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { lazy } from '../../data/chunks/lazy.ts';
import { PATHS } from '../../data/paths.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { Address } from './Address.tsx';
import { AimPlot } from './AimPlot.tsx';
import { ConductTable } from './ConductTable.tsx';
import { sessionPath } from './desk-path.ts';
import { HistogramChart } from './HistogramChart.tsx';
import { QueryResult, Skeleton } from './QueryResult.tsx';
import { heldShareQuery } from './queries.ts';
import { Section } from './Section.tsx';
import { ShareDecision } from './ShareDecision.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Trx } from './Trx.tsx';
import { DeskFacts } from './DeskFacts.tsx';

/** The replay player is loaded with the first round. */
const ReviewReplay = lazy(() => import('./ReviewReplay.tsx').then((module) => ({ default: module.ReviewReplay })));

/** A held share of a battle: the replay, the measurements, and the decision. */
export function SharePage({ id }: { readonly id: string }): ReactElement {
  const share = useQuery(heldShareQuery(id));
  return (
    <QueryResult query={share} lines={12}>
      {(story) => <Story story={story} />}
    </QueryResult>
  );
}

function Story({ story }: { readonly story: ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const { limits } = story;
  return (
    <article
      aria-label={t('shareStory', { name: story.username })}
      className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2"
    >
      <Section
        title={t('shareStory', { name: story.username })}
        aside={<Address address={story.address} />}
        className="xl:col-span-full"
      >
        <Facts story={story} />
        <ShareDecision story={story} />
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

function Facts({ story }: { readonly story: ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  const { pathScore, contradicted } = story.conduct;
  return (
    <DeskFacts isWide>
      <div>
        <dt>{t('session')}</dt>
        <dd>
          <Link href={sessionPath(story.sessionId)} className="hover:underline">
            {story.sessionName}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('place')}</dt>
        <dd>{format.number(story.position)}</dd>
      </div>
      <div>
        <dt>{t('score')}</dt>
        <dd>{t('points', { score: story.score })}</dd>
      </div>
      <div>
        <dt>{t('amount')}</dt>
        <dd>
          <Trx amount={story.amountSun} />
        </dd>
      </div>
      <div>
        <dt>{t('held')}</dt>
        <dd>
          <Timestamp at={story.heldAt} />
        </dd>
      </div>
      <div>
        <dt>{t('pathScore')}</dt>
        <dd>
          {story.path === null
            ? t('pathNone')
            : pathScore === null
              ? t('unknown')
              : format.number(pathScore, { maximumFractionDigits: 1 })}
        </dd>
      </div>
      {contradicted !== null && (
        <div>
          <dt>{t('contradicted')}</dt>
          <dd>{format.number(contradicted)}</dd>
        </div>
      )}
      <div>
        <dt>{t('shareHistory')}</dt>
        <dd>{t('shareHistoryValue', story.playerShares)}</dd>
      </div>
    </DeskFacts>
  );
}
