import type { SessionStory } from '@popfray/protocol/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { Address, Id } from './Address.tsx';
import { isNotFound } from './call-desk-api.ts';
import { DeskLayout } from './DeskLayout.tsx';
import { QueryResult } from './QueryResult.tsx';
import { Section } from './Section.tsx';
import { sessionQuery } from './queries.ts';
import { Status } from './Status.tsx';
import { EventRow } from './EventRow.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { COMPACT_LINK, PANEL } from './looks.ts';

/** Statuses of sessions with a receipt. */
const ENDED: ReadonlySet<SessionStory['session']['status']> = new Set(['settled', 'cancelled', 'expired']);

/** Complete history of a session. */
export function SessionPage({ id }: { readonly id: string }): ReactElement {
  const t = useTranslations('desk.session');
  const story = useQuery(sessionQuery(id));
  const isUnknown = story.data === undefined && isNotFound(story.error);
  const name = t('screen', { name: story.data?.session.sessionName ?? id });
  return (
    <DeskLayout name={name} title={isUnknown ? t('absent') : name} tab={null}>
      {isUnknown ? (
        <p className="mt-4 text-muted">{t('absentText')}</p>
      ) : (
        <div className="mt-4">
          <QueryResult query={story} lines={14}>
            {(told) => <Story story={told} />}
          </QueryResult>
        </div>
      )}
    </DeskLayout>
  );
}

function Story({ story: { session, events } }: { readonly story: SessionStory }): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={session.sessionName} className={PANEL}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Status status={session.status} />
          <Id id={session.id} />
          <span className="ml-auto flex flex-wrap gap-2">
            {ENDED.has(session.status) ? (
              <Link href={`${PATHS.receipt}/${session.id}`} className={COMPACT_LINK}>
                {t('receipt')}
              </Link>
            ) : (
              <Link href={`${PATHS.battle}/${session.id}`} className={COMPACT_LINK}>
                {t('room')}
              </Link>
            )}
          </span>
        </div>
        <Facts look="row" className="mt-3">
          <Fact name={t('creator')}>
            <Address address={session.creatorAddress} name={session.hostUsername} />
          </Fact>
          <Fact name={t('fee')}>
            <Trx amount={session.entryFeeSun} />
          </Fact>
          <Fact name={t('pool')}>
            <Trx amount={session.paidSun} />
          </Fact>
          <Fact name={t('seats')}>{t('seatsValue', { taken: session.currentPlayers, most: session.maxPlayers })}</Fact>
          <Fact name={t('created')}>
            <Timestamp at={session.createdAt} />
          </Fact>
        </Facts>
      </section>
      <Section title={t('story')}>
        {events.length === 0 ? (
          <p className="text-muted">{t('nothing')}</p>
        ) : (
          <ol className="divide-y divide-line/60">
            {events.map((event, place) => (
              // Events are only appended.
              // oxlint-disable-next-line react/no-array-index-key
              <EventRow key={place} event={event} />
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}
