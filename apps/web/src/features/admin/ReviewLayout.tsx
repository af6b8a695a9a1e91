import type { Comparison, ReviewStory, ShareStory } from '@popfray/protocol/admin';
import { Suspense, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { lazy } from '../../data/chunks/lazy.ts';
import { makeReplayTarget } from '../../data/links/replay-link.ts';
import { ErrorBoundary } from '../errors/index.ts';
import { Address } from './Address.tsx';
import { AimPlot } from './AimPlot.tsx';
import { ConductTable } from './ConductTable.tsx';
import { HistogramChart } from './HistogramChart.tsx';
import { Skeleton } from '../../ui/QueryState.tsx';
import { Section } from './Section.tsx';
import { StatisticTables } from './StatisticTables.tsx';

/** The replay player is loaded with the first round. */
const ReviewReplay = lazy(() => import('./ReviewReplay.tsx').then((module) => ({ default: module.ReviewReplay })));

/** The page of a held round or of a held share: the facts and the decision as children, then the replay and the measurements. */
export function ReviewLayout({
  title,
  story,
  children,
}: {
  readonly title: string;
  readonly story: ReviewStory | ShareStory;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <article aria-label={title} className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <Section title={title} aside={<Address address={story.address} />} className="xl:col-span-full">
        {children}
      </Section>
      <ReplaySection replay={story.replay} />
      <ConductSection story={story} />
      <PeopleSection comparison={story.comparison} />
    </article>
  );
}

function ReplaySection({ replay }: Pick<ReviewStory | ShareStory, 'replay'>): ReactElement {
  const t = useTranslations('desk.review');
  return (
    <Section
      title={t('replay')}
      aside={
        <Link {...makeReplayTarget(replay)} className="text-sm text-muted underline underline-offset-4 hover:text-text">
          {t('openReplay')}
        </Link>
      }
    >
      <ErrorBoundary fallback={<p className="text-muted">{t('replayBad', { code: '' })}</p>}>
        <Suspense fallback={<Skeleton lines={10} />}>
          <ReviewReplay text={replay} />
        </Suspense>
      </ErrorBoundary>
    </Section>
  );
}

function ConductSection({ story }: { readonly story: ReviewStory | ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const { intervals, reactions, offsets, aims, limits } = story;
  return (
    <Section title={t('conduct')}>
      <ConductTable story={story} />
      <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <HistogramChart title={t('intervals')} unit="ms" histogram={intervals} />
        <HistogramChart title={t('reactions')} unit="ms" histogram={reactions} below={limits.fastMs} />
        <HistogramChart
          title={t('offsets')}
          unit="percent"
          histogram={offsets}
          below={limits.precise?.offsetPct ?? 0}
        />
        <AimPlot aims={aims} />
      </div>
    </Section>
  );
}

function PeopleSection({ comparison }: { readonly comparison: Comparison }): ReactElement {
  const t = useTranslations('desk.people');
  return (
    <Section title={t('title')} className="xl:col-span-full">
      <StatisticTables comparison={comparison} />
    </Section>
  );
}
