import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Mute } from '@popfray/protocol/admin';
import { Address } from './Address.tsx';
import { ChatReportCard } from './ChatReportCard.tsx';
import { QueryResult } from './QueryResult.tsx';
import { MuteDialog } from './MuteDialog.tsx';
import { Section } from './Section.tsx';
import { chatReportsQuery, mutesQuery } from './queries.ts';
import { ListFilterChoice, useListFilter } from './ListFilterChoice.tsx';
import { More } from './More.tsx';
import { Table } from '../../ui/Table.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';

/** Reported messages, and muted players. */
export function ChatDesk(): ReactElement {
  const t = useTranslations('desk.chat');
  const tabs = useTranslations('desk.tabs');
  const standing = useListFilter();
  const list = useInfiniteQuery(chatReportsQuery(standing));
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <Section title={tabs('chat')} aside={<ListFilterChoice tab="chat" />}>
        <QueryResult query={list} lines={6}>
          {({ pages }) => {
            const reports = pages.flatMap((page) => page.reports);
            if (reports.length === 0)
              return <p className="text-muted">{standing === 'open' ? t('none') : t('noneDecided')}</p>;
            return (
              <ul className="divide-y divide-line/60">
                {reports.map((report) => (
                  <li key={report.message.id} className="py-4">
                    <ChatReportCard report={report} />
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryResult>
        <More list={list} />
      </Section>
      <Mutes />
    </div>
  );
}

function Mutes(): ReactElement {
  const t = useTranslations('desk.chat');
  const desk = useTranslations('desk');
  const mutes = useQuery(mutesQuery);
  const [asked, setAsked] = useState<Mute | null>(null);
  return (
    <Section title={t('mutes')}>
      <QueryResult query={mutes} lines={3}>
        {(list) => (
          <Table
            hasActions
            name={t('mutes')}
            rows={list}
            keyOf={({ address }) => address}
            empty={t('mutesNone')}
            columns={[
              { name: desk('players.player'), render: ({ address }) => <Address address={address} /> },
              { name: t('until'), render: ({ until }) => <Timestamp at={until} /> },
              { name: desk('act.reason'), className: 'wrap-anywhere', render: ({ reason }) => reason },
              {
                name: desk('payouts.act'),
                render: (mute) => (
                  <Button size="small" onClick={() => setAsked(mute)}>
                    {t('unmute')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryResult>
      {asked !== null && (
        <MuteDialog address={asked.address} name={asked.address} isMuted onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}
