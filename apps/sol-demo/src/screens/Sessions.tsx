import { CROSS_CHAIN_CALLS, type Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { ask } from '../cross-chain/ask.ts';

/** Between two looks at the list, ms. */
const LOOK_MS = 5_000;

/** The battles that another chain's players wait in. */
export function Sessions(): ReactElement {
  const [sessions, setSessions] = useState<readonly Session[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  useEffect(() => {
    let isShown = true;
    async function look(): Promise<void> {
      const answer = await ask(CROSS_CHAIN_CALLS.listSessions);
      if (!isShown) return;
      if (answer.ok) setSessions(answer.value);
      setTrouble(answer.ok ? null : answer.message);
    }
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);

  const open = sessions?.filter(({ status }) => status === 'waiting' || status === 'starting' || status === 'playing');
  return (
    <>
      <h1>Battle the TRON side</h1>
      <p className="muted">Sixty seconds, the same bubbles for everybody. The best score wins.</p>
      {trouble !== null && <p role="alert">{trouble}</p>}
      {open === undefined && trouble === null && <p role="status">Looking for battles…</p>}
      {open?.length === 0 && <p>No battle is waiting. Once somebody on TRON makes one, it shows here.</p>}
      <ul className="list">
        {open?.map((session) => (
          <li key={session.id} className="row">
            <span className="chain" data-chain={session.hostBlockchain} aria-hidden="true" />
            <div className="grow">
              <h2>{session.sessionName}</h2>
              <p className="muted">
                {`Hosted by ${session.hostBlockchain.toUpperCase()} · ${session.currentPlayers} of ${session.maxPlayers} players · ${session.status}`}
              </p>
            </div>
            <Link href={`/session/${session.id}`} aria-label={`Open ${session.sessionName}`}>
              Open
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
