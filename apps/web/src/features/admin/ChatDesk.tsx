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
import { More, Table } from './Table.tsx';
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
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('mutesNone')}</p>
          ) : (
            <Table
              hasActions
              name={t('mutes')}
              columns={[
                { name: desk('players.player') },
                { name: t('until') },
                { name: desk('act.reason') },
                { name: desk('payouts.act') },
              ]}
            >
              {list.map((mute) => (
                <tr key={mute.address}>
                  <td>
                    <Address address={mute.address} />
                  </td>
                  <td>
                    <Timestamp at={mute.until} />
                  </td>
                  <td className="wrap-anywhere">{mute.reason}</td>
                  <td>
                    <Button size="small" onClick={() => setAsked(mute)}>
                      {t('unmute')}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </QueryResult>
      {asked !== null && (
        <MuteDialog address={asked.address} name={asked.address} isMuted onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}
