import type { ReviewStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { PathFacts } from './PathFacts.tsx';
import { QueryResult } from './QueryResult.tsx';
import { reviewQuery } from './queries.ts';
import { Trx } from './Trx.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';
import { RoundDecision } from './RoundDecision.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** A held round: its replay, the measurements, and the decision. */
export function ReviewPage({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('desk.review');
  const review = useQuery(reviewQuery(id));
  return (
    <QueryResult query={review} lines={12}>
      {(story) => (
        <ReviewLayout title={t('story', { name: story.username })} story={story}>
          <RoundFacts story={story} />
          <RoundDecision story={story} />
        </ReviewLayout>
      )}
    </QueryResult>
  );
}

function RoundFacts({ story }: { readonly story: ReviewStory }): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  return (
    <Facts look="row">
      <Fact name={t('score')}>{t('points', { score: story.score })}</Fact>
      <Fact name={t('earnedSun')}>
        <Trx amount={story.earnedSun} />
      </Fact>
      <Fact name={t('payable')} className={story.payableSun < story.earnedSun ? 'text-caution' : ''}>
        <Trx amount={story.payableSun} />
      </Fact>
      <Fact name={t('budget')} className={story.budgetLeftSun < story.payableSun ? 'text-caution' : ''}>
        <Trx amount={story.budgetLeftSun} />
      </Fact>
      <Fact name={t('played')}>
        <Timestamp at={story.playedAt} />
      </Fact>
      <Fact name={t('elapsed')}>
        {t('seconds', { seconds: format.number(story.conduct.elapsedMs / 1_000, { maximumFractionDigits: 1 }) })}
      </Fact>
      <PathFacts story={story} />
      <Fact name={t('history')}>{t('historyValue', story.playerRounds)}</Fact>
    </Facts>
  );
}
