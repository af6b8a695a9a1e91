import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Icon } from '../../ui/Icon.tsx';
import { HeldItem } from './HeldItem.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { tabPath, useDeskPath } from './desk-path.ts';
import { reviewsQuery } from './queries.ts';
import { ReviewPage } from './ReviewPage.tsx';
import { ShareList } from './ShareList.tsx';
import { SharePage } from './SharePage.tsx';
import { ListFilterChoice, useListFilter } from './ListFilterChoice.tsx';
import { More } from './More.tsx';
import { PANEL } from './looks.ts';

/** Lists of held shares and held rounds beside the selected one; in a narrow window one below the other. */
export function ReviewDesk(): ReactElement {
  const t = useTranslations('desk.review');
  const { get } = useDeskPath();
  const standing = useListFilter();
  const id = get('round');
  const shareId = get('share');
  const isChosen = id !== '' || shareId !== '';
  const list = useInfiniteQuery(reviewsQuery(standing));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className={`flex flex-col gap-4 ${isChosen ? 'max-lg:hidden' : ''}`}>
        <ShareList chosen={shareId} />
        <Section
          title={standing === 'open' ? t('caption') : t('captionDecided')}
          aside={<ListFilterChoice tab="review" />}
        >
          <QueryResult query={list} lines={6}>
            {({ pages }) => {
              const reviews = pages.flatMap((page) => page.reviews);
              if (reviews.length === 0)
                return <p className="text-muted">{standing === 'open' ? t('none') : t('noneDecided')}</p>;
              return (
                <ul className="divide-y divide-line/60">
                  {reviews.map((review) => (
                    <li key={review.id}>
                      <HeldItem
                        item={review}
                        href={tabPath('review', {
                          status: standing === 'open' ? undefined : standing,
                          round: review.id,
                        })}
                        isChosen={review.id === id}
                        amountSun={review.earnedSun}
                        result={t('points', { score: review.score })}
                        at={review.playedAt}
                      />
                    </li>
                  ))}
                </ul>
              );
            }}
          </QueryResult>
          <More list={list} />
        </Section>
      </div>
      <div className={isChosen ? '' : 'max-lg:hidden'}>
        {!isChosen ? (
          <p className={`${PANEL} hidden text-muted lg:block`}>{t('choose')}</p>
        ) : (
          <>
            <Link
              href={tabPath('review', { status: standing === 'open' ? undefined : standing })}
              className="action action-bare -ml-3 mb-2 min-h-9 px-3.5 text-[0.875rem] whitespace-nowrap lg:hidden pointer-coarse:min-h-11"
            >
              <Icon name="back" className="size-4 shrink-0" />
              {t('back')}
            </Link>
            {shareId === '' ? <ReviewPage key={id} id={id} /> : <SharePage key={shareId} id={shareId} />}
          </>
        )}
      </div>
    </div>
  );
}
