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
import { Table } from '../../ui/Table.tsx';
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
          {({ changes }) => <AuditTable name={t('changes')} lines={changes} empty={t('changesNone')} />}
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
      rows={settings}
      keyOf={({ name }) => name}
      columns={[
        {
          name: t('name'),
          className: 'min-w-36',
          render: ({ name }) => (
            <>
              {t(`names.${name}`)}
              <span className="block max-w-prose text-sm text-muted">{t(`notes.${name}`)}</span>
            </>
          ),
        },
        {
          name: t('value'),
          isFigure: true,
          className: ({ value, defaultValue }) => (value === defaultValue ? '' : 'font-semibold'),
          render: (setting) => <SettingValue setting={setting} value={setting.value} />,
        },
        {
          name: t('default'),
          isFigure: true,
          className: 'text-muted',
          render: (setting) => <SettingValue setting={setting} value={setting.defaultValue} />,
        },
        {
          name: t('changed'),
          className: 'whitespace-nowrap',
          render: ({ changedAt, changedBy }) =>
            changedAt === null || changedBy === null ? (
              <span className="text-muted">{t('never')}</span>
            ) : (
              <>
                <Timestamp at={changedAt} /> <Address address={changedBy} />
              </>
            ),
        },
        {
          name: t('act'),
          render: (setting) => (
            <Button
              aria-label={t('changeOf', { name: t(`names.${setting.name}`) })}
              size="small"
              onClick={() => ask(setting)}
            >
              {t('change')}
            </Button>
          ),
        },
      ]}
    />
  );
}
