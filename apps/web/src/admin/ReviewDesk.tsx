import type { Review } from '@popfray/protocol/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Icon } from '../shell/Icon.tsx';
import { Loaded } from './Loaded.tsx';
import { Part } from './Part.tsx';
import { tabPath, usePlace } from './place.ts';
import { reviewsQuery } from './queries.ts';
import { ReviewPage } from './ReviewPage.tsx';
import { StandingChoice, useStanding } from './StandingChoice.tsx';
import { Suspicions } from './Suspicions.tsx';
import { More } from './Table.tsx';
import { Trx } from './Trx.tsx';
import { When } from './When.tsx';

/** Held rounds beside the one that is looked at; on a narrow window one after the other. */
export function ReviewDesk(): ReactElement {
  const t = useTranslations('desk.review');
  const { get } = usePlace();
  const standing = useStanding();
  const id = get('round');
  const list = useInfiniteQuery(reviewsQuery(standing));
  return (
    <div className="desk-pair" data-chosen={id !== ''}>
      <Part
        title={standing === 'open' ? t('caption') : t('captionDecided')}
        aside={<StandingChoice tab="review" />}
        className="desk-pair-list"
      >
        <Loaded query={list} lines={6}>
          {({ pages }) => {
            const reviews = pages.flatMap((page) => page.reviews);
            if (reviews.length === 0)
              return <p className="text-muted">{standing === 'open' ? t('none') : t('noneDecided')}</p>;
            return (
              <ul className="desk-rows">
                {reviews.map((review) => (
                  <li key={review.id}>
                    <ReviewRow review={review} isChosen={review.id === id} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <More list={list} />
      </Part>
      <div className="desk-pair-one">
        {id === '' ? (
          <p className="desk-part hidden text-muted lg:block">{t('choose')}</p>
        ) : (
          <>
            <Link
              href={tabPath('review', { status: standing === 'open' ? undefined : standing })}
              className="action action-bare desk-action -ml-3 mb-2 lg:hidden"
            >
              <Icon name="back" className="size-4 shrink-0" />
              {t('back')}
            </Link>
            <ReviewPage key={id} id={id} />
          </>
        )}
      </div>
    </div>
  );
}

/** One round of the list: whose, what it earned, why it is held or what was decided. */
function ReviewRow({ review, isChosen }: { readonly review: Review; readonly isChosen: boolean }): ReactElement {
  const t = useTranslations('desk.review');
  const standing = useStanding();
  return (
    <Link
      href={tabPath('review', { status: standing === 'open' ? undefined : standing, round: review.id })}
      {...(isChosen && { 'aria-current': 'true' })}
      className="desk-pick"
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-semibold">{review.username}</span>
        <Trx amount={review.earnedSun} />
      </span>
      <span className="flex items-baseline justify-between gap-4 text-sm text-muted">
        <span>{t('points', { score: review.score })}</span>
        <When at={review.playedAt} />
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-1.5 text-sm">
        <Suspicions suspicions={review.conduct.suspicions} />
        {review.decision !== null && (
          <span className={review.decision.outcome === 'paid' ? 'text-good' : 'text-tron'}>
            {t(review.decision.outcome)}
          </span>
        )}
      </span>
    </Link>
  );
}
