import type { ReviewStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { QueryResult } from './QueryResult.tsx';
import { reviewQuery } from './queries.ts';
import { Trx } from './Trx.tsx';
import { ReviewLayout } from './ReviewLayout.tsx';
import { RoundDecision } from './RoundDecision.tsx';
import { Timestamp } from './Timestamp.tsx';
import { DeskFacts } from './DeskFacts.tsx';

/** A held round: its replay, the measurements, and the decision. */
export function ReviewPage({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('desk.review');
  const review = useQuery(reviewQuery(id));
  return (
    <QueryResult query={review} lines={12}>
      {(story) => (
        <ReviewLayout title={t('story', { name: story.username })} story={story}>
          <Facts story={story} />
          <RoundDecision story={story} />
        </ReviewLayout>
      )}
    </QueryResult>
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
