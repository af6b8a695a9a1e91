import type { PlayerStory } from '@popfray/protocol/admin';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { shortenAddress } from '../../data/account/address.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { AuditTable } from './AuditTable.tsx';
import { ChatReportCard } from './ChatReportCard.tsx';
import { DeskLayout } from './DeskLayout.tsx';
import { QueryResult } from './QueryResult.tsx';
import { MuteDialog } from './MuteDialog.tsx';
import { Section } from './Section.tsx';
import { PayoutTable } from './PayoutTable.tsx';
import { isAddress, tabPath } from './desk-path.ts';
import { LedgerTable, PaymentTable, PurchaseTable, RoundTable, SessionTable, SignInTable } from './PlayerTables.tsx';
import { auditQuery, playerQuery } from './queries.ts';
import { Trx } from './Trx.tsx';
import { useTimeFormat, Timestamp } from './Timestamp.tsx';
import { Button } from '../../ui/Button.tsx';
import { DeskFacts } from './DeskFacts.tsx';
import { Mark } from './Mark.tsx';
import { COMPACT_LINK, PANEL } from './looks.ts';

/** Everything about a player. */
export function PlayerPage({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('desk.player');
  const story = useQuery(playerQuery(address));
  const name = t('screen', { address: isAddress(address) ? shortenAddress(address) : address });
  return (
    <DeskLayout name={name} title={story.data?.profile?.username ?? name} tab={null}>
      <QueryResult query={story} lines={12}>
        {(about) => <About story={about} />}
      </QueryResult>
    </DeskLayout>
  );
}

function About({ story }: { readonly story: PlayerStory }): ReactElement {
  const t = useTranslations('desk.player');
  const { address } = story;
  return (
    <>
      <Head story={story} />
      <p className="mt-3 text-sm text-muted">{t('newest')}</p>
      <div className="*:mb-4 *:break-inside-avoid xl:columns-2 xl:gap-x-4">
        <List title={t('ledger')} count={story.ledger.length}>
          <LedgerTable lines={story.ledger} />
        </List>
        <List title={t('rounds')} count={story.rounds.length}>
          <RoundTable rounds={story.rounds} />
        </List>
        <List title={t('payments')} count={story.payments.length}>
          <PaymentTable payments={story.payments} />
        </List>
        <List title={t('payouts')} count={story.payouts.length}>
          <PayoutTable name={t('payouts')} payouts={story.payouts} />
        </List>
        <List title={t('sessions')} count={story.sessions.length}>
          <SessionTable sessions={story.sessions} />
        </List>
        <List title={t('purchases')} count={story.purchases.length}>
          <PurchaseTable purchases={story.purchases} />
        </List>
        <List title={t('reports')} count={story.reports.length}>
          <ul className="divide-y divide-line/60">
            {story.reports.map((report) => (
              <li key={report.message.id} className="py-4">
                <ChatReportCard report={report} />
              </li>
            ))}
          </ul>
        </List>
        <List title={t('signIns')} count={story.signIns.length}>
          <SignInTable signIns={story.signIns} />
        </List>
        <ActionList address={address} />
      </div>
    </>
  );
}

/** The player's name, address and money. */
function Head({ story }: { readonly story: PlayerStory }): ReactElement {
  const t = useTranslations('desk.player');
  const desk = useTranslations('desk');
  const format = useFormatter();
  const write = useTimeFormat();
  const [isAsked, setAsked] = useState(false);
  const { address, profile, mute } = story;
  return (
    <section aria-label={address} className={`${PANEL} mt-4`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="inline-flex max-w-full items-center font-mono wrap-anywhere">
          {address}
          <CopyButton isSmall text={address} name={desk('copyAddress', { address: shortenAddress(address) })} />
        </p>
        {profile?.isHouse === true && <Mark>{t('house')}</Mark>}
        {profile?.isOperator === true && !profile.isHouse && <Mark>{t('operator')}</Mark>}
        <span className="ml-auto flex flex-wrap gap-2">
          <Link href={tabPath('transactions', { address })} className={COMPACT_LINK}>
            {desk('overview.all')}
          </Link>
          <Button size="small" onClick={() => setAsked(true)}>
            {mute === null ? t('mute') : desk('chat.unmute')}
          </Button>
        </span>
      </div>
      {profile === null && <p className="mt-2 text-caution">{t('unknown')}</p>}
      {mute !== null && (
        <p className="mt-2 text-sm text-caution wrap-anywhere">
          {t('muted', { time: write(mute.until), reason: mute.reason })}
        </p>
      )}
      <DeskFacts isWide className="mt-3">
        <div>
          <dt>{t('balance')}</dt>
          <dd>
            <Trx amount={story.balanceSun} />
          </dd>
        </div>
        {profile !== null && (
          <>
            <div>
              <dt>{t('games')}</dt>
              <dd>{format.number(profile.gamesPlayed)}</dd>
            </div>
            <div>
              <dt>{t('score')}</dt>
              <dd>{format.number(profile.totalScore)}</dd>
            </div>
            <div>
              <dt>{t('since')}</dt>
              <dd>
                <Timestamp at={profile.createdAt} />
              </dd>
            </div>
            <div>
              <dt>{t('last')}</dt>
              <dd>
                <Timestamp at={profile.lastConnected} />
              </dd>
            </div>
          </>
        )}
      </DeskFacts>
      {isAsked && (
        <MuteDialog
          address={address}
          name={profile?.username ?? shortenAddress(address)}
          isMuted={mute !== null}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

/** A section with one kind of records. */
function List({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: ReactElement;
}): ReactElement {
  const t = useTranslations('desk.player');
  return <Section title={title}>{count === 0 ? <p className="text-sm text-muted">{t('none')}</p> : children}</Section>;
}

/** Operator actions on this player. */
function ActionList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('desk.player');
  const acts = useInfiniteQuery(auditQuery(address));
  return (
    <Section title={t('acts')}>
      <QueryResult query={acts} lines={2}>
        {({ pages }) => {
          const lines = pages.flatMap((page) => page.lines);
          if (lines.length === 0) return <p className="text-sm text-muted">{t('none')}</p>;
          return <AuditTable name={t('acts')} lines={lines} />;
        }}
      </QueryResult>
    </Section>
  );
}
