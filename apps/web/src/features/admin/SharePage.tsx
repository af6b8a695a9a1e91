import type { ShareStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { sessionPath } from './desk-path.ts';
import { QueryResult } from './QueryResult.tsx';
import { heldShareQuery } from './queries.ts';
import { ReviewLayout } from './ReviewLayout.tsx';
import { ShareDecision } from './ShareDecision.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Trx } from './Trx.tsx';
import { DeskFacts } from './DeskFacts.tsx';

/** A held share of a battle: the replay, the measurements, and the decision. */
export function SharePage({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('desk.review');
  const share = useQuery(heldShareQuery(id));
  return (
    <QueryResult query={share} lines={12}>
      {(story) => (
        <ReviewLayout title={t('shareStory', { name: story.username })} story={story}>
          <Facts story={story} />
          <ShareDecision story={story} />
        </ReviewLayout>
      )}
    </QueryResult>
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
