import type { AuditLine } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Address, Id } from './Address.tsx';
import { playerPath, tabPath } from './desk-path.ts';
import { Table } from './Table.tsx';
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
}: {
  readonly name: string;
  readonly lines: readonly AuditLine[];
}): ReactElement {
  const t = useTranslations('desk.audit');
  return (
    <Table
      name={name}
      columns={[
        { name: t('time') },
        { name: t('act') },
        { name: t('subject') },
        { name: t('reason') },
        { name: t('by') },
      ]}
    >
      {lines.map((line) => (
        <tr key={line.id}>
          <td>
            <Timestamp at={line.at} />
          </td>
          <td className="whitespace-nowrap">
            <Link href={tabPath('audit', { subject: line.subject })} className="hover:underline">
              {t(`acts.${line.act}`)}
            </Link>
          </td>
          <td>{line.subject !== '' && <Id id={line.subject} href={pathOf(line)} />}</td>
          <td className="min-w-48 wrap-anywhere">{line.reason}</td>
          <td>
            <Address address={line.by} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
