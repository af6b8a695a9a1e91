import type { Blockchain, Participant, Session, SessionStatus } from '@popfray/protocol';
import { useId, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { RemovePlayer } from './RemovePlayer.tsx';
import type { OwnPart } from './seat.ts';

/** A seat. Where some players can be removed, the states of all are in one column. */
const PLAYER =
  'flex min-h-12 items-center gap-3 border-line/70 py-2 not-first:border-t group-has-[[data-remove]]/players:not-has-[[data-remove]]:pe-11';

/** Seats of a session with their players' status, sorted by result when the session is over, and the free seats. */
export function Players({ session, self }: { readonly session: Session; readonly self: OwnPart }): ReactElement {
  const t = useTranslations('room');
  const id = useId();
  const players = session.participants.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.place - b.place);
  const free = session.status === 'waiting' ? Math.max(0, session.maxPlayers - session.currentPlayers) : 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-base">
        {t('players')}
      </h2>
      <ul className="group/players mt-2">
        {players.map((player) => (
          <Player
            key={player.userId}
            player={player}
            isHost={player.userId === session.hostUserId}
            isSelf={player.userId === self.participant?.userId}
            status={session.status}
            hostChain={session.hostBlockchain}
          >
            {canRemove(session, self, player) && <RemovePlayer sessionId={session.id} player={player} />}
          </Player>
        ))}
        {Array.from({ length: free }, (_, at) => (
          <li key={`free-${String(at)}`} className={`${PLAYER} text-muted`}>
            <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full border border-edge" />
            {t('seatFree')}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Player({
  player,
  isHost,
  isSelf,
  status,
  hostChain,
  children,
}: {
  readonly player: Participant;
  readonly isHost: boolean;
  readonly isSelf: boolean;
  /** Chain of the session's host. */
  readonly status: SessionStatus;
  readonly hostChain: Blockchain;
  /** Actions for this player. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('room');
  return (
    <li className={PLAYER}>
      <ChainDot chain={player.blockchain} />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 truncate font-semibold">{player.username}</bdi>
        {isSelf && <Mark>{t('you')}</Mark>}
        {isHost && <Mark>{t('host')}</Mark>}
        {player.isBot && <span className="text-xs font-bold text-chain">{t('bot')}</span>}
      </span>
      {player.score !== null && (
        <span className="flex items-baseline gap-2">
          {player.scoreSource === 'reported' && (
            <span title={t('reportedWhy')} className="text-xs text-caution">
              {t('reported')}
            </span>
          )}
          <span className="figure text-base">{t('score', { score: player.score })}</span>
        </span>
      )}
      {!CANCELLED.has(status) && <PlayerStatus player={player} hostChain={hostChain} />}
      {children}
    </li>
  );
}

/** Whether the creator can remove a player: the seat is not paid, and the battle has not started. */
const canRemove = (
  { status, isHostedHere }: Session,
  { isCreator, participant }: OwnPart,
  player: Participant,
): boolean =>
  status === 'waiting' && isHostedHere && isCreator && !player.isPaid && player.userId !== participant?.userId;

/** Statuses of sessions that ended without a battle: the status of a player means nothing there. */
const CANCELLED: ReadonlySet<SessionStatus> = new Set(['cancelled', 'expired']);

function PlayerStatus({
  player,
  hostChain,
}: {
  readonly player: Participant;
  readonly hostChain: Blockchain;
}): ReactElement {
  const t = useTranslations('room');
  const isReady = player.status === 'ready';
  const isAway = player.status === 'playing' && !player.isBot && !player.isConnected;
  return (
    <span
      className={`flex items-center gap-1.5 text-sm ${isAway ? 'text-caution' : isReady ? 'text-good' : 'text-muted'}`}
    >
      {isReady && <Icon name="check" className="size-4 shrink-0" />}
      {isAway ? t('away') : t(statusOf(player, hostChain))}
      {player.readyUntil !== null && <ReadyLeft untilMs={player.readyUntil} />}
    </span>
  );
}

/** How long a player without a fee stays ready before Ready has to be pressed again. */
function ReadyLeft({ untilMs }: { readonly untilMs: number }): ReactElement {
  const t = useTranslations('room');
  const nowMs = useNow(1_000);
  const left = makeTimeLeft(untilMs - nowMs);
  return (
    <span title={t('readyLeftWhy')} className="tabular-nums">
      {t('readyLeft', { left })}
    </span>
  );
}

function Mark({ children }: { readonly children: string }): ReactElement {
  return <span className="text-xs text-muted">{children}</span>;
}

/** Status text of a player. Players of another chain than the host's pay it nothing, so a reserved seat is one that is being taken. */
const statusOf = (
  { status, blockchain }: Participant,
  hostChain: Blockchain,
): `status.${Participant['status']}` | 'reservedForeign' =>
  status === 'reserved' && blockchain !== hostChain ? 'reservedForeign' : `status.${status}`;
