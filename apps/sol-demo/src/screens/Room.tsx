import { CROSS_CHAIN_CALLS, type ParticipantStatus, type Session } from '@popfray/protocol';
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { ask, type Answer } from '../cross-chain/ask.ts';
import { findMembership, forgetMembership, join, type Membership } from '../cross-chain/membership.ts';
import { SERVER } from '../cross-chain/server.ts';
import { openFeed } from '../cross-chain/socket.ts';
import { wallet, walletState } from '../wallet/wallet.ts';
import { Battle } from './Battle.tsx';
import { Chat } from './Chat.tsx';

/** Between two looks at the session, ms: the socket is quicker. */
const LOOK_MS = 5_000;

/** A session: who is there, ready or not, the chat, and the battle once it starts. */
export function Room({ sessionId }: { readonly sessionId: string }): ReactElement {
  const address = useStore(walletState, (state) => state.address);
  const [session, setSession] = useState<Session | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [joined, setJoined] = useState<Membership | null>(null);
  const member = useMemo(
    () => (address === null ? null : joined?.userId === address ? joined : findMembership(sessionId, address)),
    [address, joined, sessionId],
  );

  const refresh = useCallback(async () => {
    const answer = await ask(CROSS_CHAIN_CALLS.getSession, { params: { id: sessionId } });
    if (answer.ok) setSession(answer.value);
    setTrouble(answer.ok ? null : answer.message);
  }, [sessionId]);

  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [refresh]);

  const token = member?.memberToken;
  const { feed, close } = useMemo(() => openFeed(sessionId, token), [sessionId, token]);
  useEffect(() => close, [close]);
  useEffect(
    () =>
      feed.subscribe(({ messages }, before) => {
        const newest = messages === before.messages ? undefined : messages.at(-1);
        if (newest?.type === 'session_updated' || newest?.type === 'session_joined') setSession(newest.session);
      }),
    [feed],
  );

  /** Does something, says what went wrong, and looks again. */
  async function act(doing: Promise<Answer<unknown>>): Promise<void> {
    const answer = await doing;
    if (answer.ok) await refresh();
    else setTrouble(answer.message);
  }

  if (session === null) return trouble === null ? <p role="status">Loading…</p> : <p role="alert">{trouble}</p>;
  const me = session.participants.find(({ userId }) => userId === member?.userId);
  if (member !== null && me !== undefined && (session.status === 'starting' || session.status === 'playing'))
    return <Battle session={session} member={member} onOver={() => void refresh()} />;

  const params = { id: sessionId, userId: member?.userId ?? '' };
  const setStatus = (status: ParticipantStatus): void =>
    void act(ask(CROSS_CHAIN_CALLS.setParticipantStatus, { params, body: { status }, ...(token && { token }) }));
  const isReady = me?.status === 'ready';
  const ready = session.participants.filter(({ status }) => status === 'ready').length;
  const isOver = session.endedAt !== null;
  return (
    <>
      <h1>{session.sessionName}</h1>
      <p className="muted">
        {session.entryFeeType === 'none'
          ? 'Free for everybody.'
          : `TRON players play for up to ${session.prizePool} TRX. Seats of this chain are free, and win no TRX.`}
      </p>
      {trouble !== null && <p role="alert">{trouble}</p>}
      <div className="room">
        <section aria-label="Players">
          <ul className="list">
            {session.participants.map((player) => (
              <li key={player.userId} className="row">
                <span className="chain" data-chain={player.blockchain} aria-hidden="true" />
                <span className="grow">
                  {player.username}
                  {player.isBot && ' (practice bot)'}
                  {player.userId === member?.userId && ' (you)'}
                </span>
                <span className="muted">
                  {player.position === null ? player.status : `${player.score ?? 0} points · place ${player.position}`}
                </span>
              </li>
            ))}
          </ul>
          {isOver ? (
            <p>
              {session.status === 'settled' ? 'The battle is over. ' : `This session was ${session.status}. `}
              <a href={`${SERVER}/receipt/${session.id}`} target="_blank" rel="noreferrer">
                Receipt
              </a>
              {' · '}
              <Link href="/">All battles</Link>
            </p>
          ) : (
            <div className="row">
              {me === undefined ? (
                <button
                  type="button"
                  className="primary"
                  disabled={address === null || session.status !== 'waiting'}
                  onClick={() =>
                    void act(
                      join(sessionId, wallet, address ?? '', `Sol_${(address ?? '').slice(0, 6)}`).then((answer) => {
                        if (answer.ok) setJoined(answer.value);
                        return answer;
                      }),
                    )
                  }
                >
                  {address === null ? 'Connect the wallet to join' : 'Join'}
                </button>
              ) : (
                <>
                  <button type="button" className="primary" onClick={() => setStatus(isReady ? 'joined' : 'ready')}>
                    {isReady ? 'Not ready' : 'Ready up'}
                  </button>
                  <button
                    type="button"
                    disabled={!isReady || ready < 2}
                    onClick={() =>
                      void act(
                        ask(CROSS_CHAIN_CALLS.setSessionStatus, {
                          params,
                          body: { status: 'starting' },
                          ...(token && { token }),
                        }),
                      )
                    }
                  >
                    Start battle
                  </button>
                  <button
                    type="button"
                    onClick={() =>
                      void act(
                        ask(CROSS_CHAIN_CALLS.leaveSession, { params, ...(token && { token }) }).then((answer) => {
                          if (answer.ok) forgetMembership(sessionId, address ?? '');
                          if (answer.ok) setJoined(null);
                          return answer;
                        }),
                      )
                    }
                  >
                    Leave
                  </button>
                </>
              )}
            </div>
          )}
        </section>
        <Chat sessionId={sessionId} feed={feed} token={token} />
      </div>
    </>
  );
}
