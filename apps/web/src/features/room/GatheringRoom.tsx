import type { Session } from '@popfray/protocol';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Fact } from '../../ui/Facts.tsx';
import { Link } from 'wouter';
import { ChatPanel } from '../chat/index.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import {
  EntryNotices,
  useSessionName,
  finalPoolSun,
  HostTerms,
  ShareButton,
  isOpen,
  StatusBadge,
  Terms,
} from '../sessions/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { AddBot } from './AddBot.tsx';
import { EndedSession } from './EndedSession.tsx';
import { GameDetails } from './GameDetails.tsx';
import { LeaveButton } from './LeaveButton.tsx';
import { Players } from './Players.tsx';
import { Readiness } from './Readiness.tsx';
import { SeatPayment } from './SeatPayment.tsx';
import { canLeave, type OwnPart } from './seat.ts';
import { hasSeatForBot } from './start-seats.ts';

/** Number of characters of an id that are shown. SPEC section 2, landing page: session number. */
const ID_TAIL = 6;

/** Room of a session before the battle: players, terms, next actions, and chat. SPEC section 2, battle lobby. */
export function GatheringRoom({
  session,
  self,
  isGame,
}: {
  readonly session: Session;
  readonly self: OwnPart;
  readonly isGame: boolean;
}): ReactElement {
  const name = useSessionName()(session);
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-7">
        <RoomHead session={session} self={self} isGame={isGame} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 tabIndex={-1} className="min-w-0 text-2xl [overflow-wrap:anywhere] md:text-3xl">
            <bdi>{name}</bdi>
          </h1>
          <StatusBadge status={session.status} />
        </div>
        {isOpen(session) ? (
          <>
            <SeatPayment session={session} seat={self.seat} />
            <Readiness session={session} self={self} />
          </>
        ) : (
          <EndedSession session={session} self={self} />
        )}
        <Players session={session} self={self} />
        <RoomActions session={session} self={self} isGame={isGame} />
      </div>
      {/* Stays visible while the terms scroll. */}
      <ChatPanel
        session={session}
        className="lg:sticky lg:top-[calc(var(--header)+1rem)] lg:col-start-2 lg:row-span-2 lg:row-start-1"
      />
      <Details session={session} isGame={isGame} />
    </div>
  );
}

/** Properties of the room's sections. */
interface PartProps {
  readonly session: Session;
  readonly self: OwnPart;
  readonly isGame: boolean;
}

/** Header with the back link. SPEC section 2: for a local game with its number, players, pool and time, and a leave button. */
function RoomHead({ session, self, isGame }: PartProps): ReactElement {
  const t = useTranslations('room');
  const nowMs = useNow(1_000);
  const back = (
    <Link href={PATHS.lobby} className={`action action-bare -ml-3 ${isGame ? '' : '-mb-4 self-start'}`}>
      <Icon name="back" />
      {t('back')}
    </Link>
  );
  if (!isGame) return back;
  return (
    <div className="-mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted tabular-nums">
      {canLeave(session, self) ? (
        <LeaveButton session={session} self={self} className="-ml-3">
          <Icon name="back" />
          {t('leaveGame')}
        </LeaveButton>
      ) : (
        back
      )}
      <span>{t('gameId', { id: session.id.slice(-ID_TAIL) })}</span>
      <span>{t('gamePlayers', { players: session.currentPlayers, max: session.maxPlayers })}</span>
      <span>{t('gamePool', { pool: session.prizePool })}</span>
      {session.status === 'playing' && session.startsAt !== null && (
        <span>{t('elapsed', { time: makeTimeLeft(Math.max(0, nowMs - session.startsAt)) })}</span>
      )}
    </div>
  );
}

/** Further actions while the session is waiting: share it, add a bot, leave. */
function RoomActions({ session, self, isGame }: PartProps): ReactElement | null {
  // The server finds the second player of a quick battle.
  const isWaiting = session.status === 'waiting' && !session.isQuick;
  const canAddBot = isWaiting && self.isCreator && session.allowsBots && hasSeatForBot(session);
  // A game has its leave button in the header.
  const hasLeaving = !isGame && canLeave(session, self);
  if (!isWaiting && !hasLeaving) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isWaiting && <ShareButton session={session} />}
      {canAddBot && <AddBot sessionId={session.id} />}
      {hasLeaving && <LeaveButton session={session} self={self} />}
    </div>
  );
}

function Details({ session, isGame }: Omit<PartProps, 'self'>): ReactElement {
  const t = useTranslations('room');
  const id = useId();
  const nowMs = useNow(1_000);
  const {
    entryFeeSun: feeSun,
    maxPlayers,
    revenueDistribution: revenue,
    paidSun,
    prizePoolSun,
    isHostedHere,
    scope,
  } = session;
  const left = makeTimeLeft(session.expiresAt - nowMs);
  const poolSun = finalPoolSun(session);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base">
        {t('details')}
      </h2>
      <div className="mt-3">
        <Terms terms={{ feeSun, maxPlayers, paidSun: poolSun, revenue, isHostedHere, scope }}>
          {feeSun > 0 && poolSun === undefined && (
            <Fact name={t('paid')}>{t('paidValue', { paid: trx.exact(paidSun), pool: trx.exact(prizePoolSun) })}</Fact>
          )}
          {!isHostedHere && <HostTerms session={session} />}
          {isGame && <GameDetails session={session} />}
          {session.status === 'waiting' && (
            <Fact name={t('gathers')}>{feeSun > 0 ? t('gathersValue', { left }) : t('gathersFree', { left })}</Fact>
          )}
        </Terms>
        <EntryNotices feeSun={feeSun} />
      </div>
    </section>
  );
}
