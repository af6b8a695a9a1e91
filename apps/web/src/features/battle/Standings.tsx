import type { Session } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useTrx } from '../../data/messages/trx.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import './battle.css';

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
  const format = useFormatter();
  const trx = useTrx();
  const isPaid = session.paidSun > 0 || result.results.some(({ shareSun }) => shareSun > 0);
  const ranked = result.results.toSorted((a, b) => a.position - b.position || a.place - b.place);
  return (
    <table className="standings">
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
            <tr key={player.place} className={player.userId === userId ? 'standing-own' : ''}>
              <td className="figure">{format.number(player.position)}</td>
              <th scope="row">
                <span className="flex items-center gap-2">
                  {seat !== undefined && <ChainDot chain={seat.blockchain} />}
                  <span className="truncate">{seat?.username ?? player.userId}</span>
                  {seat?.isBot === true && <span className="rival-bot">{t('bot')}</span>}
                  {player.status !== 'finished' && (
                    <span className="text-xs text-muted">{t(`status.${player.status}`)}</span>
                  )}
                </span>
              </th>
              <td className="figure">{format.number(player.score)}</td>
              {isPaid && (
                <td className={player.shareSun > 0 ? 'text-good' : 'text-muted'}>
                  {t('trx', { amount: trx.exact(player.shareSun) })}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
