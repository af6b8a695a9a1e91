import type { Finding } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Address } from './Address.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { MIN_SEARCH_LENGTH, playerPath, sessionPath } from './desk-path.ts';
import { searchQuery } from './queries.ts';

/** Page of the desk with details of a result. */
function pathOf({ kind, id, address }: Finding): string {
  if (kind === 'session') return sessionPath(id);
  return kind === 'round' ? `${PATHS.round}/${id}` : playerPath(address);
}

/** Results of a search. */
export function SearchResults({ text }: { readonly text: string }): ReactElement {
  const t = useTranslations('desk.search');
  const findings = useQuery(searchQuery(text));
  return (
    <Section title={t('title', { text })}>
      <QueryResult query={findings}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-muted">{t('none', { min: MIN_SEARCH_LENGTH })}</p>
          ) : (
            <ul className="divide-y divide-line/60">
              {found.map((finding) => (
                <li key={`${finding.kind} ${finding.id}`} className="flex flex-wrap items-center gap-x-4 py-2">
                  <span className="w-20 text-sm text-muted">{t(`kind.${finding.kind}`)}</span>
                  <Link
                    href={pathOf(finding)}
                    className="min-w-0 flex-1 font-semibold underline underline-offset-4 wrap-anywhere"
                  >
                    {finding.label === '' ? finding.id : finding.label}
                  </Link>
                  {finding.address !== '' && <Address address={finding.address} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  );
}
