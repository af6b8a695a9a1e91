import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { AuditTable } from './AuditTable.tsx';
import { CsvButton } from './CsvButton.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { tabPath, useDeskPath } from './desk-path.ts';
import { auditQuery } from './queries.ts';
import { More } from './More.tsx';

/** The audit log: all actions of operators, or those on one subject. */
export function Audit(): ReactElement {
  const t = useTranslations('desk.audit');
  const { get } = useDeskPath();
  const subject = get('subject').slice(0, 100);
  const list = useInfiniteQuery(auditQuery(subject));
  return (
    <Section title={t('caption')} aside={<CsvButton table="audit" />}>
      {subject !== '' && (
        <p className="mb-3 flex flex-wrap items-center gap-3 text-sm wrap-anywhere">
          <span>{t('only', { subject })}</span>
          <Link href={tabPath('audit')} className="underline underline-offset-4">
            {t('all')}
          </Link>
        </p>
      )}
      <QueryResult query={list} lines={10}>
        {({ pages }) => (
          <AuditTable
            name={t('caption')}
            lines={pages.flatMap(({ lines }) => lines)}
            empty={subject === '' ? t('none') : t('noneFiltered')}
          />
        )}
      </QueryResult>
      <More list={list} />
    </Section>
  );
}
