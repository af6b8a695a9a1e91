import type { Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Colour of a share by what became of it. */
const SHARE_COLOURS = { paid: 'text-good', held: 'text-caution', refused: 'text-muted' } as const;

/** Table of the results: places, scores and payouts. */
export function Standings({
  result,
  session,
  userId,
}: {
  readonly result: BattleOver;
  readonly session: Session;
  readonly userId: string;
}): ReactElement {
  const t = useTranslations('battle');
  const money = useTranslations('money');
  const format = useFormatter();
  const isPaid = session.paidSun > 0 || result.results.some(({ shareSun }) => shareSun > 0);
  const ranked = result.results.toSorted((a, b) => a.position - b.position || a.place - b.place);
  return (
    <table className="w-full max-w-120 border-collapse text-[0.875rem] leading-[1.35] [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-right [&_:is(td,th)]:whitespace-nowrap [&_:is(td,th):not(.figure)]:font-normal">
      <caption className="sr-only">{t('standings')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('position')}</th>
          <th scope="col">{t('player')}</th>
          <th scope="col">{t('score')}</th>
          {isPaid && <th scope="col">{t('share')}</th>}
        </tr>
      </thead>
      <tbody>
        {ranked.map((player) => {
          const seat = session.participants.find(({ place }) => place === player.place);
          return (
            <tr
              key={player.place}
              className={
                player.userId === userId ? '*:bg-raised [&>:first-child]:rounded-l-lg [&>:last-child]:rounded-r-lg' : ''
              }
            >
              <td className="figure">{format.number(player.position)}</td>
              <th scope="row" className="w-full max-w-0 text-left!">
                <span className="flex items-center gap-2">
                  {seat !== undefined && <ChainDot chain={seat.blockchain} />}
                  <span className="truncate">{seat?.username ?? player.userId}</span>
                  {seat?.isBot === true && (
                    <Badge look="solid" tone="muted">
                      {t('bot')}
                    </Badge>
                  )}
                  {player.status !== 'finished' && (
                    <span className="text-xs text-muted">{t(`status.${player.status}`)}</span>
                  )}
                </span>
              </th>
              <td className="figure">{format.number(player.score)}</td>
              {isPaid && (
                <td className={SHARE_COLOURS[player.shareSun > 0 ? (player.review ?? 'paid') : 'refused']}>
                  {player.review === 'held'
                    ? money('pending', { amount: trx.exact(player.shareSun) })
                    : t('trx', { amount: trx.exact(player.review === 'refused' ? 0 : player.shareSun) })}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
