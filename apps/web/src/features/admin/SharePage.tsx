import type { ShareStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { sessionPath } from './desk-path.ts';
import { PathFacts } from './PathFacts.tsx';
import { QueryResult } from './QueryResult.tsx';
import { heldShareQuery } from './queries.ts';
import { ReviewLayout } from './ReviewLayout.tsx';
import { ShareDecision } from './ShareDecision.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Trx } from './Trx.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** A held share of a battle: the replay, the measurements, and the decision. */
export function SharePage({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('desk.review');
  const share = useQuery(heldShareQuery(id));
  return (
    <QueryResult query={share} lines={12}>
      {(story) => (
        <ReviewLayout title={t('shareStory', { name: story.username })} story={story}>
          <ShareFacts story={story} />
          <ShareDecision story={story} />
        </ReviewLayout>
      )}
    </QueryResult>
  );
}

function ShareFacts({ story }: { readonly story: ShareStory }): ReactElement {
  const t = useTranslations('desk.review');
  const format = useFormatter();
  return (
    <Facts look="row">
      <Fact name={t('session')}>
        <Link href={sessionPath(story.sessionId)} className="hover:underline">
          {story.sessionName}
        </Link>
      </Fact>
      <Fact name={t('place')}>{format.number(story.position)}</Fact>
      <Fact name={t('score')}>{t('points', { score: story.score })}</Fact>
      <Fact name={t('amount')}>
        <Trx amount={story.amountSun} />
      </Fact>
      <Fact name={t('held')}>
        <Timestamp at={story.heldAt} />
      </Fact>
      <PathFacts story={story} />
      <Fact name={t('shareHistory')}>{t('shareHistoryValue', story.playerShares)}</Fact>
    </Facts>
  );
}
