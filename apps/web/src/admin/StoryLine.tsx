import type { StoryEvent } from '@popfray/protocol/admin';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { writeTrx } from './amount.ts';
import { Status } from './Status.tsx';
import { Trx } from './Trx.tsx';
import { When } from './When.tsx';

/** Colours of what a thing is about: money, people, the desk. */
const DOTS: Readonly<Record<StoryEvent['type'], string>> = {
  status: 'bg-text',
  seat: 'bg-muted',
  payment: 'bg-good',
  chat: 'bg-line',
  battle: 'bg-chain',
  entry: 'bg-good',
  payout: 'bg-good',
  desk: 'bg-caution',
};

/** One thing that happened to a session. */
export function StoryLine({ event }: { readonly event: StoryEvent }): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <li className="desk-event">
      <span className="text-sm text-muted">
        <When at={event.at} />
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[event.type]}`} />
        {t(`type.${event.type}`)}
      </span>
      <div className="min-w-0 wrap-anywhere">{tell(event)}</div>
    </li>
  );
}

/** What happened, in words. */
function tell(event: StoryEvent): ReactNode {
  switch (event.type) {
    case 'status':
      return <StatusEvent event={event} />;
    case 'seat':
      return <SeatEvent event={event} />;
    case 'payment':
      return <PaymentEvent event={event} />;
    case 'chat':
      return <ChatEvent event={event} />;
    case 'battle':
      return <BattleEvent event={event} />;
    case 'entry':
      return <EntryEvent event={event} />;
    case 'payout':
      return <PayoutEvent event={event} />;
    case 'desk':
      return <DeskEvent event={event} />;
  }
}

interface Of<Type extends StoryEvent['type']> {
  readonly event: Extract<StoryEvent, { readonly type: Type }>;
}

function StatusEvent({ event }: Of<'status'>): ReactElement {
  const t = useTranslations('desk.session.reason');
  const { reason } = event;
  return (
    <p>
      <Status status={event.status} /> {t.has(reason as never) ? t(reason as never) : reason}
    </p>
  );
}

function SeatEvent({ event }: Of<'seat'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Address address={event.userId} name={event.username} />
      <Status status={event.status} />
      {event.isBot && <span className="text-sm text-muted">{t('bot')}</span>}
      {event.feeSun > 0 && <span className="text-sm">{t('seatFee', { amount: writeTrx(event.feeSun) })}</span>}
    </p>
  );
}

function PaymentEvent({ event: { payment } }: Of<'payment'>): ReactElement {
  const t = useTranslations('desk.transactions');
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Address address={payment.address} />
      <Trx amount={payment.amountSun} />
      <Status status={payment.status} />
      {payment.source === 'balance' && <span className="text-muted">{t('fromBalance')}</span>}
      {payment.txid !== null && <Id id={payment.txid} explorerUrl={payment.explorerUrl} />}
    </p>
  );
}

function ChatEvent({ event: { message, isHidden } }: Of<'chat'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <p>
      {t('says', { name: message.username, message: message.message })}{' '}
      {isHidden && <span className="desk-mark">{t('hidden')}</span>}
    </p>
  );
}

function BattleEvent({ event }: Of<'battle'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <>
      <p>
        {t('battle', {
          pool: writeTrx(event.poolSun),
          creator: writeTrx(event.creatorSun),
          house: writeTrx(event.houseSun),
        })}
      </p>
      <ul className="mt-1 text-sm text-muted">
        {event.results.map((result) => (
          <li key={result.userId} className="flex flex-wrap items-center gap-x-3">
            {t('result', {
              position: result.position,
              name: result.username,
              score: result.score,
              share: writeTrx(result.shareSun),
            })}
            <Status status={result.status} />
          </li>
        ))}
      </ul>
    </>
  );
}

function EntryEvent({ event }: Of<'entry'>): ReactElement {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        {event.kind} <Id id={event.key} />
      </p>
      <ul className="mt-1 text-sm text-muted">
        {event.postings.map(({ account, owner, amountSun }) => (
          <li key={`${account} ${owner}`} className="flex flex-wrap items-center gap-x-3">
            <Trx amount={amountSun} />
            {account}
            {owner !== '' && <Address address={owner} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function PayoutEvent({ event: { payout } }: Of<'payout'>): ReactElement {
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Address address={payout.address} />
      <Trx amount={payout.amountSun} />
      <Status status={payout.status} />
      {payout.txid !== null && <Id id={payout.txid} explorerUrl={payout.explorerUrl} />}
      {payout.trouble !== '' && <span className="text-sm text-caution">{payout.trouble}</span>}
    </p>
  );
}

function DeskEvent({ event }: Of<'desk'>): ReactElement {
  const t = useTranslations('desk.audit.acts');
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="font-semibold">{t.has(event.act as never) ? t(event.act as never) : event.act}</span>
      {event.reason}
      <Address address={event.by} />
    </p>
  );
}
