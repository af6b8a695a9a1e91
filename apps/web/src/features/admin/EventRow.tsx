import type { StoryEvent } from '@popfray/protocol/admin';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Address, Id } from './Address.tsx';
import { formatTrx } from './amount.ts';
import { Status } from './Status.tsx';
import { Trx } from './Trx.tsx';
import { Timestamp } from './Timestamp.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Colours by subject: money, players, operators. */
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

/** One event of a session's history. */
export function EventRow({ event }: { readonly event: StoryEvent }): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <li className="grid items-baseline gap-x-4 gap-y-0.5 py-2 md:grid-cols-[8.5rem_6rem_minmax(0,1fr)]">
      <span className="text-sm text-muted">
        <Timestamp at={event.at} />
      </span>
      <span className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[event.type]}`} />
        {t(`type.${event.type}`)}
      </span>
      <div className="min-w-0 wrap-anywhere">{describeEvent(event)}</div>
    </li>
  );
}

/** Description of an event. */
function describeEvent(event: StoryEvent): ReactNode {
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

interface EventProps<Type extends StoryEvent['type']> {
  readonly event: Extract<StoryEvent, { readonly type: Type }>;
}

function StatusEvent({ event }: EventProps<'status'>): ReactElement {
  const t = useTranslations('desk.session.reason');
  const { reason } = event;
  return (
    <p>
      <Status status={event.status} /> {t.has(reason as never) ? t(reason as never) : reason}
    </p>
  );
}

function SeatEvent({ event }: EventProps<'seat'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Address address={event.userId} name={event.username} />
      <Status status={event.status} />
      {event.isBot && <span className="text-sm text-muted">{t('bot')}</span>}
      {event.feeSun > 0 && <span className="text-sm">{t('seatFee', { amount: formatTrx(event.feeSun) })}</span>}
    </p>
  );
}

function PaymentEvent({ event: { payment } }: EventProps<'payment'>): ReactElement {
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

function ChatEvent({ event: { message, isHidden } }: EventProps<'chat'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <p>
      {t('says', { name: message.username, message: message.message })}{' '}
      {isHidden && (
        <Badge look="soft" tone="caution">
          {t('hidden')}
        </Badge>
      )}
    </p>
  );
}

function BattleEvent({ event }: EventProps<'battle'>): ReactElement {
  const t = useTranslations('desk.session');
  return (
    <>
      <p>
        {t('battle', {
          pool: formatTrx(event.poolSun),
          creator: formatTrx(event.creatorSun),
          house: formatTrx(event.houseSun),
        })}
      </p>
      <ul className="mt-1 text-sm text-muted">
        {event.results.map((result) => (
          <li key={result.userId} className="flex flex-wrap items-center gap-x-3">
            {t('result', {
              position: result.position,
              name: result.username,
              score: result.score,
              share: formatTrx(result.shareSun),
            })}
            <Status status={result.status} />
          </li>
        ))}
      </ul>
    </>
  );
}

function EntryEvent({ event }: EventProps<'entry'>): ReactElement {
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

function PayoutEvent({ event: { payout } }: EventProps<'payout'>): ReactElement {
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

function DeskEvent({ event }: EventProps<'desk'>): ReactElement {
  const t = useTranslations('desk.audit.acts');
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="font-semibold">{t.has(event.act as never) ? t(event.act as never) : event.act}</span>
      {event.reason}
      <Address address={event.by} />
    </p>
  );
}
