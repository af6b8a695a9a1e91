import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Address } from './Address.tsx';
import { CsvButton } from './CsvButton.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { playersQuery } from './queries.ts';
import { Table } from '../../ui/Table.tsx';
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
          {({ topEarners }) => (
            <Table
              name={t('top')}
              rows={topEarners}
              keyOf={({ address }) => address}
              empty={t('topNone')}
              columns={[
                { name: t('player'), render: ({ address }) => <Address address={address} /> },
                { name: t('name'), className: 'wrap-anywhere', render: ({ username }) => username },
                { name: t('games'), isFigure: true, render: ({ gamesPlayed }) => format.number(gamesPlayed) },
                { name: t('winRate'), isFigure: true, render: ({ winRate }) => desk('percent', { percent: winRate }) },
                { name: t('earned'), isFigure: true, render: ({ totalEarnings }) => <Trx amount={totalEarnings} /> },
              ]}
            />
          )}
        </QueryResult>
      </Section>
      <Section title={t('recent')}>
        <QueryResult query={players} lines={10}>
          {({ recentPlayers }) => (
            <Table
              name={t('recent')}
              rows={recentPlayers}
              keyOf={({ address }) => address}
              empty={t('recentNone')}
              columns={[
                { name: t('player'), render: ({ address }) => <Address address={address} /> },
                { name: t('name'), className: 'wrap-anywhere', render: ({ username }) => username },
                { name: t('active'), render: ({ lastActive }) => <Timestamp at={lastActive} /> },
                { name: t('spent'), isFigure: true, render: ({ totalSpent }) => <Trx amount={totalSpent} /> },
              ]}
            />
          )}
        </QueryResult>
      </Section>
    </div>
  );
}
