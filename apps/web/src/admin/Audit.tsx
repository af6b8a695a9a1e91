import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { AuditTable } from './AuditTable.tsx';
import { CsvButton } from './CsvButton.tsx';
import { Loaded } from './Loaded.tsx';
import { Part } from './Part.tsx';
import { tabPath, usePlace } from './place.ts';
import { auditQuery } from './queries.ts';
import { More } from './Table.tsx';

/** Everything that was ever done at the desk, or what was done to one thing. */
export function Audit(): ReactElement {
  const t = useTranslations('desk.audit');
  const { get } = usePlace();
  const subject = get('subject').slice(0, 100);
  const list = useInfiniteQuery(auditQuery(subject));
  return (
    <Part title={t('caption')} aside={<CsvButton table="audit" />}>
      {subject !== '' && (
        <p className="mb-3 flex flex-wrap items-center gap-3 text-sm wrap-anywhere">
          <span>{t('only', { subject })}</span>
          <Link href={tabPath('audit')} className="underline underline-offset-4">
            {t('all')}
          </Link>
        </p>
      )}
      <Loaded query={list} lines={10}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines);
          if (lines.length === 0) return <p className="text-muted">{subject === '' ? t('none') : t('noneFiltered')}</p>;
          return <AuditTable name={t('caption')} lines={lines} />;
        }}
      </Loaded>
      <More list={list} />
    </Part>
  );
}
