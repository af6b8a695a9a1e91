import { canStart, CROSS_CHAIN_CALLS, mostUnpaidSeats, type Participant, type Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { callApi, type ApiResult } from '../cross-chain/call-api.ts';
import { removeMembership, joinSession, type Membership } from '../cross-chain/membership.ts';
import { serverOf } from '../cross-chain/server.ts';
import { connect, wallet } from '../wallet/wallet.ts';
import { Outcome } from './Outcome.tsx';

/** Properties of a session's actions. */
interface ActionsProps {
  readonly session: Session;
  /** The player's seat; undefined for none. */
  readonly seat: Participant | undefined;
  /** The player's membership in this tab; null for none. */
  readonly member: Membership | null;
  /** Address of the connected wallet; null for none. */
  readonly address: string | null;
  readonly onJoined: (member: Membership | null) => void;
  /** Called when the player opens the running battle. */
  readonly onEnter: () => void;
  readonly refresh: () => Promise<void>;
}

/** The actions that the player can take in a session, or why there are none. */
export function Actions(props: ActionsProps): ReactElement {
  const { session, seat, member, address, onJoined, onEnter, refresh } = props;
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);

  /** Runs one action at a time, shows its error, and fetches the session again. */
  async function runAction(doing: () => Promise<ApiResult<unknown>>): Promise<void> {
    setBusy(true);
    const answer = await doing();
    setTrouble(answer.ok ? null : answer.message);
    await refresh();
    setBusy(false);
  }

  const { id, status } = session;
  const isLive = status === 'starting' || status === 'playing';
  if (session.endedAt !== null) return <Outcome session={session} member={member} />;
  if (address === null)
    return (
      <div className="actions">
        <p className="muted">A wallet proves who takes a seat. It pays nothing.</p>
        <button type="button" className="primary" onClick={() => void connect()}>
          Connect the wallet to join
        </button>
      </div>
    );

  const takeSeat = async (): Promise<ApiResult<Membership>> => {
    const answer = await joinSession(session, wallet, address, `Sol_${address.slice(0, 6)}`);
    if (answer.ok) onJoined(answer.value);
    return answer;
  };
  const reason = noSeatReason(session, seat, address);
  if (seat === undefined || member === null)
    return (
      <div className="actions">
        {trouble !== null && <p role="alert">{trouble}</p>}
        <p className="muted">{reason ?? 'Your wallet signs that you take the seat.'}</p>
        <button
          type="button"
          className="primary"
          disabled={isBusy || reason !== null}
          onClick={() => void runAction(takeSeat)}
        >
          {isBusy ? 'Joining…' : seat === undefined ? 'Join' : 'Take your seat up again'}
        </button>
      </div>
    );
  if (isLive)
    return (
      <div className="actions">
        <p className="muted">The battle is on.</p>
        <button type="button" className="primary" onClick={onEnter}>
          To the battle
        </button>
      </div>
    );

  const params = { id, userId: member.userId };
  const token = member.memberToken;
  const server = serverOf(session);
  const isReady = seat.status === 'ready';
  const setStatus = async (ready: boolean): Promise<ApiResult<unknown>> => {
    const body = { status: ready ? 'ready' : 'joined' } as const;
    return callApi(CROSS_CHAIN_CALLS.setParticipantStatus, { params, token, server, body });
  };
  const start = async (): Promise<ApiResult<unknown>> =>
    callApi(CROSS_CHAIN_CALLS.setSessionStatus, { params, token, server, body: { status: 'starting' } });
  const leave = async (): Promise<ApiResult<unknown>> => {
    const answer = await callApi(CROSS_CHAIN_CALLS.leaveSession, { params, token, server });
    if (!answer.ok) return answer;
    removeMembership(id, address);
    onJoined(null);
    return answer;
  };
  const wait = noStartReason(session, seat);
  return (
    <div className="actions">
      {trouble !== null && <p role="alert">{trouble}</p>}
      <p className="muted" role="status">
        {wait ?? 'Everybody who has to be is ready: you can start the battle.'}
      </p>
      <div className="row">
        <button
          type="button"
          className={isReady ? '' : 'primary'}
          disabled={isBusy}
          onClick={() => void runAction(async () => setStatus(!isReady))}
        >
          {isReady ? 'Not ready' : 'Ready up'}
        </button>
        {seat.readyUntil !== null && (
          <button type="button" disabled={isBusy} onClick={() => void runAction(async () => setStatus(true))}>
            Stay ready: <TimeLeft untilMs={seat.readyUntil} />
          </button>
        )}
        <button
          type="button"
          className={isReady ? 'primary' : ''}
          disabled={isBusy || wait !== null}
          onClick={() => void runAction(start)}
        >
          Start battle
        </button>
        <button type="button" className="quiet" disabled={isBusy} onClick={() => void runAction(leave)}>
          Leave
        </button>
      </div>
    </div>
  );
}

/** Remaining time in minutes and seconds, updated every second. */
function TimeLeft({ untilMs }: { readonly untilMs: number }): ReactElement {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));
  return <time>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</time>;
}

/** Why the player cannot take a seat; null when one is free. A player with a seat can always return to it. */
function noSeatReason(session: Session, seat: Participant | undefined, address: string): string | null {
  const { status, participants, maxPlayers, removedUserIds, entryFeeSun } = session;
  if (seat !== undefined) return null;
  if (removedUserIds.includes(address)) return 'The creator of this session has removed you from it.';
  if (status !== 'waiting') return 'This battle has begun without you.';
  if (participants.length >= maxPlayers) return 'Every seat is taken.';
  const unpaid = participants.filter(({ blockchain, isBot }) => blockchain !== 'tron' || isBot).length;
  const isKept = unpaid >= mostUnpaidSeats(entryFeeSun > 0, maxPlayers);
  return isKept ? 'The seats that are left are for players who pay the entry fee.' : null;
}

/** What the start still waits for; null when the player can start. */
function noStartReason({ participants, entryFeeSun }: Session, { status }: Participant): string | null {
  if (status === 'reserved') return 'Your seat is kept for two minutes. Press Ready up to take it.';
  if (status !== 'ready') return 'Get ready when you are.';
  const seats = participants.map((player) => ({ isPaid: player.isPaid, isReady: player.status === 'ready' }));
  if (canStart(entryFeeSun > 0, seats)) return null;
  return entryFeeSun > 0
    ? 'It starts once everybody who paid is ready, two players at least.'
    : 'A battle starts with two players who are ready.';
}
