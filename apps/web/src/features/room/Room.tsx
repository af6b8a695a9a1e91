import type { Session } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { LiveBattle } from '../battle/index.ts';
import { watchSession } from '../../data/game-socket/game-socket.ts';
import { PATHS } from '../../data/paths.ts';
import { Notice, subscribeToSessions, sessionQuery, useSessionName } from '../sessions/index.ts';
import { Screen } from '../../ui/Screen.tsx';
import { GatheringRoom } from './GatheringRoom.tsx';
import { roomToasts } from './toasts.ts';
import { useOwnPart } from './seat.ts';
import '../../ui/screens.css';

/** The room of a session at any of its addresses: before the battle, during it, and after it. */
export function Room({ id, isGame }: { readonly id: string; readonly isGame: boolean }): ReactElement {
  return (
    <Queries>
      <LoadedRoom id={id} isGame={isGame} />
    </Queries>
  );
}

function LoadedRoom({ id, isGame }: { readonly id: string; readonly isGame: boolean }): ReactElement {
  const t = useTranslations('room');
  const sessions = useTranslations('sessions.toast');
  const { data, error, isFetching, refetch } = useQuery(sessionQuery(id));
  const isUnknown = error instanceof ApiError && (error.code === 'ERR_SESSION_UNKNOWN' || error.status === 404);
  const hasFailed = error !== null && data === undefined && !isUnknown;
  useEffect(() => subscribeToSessions(), []);
  useEffect(() => watchSession(id), [id]);
  useEffect(() => {
    if (hasFailed) roomToasts.notLoaded();
  }, [hasFailed]);

  if (data !== undefined) return <SessionContent session={data} isGame={isGame} />;
  if (isUnknown) {
    return (
      <Notice screen={t('screen')} title={sessions('unknownTitle')} text={sessions('unknownText')}>
        <LobbyLink isPrimary />
      </Notice>
    );
  }
  if (hasFailed) {
    return (
      <Notice screen={t('screen')} title={sessions('loadingTitle')} text={sessions('loadingText')}>
        <button type="button" disabled={isFetching} className="action action-primary" onClick={() => void refetch()}>
          {t('retry')}
        </button>
        <LobbyLink />
      </Notice>
    );
  }
  return (
    <Screen name={t('screen')} className="m-auto">
      <h1 tabIndex={-1} className="sr-only">
        {t('screen')}
      </h1>
      <p role="status" className="py-20 text-muted">
        {t('loading')}
      </p>
    </Screen>
  );
}

/** Shows the battle to its players from the countdown until they leave, including the result. Other visitors see the room. */
function SessionContent({ session, isGame }: { readonly session: Session; readonly isGame: boolean }): ReactElement {
  const t = useTranslations('room');
  const sessionName = useSessionName()(session);
  const address = useAccount(({ player }) => player?.address ?? null);
  const self = useOwnPart(session, address);
  // A seat that is not paid is released when the countdown starts.
  const isSeated = self.participant !== null && self.participant.status !== 'reserved';
  const token = useBattleToken(session, isSeated ? (self.seat?.token ?? null) : null);
  const socketUrl = self.seat?.socketUrl ?? null;
  if (token !== null && address !== null) {
    return (
      <Screen key="battle" name={sessionName} className="flex flex-1 flex-col">
        <LiveBattle session={session} userId={address} token={token} socketUrl={socketUrl} />
      </Screen>
    );
  }
  return (
    <Screen
      name={isGame ? t('gameScreen') : t('screen')}
      className="gutter mx-auto w-full max-w-360 pt-4 pb-20 md:pt-8"
    >
      <GatheringRoom session={session} self={self} isGame={isGame} />
    </Screen>
  );
}

/** The seat's token for the battle screen: set from the countdown on, and removed only if the session returns to waiting. */
function useBattleToken(session: Session, seatToken: string | null): string | null {
  const [token, setToken] = useState<string | null>(null);
  const isLive = session.status === 'starting' || session.status === 'playing';
  const wanted = isLive ? (seatToken ?? token) : session.status === 'waiting' ? null : token;
  if (wanted !== token) setToken(wanted);
  return wanted;
}

function LobbyLink({ isPrimary = false }: { readonly isPrimary?: boolean }): ReactElement {
  const t = useTranslations('room');
  return (
    <Link href={PATHS.lobby} className={`action ${isPrimary ? 'action-primary' : 'action-quiet'}`}>
      {t('back')}
    </Link>
  );
}
