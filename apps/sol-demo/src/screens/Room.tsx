import { useMemo, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { findMembership, type Membership } from '../cross-chain/membership.ts';
import { serverOf } from '../cross-chain/server.ts';
import { useSession } from '../cross-chain/use-session.ts';
import { walletState } from '../wallet/wallet.ts';
import { Actions } from './Actions.tsx';
import { Battle } from './Battle.tsx';
import { Chat } from './Chat.tsx';
import { Players } from './Players.tsx';
import { Terms } from './Terms.tsx';

/** Room of a session: players and chat, and the battle from its countdown until the player has closed the result. */
export function Room({ sessionId }: { readonly sessionId: string }): ReactElement {
  const address = useStore(walletState, (state) => state.address);
  const [joined, setJoined] = useState<Membership | null>(null);
  const member = useMemo(
    () => (address === null ? null : joined?.userId === address ? joined : findMembership(sessionId, address)),
    [address, joined, sessionId],
  );
  const { session, trouble, feed, refresh } = useSession(sessionId, member?.memberToken);
  const [isInBattle, setInBattle] = useState(false);

  const seat = session?.participants.find(({ userId }) => userId === address);
  const isLive = session?.status === 'starting' || session?.status === 'playing';
  const isPlayer = isLive && seat !== undefined && member !== null;
  const [wasPlayer, setWasPlayer] = useState(false);
  // The countdown opens the battle for every player with a seat. The end of the battle does not close it.
  if (isPlayer !== wasPlayer) {
    setWasPlayer(isPlayer);
    if (isPlayer) setInBattle(true);
  }

  if (session === null)
    return trouble === null ? (
      <p role="status">Looking for the battle…</p>
    ) : (
      <>
        <h1>No battle here</h1>
        <p role="alert">{trouble}</p>
        <Link href="/">All battles</Link>
      </>
    );
  if (isInBattle && member !== null)
    return (
      <Battle
        session={session}
        member={member}
        onOver={() => {
          setInBattle(false);
          void refresh();
        }}
      />
    );

  return (
    <>
      <p className="eyebrow">
        <Link href="/">All battles</Link>
      </p>
      <h1>{session.sessionName}</h1>
      <Terms session={session} />
      {trouble !== null && <p role="alert">{trouble}</p>}
      <div className="room">
        <section aria-label="Players">
          <Players session={session} userId={address} />
          <Actions
            session={session}
            seat={seat}
            member={member}
            address={address}
            onJoined={setJoined}
            onEnter={() => setInBattle(true)}
            refresh={refresh}
          />
        </section>
        <Chat
          sessionId={sessionId}
          server={serverOf(session)}
          feed={feed}
          token={seat === undefined ? undefined : member?.memberToken}
        />
      </div>
    </>
  );
}
