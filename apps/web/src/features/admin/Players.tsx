import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Address } from './Address.tsx';
import { CsvButton } from './CsvButton.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { playersQuery } from './queries.ts';
import { FigureCell, Table } from './Table.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';

/** The players who have earned most, and those who signed in last. */
export function Players(): ReactElement {
  const t = useTranslations('desk.players');
  const desk = useTranslations('desk.review');
  const format = useFormatter();
  const players = useQuery(playersQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
      <Section title={t('top')} aside={<CsvButton table="players" />}>
        <QueryResult query={players} lines={10}>
          {({ topEarners }) =>
            topEarners.length === 0 ? (
              <p className="text-muted">{t('topNone')}</p>
            ) : (
              <Table
                name={t('top')}
                columns={[
                  { name: t('player') },
                  { name: t('name') },
                  { name: t('games'), isFigure: true },
                  { name: t('winRate'), isFigure: true },
                  { name: t('earned'), isFigure: true },
                ]}
              >
                {topEarners.map((player) => (
                  <tr key={player.address}>
                    <td>
                      <Address address={player.address} />
                    </td>
                    <td className="wrap-anywhere">{player.username}</td>
                    <FigureCell>{format.number(player.gamesPlayed)}</FigureCell>
                    <FigureCell>{desk('percent', { percent: player.winRate })}</FigureCell>
                    <FigureCell>
                      <Trx amount={player.totalEarnings} />
                    </FigureCell>
                  </tr>
                ))}
              </Table>
            )
          }
        </QueryResult>
      </Section>
      <Section title={t('recent')}>
        <QueryResult query={players} lines={10}>
          {({ recentPlayers }) =>
            recentPlayers.length === 0 ? (
              <p className="text-muted">{t('recentNone')}</p>
            ) : (
              <Table
                name={t('recent')}
                columns={[
                  { name: t('player') },
                  { name: t('name') },
                  { name: t('active') },
                  { name: t('spent'), isFigure: true },
                ]}
              >
                {recentPlayers.map((player) => (
                  <tr key={player.address}>
                    <td>
                      <Address address={player.address} />
                    </td>
                    <td className="wrap-anywhere">{player.username}</td>
                    <td>
                      <Timestamp at={player.lastActive} />
                    </td>
                    <FigureCell>
                      <Trx amount={player.totalSpent} />
                    </FigureCell>
                  </tr>
                ))}
              </Table>
            )
          }
        </QueryResult>
      </Section>
    </div>
  );
}
