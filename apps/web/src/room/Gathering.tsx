import type { Session } from '@popfray/protocol';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { ChatPanel } from '../chat/ChatPanel.tsx';
import { useTrx } from '../messages/trx.ts';
import { PATHS } from '../routes.ts';
import { EntryNotices } from '../sessions/EntryNotices.tsx';
import { useSessionName } from '../sessions/name.ts';
import { HostTerms } from '../sessions/HostTerms.tsx';
import { ShareButton } from '../sessions/ShareDialog.tsx';
import { isOpen } from '../sessions/standing.ts';
import { StatusBadge } from '../sessions/StatusBadge.tsx';
import { Term, Terms } from '../sessions/Terms.tsx';
import { Icon } from '../shell/Icon.tsx';
import { makeTimeLeft, useNow } from '../upgrades/clock.ts';
import { AddBot } from './AddBot.tsx';
import { Ended } from './Ended.tsx';
import { GameDetails } from './GameDetails.tsx';
import { Leaving } from './Leaving.tsx';
import { Players } from './Players.tsx';
import { Readiness } from './Readiness.tsx';
import { SeatPayment } from './SeatPayment.tsx';
import { canLeave, type Self } from './seat.ts';
import { hasSeatForBot } from './start-seats.ts';
import './room.css';

/** Characters of an id that a game is told by. SPEC section 2, landing page: session number. */
const ID_TAIL = 6;

/** A session with whoever is in it: its players, its terms, what to do next, and the chat. SPEC section 2, battle lobby. */
export function Gathering({
  session,
  self,
  isGame,
}: {
  readonly session: Session;
  readonly self: Self;
  readonly isGame: boolean;
}): ReactElement {
  const name = useSessionName()(session);
  return (
    <div className="room-grid">
      <div className="room-main">
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
          <Ended session={session} self={self} />
        )}
        <Players session={session} self={self} />
        <Doings session={session} self={self} isGame={isGame} />
      </div>
      <ChatPanel session={session} />
      <Details session={session} isGame={isGame} />
    </div>
  );
}

/** The parts of a room by what they show. */
interface PartProps {
  readonly session: Session;
  readonly self: Self;
  readonly isGame: boolean;
}

/** Where one is, and the way out. SPEC section 2: of a local game with its number, players, pool and time, and it is left for good. */
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
        <Leaving session={session} self={self} className="-ml-3">
          <Icon name="back" />
          {t('leaveGame')}
        </Leaving>
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

/** What else can be done while it waits: others asked in, a bot added, the seat given up. */
function Doings({ session, self, isGame }: PartProps): ReactElement | null {
  const isWaiting = session.status === 'waiting';
  const canAddBot = isWaiting && self.isCreator && session.allowsBots && hasSeatForBot(session);
  // In a game, that is the way out at its head.
  const hasLeaving = !isGame && canLeave(session, self);
  if (!isWaiting && !hasLeaving) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isWaiting && <ShareButton session={session} />}
      {canAddBot && <AddBot sessionId={session.id} />}
      {hasLeaving && <Leaving session={session} self={self} />}
    </div>
  );
}

function Details({ session, isGame }: Omit<PartProps, 'self'>): ReactElement {
  const t = useTranslations('room');
  const id = useId();
  const trx = useTrx();
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
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base">
        {t('details')}
      </h2>
      <div className="mt-3">
        <Terms terms={{ feeSun, maxPlayers, revenue, isHostedHere, scope }}>
          {feeSun > 0 && (
            <Term name={t('paid')}>{t('paidValue', { paid: trx.exact(paidSun), pool: trx.exact(prizePoolSun) })}</Term>
          )}
          {!isHostedHere && <HostTerms session={session} />}
          {isGame && <GameDetails session={session} />}
          {session.status === 'waiting' && (
            <Term name={t('gathers')}>{feeSun > 0 ? t('gathersValue', { left }) : t('gathersFree', { left })}</Term>
          )}
        </Terms>
        <EntryNotices feeSun={feeSun} />
      </div>
    </section>
  );
}
