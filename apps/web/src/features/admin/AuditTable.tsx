import type { AuditLine } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Address, Id } from './Address.tsx';
import { playerPath, tabPath } from './desk-path.ts';
import { Table } from '../../ui/Table.tsx';
import { Timestamp } from './Timestamp.tsx';

/** Page of the desk with details of an action's subject. */
function pathOf({ act, subject }: AuditLine): string {
  if (act === 'mute' || act === 'unmute') return playerPath(subject);
  if (act === 'share-paid' || act === 'share-refused') return tabPath('review', { status: 'decided', share: subject });
  return act === 'round-paid' || act === 'round-refused'
    ? tabPath('review', { status: 'decided', round: subject })
    : tabPath('audit', { subject });
}

/** Table of operator actions. */
export function AuditTable({
  name,
  lines,
  empty,
}: {
  readonly name: string;
  readonly lines: readonly AuditLine[];
  /** Text shown when there are none. */
  readonly empty: string;
}): ReactElement {
  const t = useTranslations('desk.audit');
  return (
    <Table
      name={name}
      rows={lines}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { name: t('time'), render: ({ at }) => <Timestamp at={at} /> },
        {
          name: t('act'),
          className: 'whitespace-nowrap',
          render: ({ act, subject }) => (
            <Link href={tabPath('audit', { subject })} className="hover:underline">
              {t(`acts.${act}`)}
            </Link>
          ),
        },
        {
          name: t('subject'),
          render: (line) => line.subject !== '' && <Id id={line.subject} href={pathOf(line)} />,
        },
        { name: t('reason'), className: 'min-w-48 wrap-anywhere', render: ({ reason }) => reason },
        { name: t('by'), render: ({ by }) => <Address address={by} /> },
      ]}
    />
  );
}
