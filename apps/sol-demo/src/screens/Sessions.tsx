import { crossChain } from '@popfray/engine';
import { CROSS_CHAIN_CALLS, type Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { callApi } from '../cross-chain/call-api.ts';
import { Chain } from './Chain.tsx';
import { HostForm } from './HostForm.tsx';
import { timeOf } from './Terms.tsx';

/** Polling interval of the list, ms. */
const POLL_MS = 5_000;

/** List of the battles that wait for players of this chain. */
export function Sessions(): ReactElement {
  const [sessions, setSessions] = useState<readonly Session[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  useEffect(() => {
    let isShown = true;
    async function poll(): Promise<void> {
      const answer = await callApi(CROSS_CHAIN_CALLS.listSessions);
      if (!isShown) return;
      if (answer.ok) setSessions(answer.value.filter(({ endedAt }) => endedAt === null));
      setTrouble(answer.ok ? null : answer.message);
    }
    void poll();
    const timer = setInterval(() => void poll(), POLL_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);

  return (
    <>
      <h1>Battle the TRON side</h1>
      <p className="muted">{`${crossChain.durationMs / 1_000} seconds, the same bubbles for everybody. The best score wins.`}</p>
      {trouble !== null && <p role="alert">{sessions === null ? trouble : `${trouble} This is what it said last.`}</p>}
      {sessions === null && trouble === null && <p role="status">Looking for battles…</p>}
      {sessions?.length === 0 && (
        <p className="empty">No battle is waiting. New battles of TRON players appear here.</p>
      )}
      <HostForm />
      <ul className="sessions">
        {sessions?.map((session) => (
          <li key={session.id}>
            <Link href={`/session/${session.id}`} aria-label={`Open ${session.sessionName}`} className="session">
              <Chain name={session.hostBlockchain} />
              <span className="grow">
                <b>{session.sessionName}</b>
                <span className="muted">{`${session.hostUsername} · ${termsOf(session)}`}</span>
              </span>
              <span className="standing" data-status={session.status}>
                {stateOf(session)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const termsOf = ({ entryFeeType, prizePool, currentPlayers, maxPlayers }: Session): string =>
  `${entryFeeType === 'none' ? 'free' : `up to ${prizePool} TRX for TRON players`} · ${currentPlayers} of ${maxPlayers} players`;

function stateOf({ status, expiresAt, currentPlayers, maxPlayers }: Session): string {
  if (status !== 'waiting') return status;
  return currentPlayers < maxPlayers ? `until ${timeOf(expiresAt)}` : 'full';
}
