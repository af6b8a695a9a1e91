import { STORY_ROWS, type PlayerStory } from '@popfray/protocol/admin';
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
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Badge } from '../../ui/Badge.tsx';
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
      <p className="mt-3 text-sm text-muted">{t('newest', { count: STORY_ROWS })}</p>
      <div className="*:mb-4 *:break-inside-avoid xl:columns-2 xl:gap-x-4">
        <Section title={t('ledger')}>
          <LedgerTable lines={story.ledger} />
        </Section>
        <Section title={t('rounds')}>
          <RoundTable rounds={story.rounds} />
        </Section>
        <Section title={t('payments')}>
          <PaymentTable payments={story.payments} />
        </Section>
        <Section title={t('payouts')}>
          <PayoutTable name={t('payouts')} payouts={story.payouts} empty={t('none')} />
        </Section>
        <Section title={t('sessions')}>
          <SessionTable sessions={story.sessions} />
        </Section>
        <Section title={t('purchases')}>
          <PurchaseTable purchases={story.purchases} />
        </Section>
        <Section title={t('reports')}>
          {story.reports.length === 0 && <p className="text-muted">{t('none')}</p>}
          <ul className="divide-y divide-line/60">
            {story.reports.map((report) => (
              <li key={report.message.id} className="py-4">
                <ChatReportCard report={report} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('signIns')}>
          <SignInTable signIns={story.signIns} />
        </Section>
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
        {profile?.isHouse === true && (
          <Badge look="soft" tone="caution">
            {t('house')}
          </Badge>
        )}
        {profile?.isOperator === true && !profile.isHouse && (
          <Badge look="soft" tone="caution">
            {t('operator')}
          </Badge>
        )}
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
      <Facts look="row" className="mt-3">
        <Fact name={t('balance')}>
          <Trx amount={story.balanceSun} />
        </Fact>
        {profile !== null && (
          <>
            <Fact name={t('games')}>{format.number(profile.gamesPlayed)}</Fact>
            <Fact name={t('score')}>{format.number(profile.totalScore)}</Fact>
            <Fact name={t('since')}>
              <Timestamp at={profile.createdAt} />
            </Fact>
            <Fact name={t('last')}>
              <Timestamp at={profile.lastConnected} />
            </Fact>
          </>
        )}
      </Facts>
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

/** Operator actions on this player. */
function ActionList({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('desk.player');
  const acts = useInfiniteQuery(auditQuery(address));
  return (
    <Section title={t('acts')}>
      <QueryResult query={acts} lines={2}>
        {({ pages }) => <AuditTable name={t('acts')} lines={pages.flatMap(({ lines }) => lines)} empty={t('none')} />}
      </QueryResult>
    </Section>
  );
}
