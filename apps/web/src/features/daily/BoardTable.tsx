import type { DailyBoard, DailyPlace } from '@popfray/protocol';
import { useId, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { Rank } from './Rank.tsx';

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
        <table className="mt-3 w-full border-collapse text-right tabular-nums [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-2.5 [&_:is(th,td):first-child]:w-13 [&_:is(th,td):first-child]:text-left [&_:is(th,td):nth-child(2)]:text-left [&_tbody_th]:font-medium [&_tbody_tr]:border-t [&_tbody_tr]:border-line/70 [&_thead_th]:text-[0.75rem] [&_thead_th]:font-normal [&_thead_th]:text-muted">
          <caption className="sr-only">{t('caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('rank')}</th>
              <th scope="col">{t('name')}</th>
              <th scope="col" className="max-[36rem]:hidden">
                {t('popped')}
              </th>
              <th scope="col" className="max-[36rem]:hidden">
                {t('combo')}
              </th>
              <th scope="col">{t('score')}</th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <PlaceRow key={place.rank} place={place} isOwn={place.rank === own?.rank} />
            ))}
          </tbody>
          {isBelow && (
            <tbody className="[&>tr]:border-t-2! [&>tr]:border-dashed! [&>tr]:border-line!">
              <PlaceRow place={own} isOwn />
            </tbody>
          )}
        </table>
      )}
      {today.places.length > INITIAL_PLACES && (
        <button type="button" className="action action-quiet mt-4" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('more', { count: today.places.length })}
        </button>
      )}
    </section>
  );
}

function PlaceRow({ place, isOwn }: { readonly place: DailyPlace; readonly isOwn: boolean }): ReactElement {
  const t = useTranslations('daily.board');
  const { rank, name, isPlayer, score, popped, bestCombo } = place;
  return (
    <tr className={isOwn ? 'bg-raised' : undefined}>
      <td>
        <Rank rank={rank}>{t('points', { points: rank })}</Rank>
      </td>
      <th scope="row">
        <span className="wrap-anywhere">{name}</span>
        {isPlayer && (
          <span role="img" aria-label={t('wallet')} title={t('wallet')} className="ml-1.5 inline-block align-[-0.2em]">
            <Icon name="wallet" className="size-4 text-muted" />
          </span>
        )}
        {isOwn && (
          <span className="ml-2 rounded-full bg-good px-2 py-px text-[0.75rem] font-bold whitespace-nowrap text-ink">
            {t('you')}
          </span>
        )}
      </th>
      <td className="max-[36rem]:hidden">{t('points', { points: popped })}</td>
      <td className="max-[36rem]:hidden">{t('points', { points: bestCombo })}</td>
      <td className="font-semibold">{t('points', { points: score })}</td>
    </tr>
  );
}
