import type { OperatorSetting } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Address } from './Address.tsx';
import { AuditTable } from './AuditTable.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { SettingValue } from './SettingValue.tsx';
import { FigureCell, Table } from './Table.tsx';
import { Timestamp } from './Timestamp.tsx';
import { settingsQuery } from './queries.ts';
import { Button } from '../../ui/Button.tsx';

/** The limits of earnings and of first withdrawals: each with its default and the value in force, and their newest changes. */
export function Settings(): ReactElement {
  const t = useTranslations('desk.settings');
  const query = useQuery(settingsQuery);
  const [asked, setAsked] = useState<OperatorSetting | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Section title={t('caption')}>
        <p className="mb-3 max-w-prose text-sm text-muted">{t('about')}</p>
        <QueryResult query={query} lines={8}>
          {({ settings }) => <SettingTable settings={settings} ask={setAsked} />}
        </QueryResult>
      </Section>
      <Section title={t('changes')}>
        <QueryResult query={query} lines={3}>
          {({ changes }) =>
            changes.length === 0 ? (
              <p className="text-muted">{t('changesNone')}</p>
            ) : (
              <AuditTable name={t('changes')} lines={changes} />
            )
          }
        </QueryResult>
      </Section>
      {asked !== null && <SettingDialog key={asked.name} setting={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function SettingTable({
  settings,
  ask,
}: {
  readonly settings: readonly OperatorSetting[];
  readonly ask: (setting: OperatorSetting) => void;
}): ReactElement {
  const t = useTranslations('desk.settings');
  return (
    <Table
      hasActions
      name={t('caption')}
      columns={[
        { name: t('name') },
        { name: t('value'), isFigure: true },
        { name: t('default'), isFigure: true },
        { name: t('changed') },
        { name: t('act') },
      ]}
    >
      {settings.map((setting) => (
        <tr key={setting.name}>
          <td className="min-w-36">
            {t(`names.${setting.name}`)}
            <span className="block max-w-prose text-sm text-muted">{t(`notes.${setting.name}`)}</span>
          </td>
          <FigureCell className={setting.value === setting.defaultValue ? '' : 'font-semibold'}>
            <SettingValue setting={setting} value={setting.value} />
          </FigureCell>
          <FigureCell className="text-muted">
            <SettingValue setting={setting} value={setting.defaultValue} />
          </FigureCell>
          <td className="whitespace-nowrap">
            {setting.changedAt === null || setting.changedBy === null ? (
              <span className="text-muted">{t('never')}</span>
            ) : (
              <>
                <Timestamp at={setting.changedAt} /> <Address address={setting.changedBy} />
              </>
            )}
          </td>
          <td>
            <Button
              aria-label={t('changeOf', { name: t(`names.${setting.name}`) })}
              size="small"
              onClick={() => ask(setting)}
            >
              {t('change')}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
