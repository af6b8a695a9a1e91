import type { DailyBoard, DailyPlace } from '@popfray/protocol';
import { useId, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { Table } from '../../ui/Table.tsx';
import { Rank } from './Rank.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Maximum number of rounds on a board. The count is not exact when it is reached. */
const MAX_ROUNDS = 500;

/** Number of places shown at first. */
const INITIAL_PLACES = 15;

/** The best rounds of today. The player's own place is shown below if it is not among them. */
export function BoardTable({ today }: { readonly today: DailyBoard['today'] }): ReactElement {
  const t = useTranslations('daily.board');
  const id = useId();
  const { own, count } = today;
  const [isWhole, setWhole] = useState(false);
  const places = isWhole ? today.places : today.places.slice(0, INITIAL_PLACES);
  const isBelow = own !== null && own.rank > places.length;
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id} className="text-xl">
          {t('title')}
        </h2>
        {count > 0 && (
          <p className="text-sm text-muted">
            {count < MAX_ROUNDS ? t('count', { count }) : t('full', { count: MAX_ROUNDS })}
          </p>
        )}
      </div>
      {places.length === 0 ? (
        <p className="mt-4 rounded-2xl bg-surface px-5 py-6 text-muted">{t('empty')}</p>
      ) : (
        <Table
          look="roomy"
          name={t('caption')}
          className="mt-3"
          rows={isBelow ? [...places, own] : places}
          keyOf={({ rank }) => rank}
          rowClassName={({ rank }) =>
            rank === own?.rank ? `bg-raised ${isBelow ? 'border-t-2! border-dashed border-line!' : ''}` : ''
          }
          columns={[
            {
              name: t('rank'),
              className: 'w-13',
              render: ({ rank }) => <Rank rank={rank}>{t('points', { points: rank })}</Rank>,
            },
            {
              name: t('name'),
              isTitle: true,
              render: (place) => <PlayerName place={place} isOwn={place.rank === own?.rank} />,
            },
            {
              name: t('popped'),
              isFigure: true,
              isWideOnly: true,
              render: ({ popped }) => t('points', { points: popped }),
            },
            {
              name: t('combo'),
              isFigure: true,
              isWideOnly: true,
              render: ({ bestCombo }) => t('points', { points: bestCombo }),
            },
            {
              name: t('score'),
              isFigure: true,
              className: 'font-semibold',
              render: ({ score }) => t('points', { points: score }),
            },
          ]}
        />
      )}
      {today.places.length > INITIAL_PLACES && (
        <button type="button" className="action action-quiet mt-4" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('more', { count: today.places.length })}
        </button>
      )}
    </section>
  );
}

function PlayerName({
  place: { name, isPlayer },
  isOwn,
}: {
  readonly place: DailyPlace;
  readonly isOwn: boolean;
}): ReactElement {
  const t = useTranslations('daily.board');
  return (
    <>
      <span className="wrap-anywhere">{name}</span>
      {isPlayer && (
        <span role="img" aria-label={t('wallet')} title={t('wallet')} className="ml-1.5 inline-block align-[-0.2em]">
          <Icon name="wallet" className="size-4 text-muted" />
        </span>
      )}
      {isOwn && (
        <Badge look="solid" tone="good" className="ml-2">
          {t('you')}
        </Badge>
      )}
    </>
  );
}
