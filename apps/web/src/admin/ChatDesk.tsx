import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Mute } from '@popfray/protocol/admin';
import { Address } from './Address.tsx';
import { ChatReportCard } from './ChatReportCard.tsx';
import { Loaded } from './Loaded.tsx';
import { MuteDialog } from './MuteDialog.tsx';
import { Part } from './Part.tsx';
import { chatReportsQuery, mutesQuery } from './queries.ts';
import { StandingChoice, useStanding } from './StandingChoice.tsx';
import { More, Table } from './Table.tsx';
import { When } from './When.tsx';

/** Reported messages, and who may not write. */
export function ChatDesk(): ReactElement {
  const t = useTranslations('desk.chat');
  const tabs = useTranslations('desk.tabs');
  const standing = useStanding();
  const list = useInfiniteQuery(chatReportsQuery(standing));
  return (
    <div className="desk-overview desk-overview-right">
      <Part title={tabs('chat')} aside={<StandingChoice tab="chat" />}>
        <Loaded query={list} lines={6}>
          {({ pages }) => {
            const reports = pages.flatMap((page) => page.reports);
            if (reports.length === 0)
              return <p className="text-muted">{standing === 'open' ? t('none') : t('noneDecided')}</p>;
            return (
              <ul className="desk-rows">
                {reports.map((report) => (
                  <li key={report.message.id} className="py-4">
                    <ChatReportCard report={report} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <More list={list} />
      </Part>
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
    <Part title={t('mutes')}>
      <Loaded query={mutes} lines={3}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{t('mutesNone')}</p>
          ) : (
            <Table
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
                    <When at={mute.until} />
                  </td>
                  <td className="wrap-anywhere">{mute.reason}</td>
                  <td>
                    <button type="button" className="action action-quiet desk-action" onClick={() => setAsked(mute)}>
                      {t('unmute')}
                    </button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {asked !== null && (
        <MuteDialog address={asked.address} name={asked.address} isMuted onClose={() => setAsked(null)} />
      )}
    </Part>
  );
}
