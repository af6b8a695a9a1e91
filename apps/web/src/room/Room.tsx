import type { Session } from '@popfray/protocol';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { Queries } from '../api/Queries.tsx';
import { LiveBattle } from '../battle/LiveBattle.tsx';
import { watchSession } from '../game-socket/game-socket.ts';
import { PATHS } from '../routes.ts';
import { Notice } from '../sessions/Notice.tsx';
import { followSessions, sessionQuery } from '../sessions/sessions.ts';
import { Screen } from '../shell/Screen.tsx';
import { Gathering } from './Gathering.tsx';
import { say } from './say.ts';
import { useSelf } from './seat.ts';

/** A session's room, whichever address it was opened by: the gathering, then the battle, then what is left of it. */
export function Room({ id, isGame }: { readonly id: string; readonly isGame: boolean }): ReactElement {
  return (
    <Queries>
      <Found id={id} isGame={isGame} />
    </Queries>
  );
}

function Found({ id, isGame }: { readonly id: string; readonly isGame: boolean }): ReactElement {
  const t = useTranslations('room');
  const sessions = useTranslations('sessions.toast');
  const { data, error, isFetching, refetch } = useQuery(sessionQuery(id));
  const isUnknown = error instanceof AskError && (error.code === 'ERR_SESSION_UNKNOWN' || error.status === 404);
  const hasFailed = error !== null && data === undefined && !isUnknown;
  useEffect(() => followSessions(), []);
  useEffect(() => watchSession(id), [id]);
  useEffect(() => {
    if (hasFailed) say.notLoaded();
  }, [hasFailed]);

  if (data !== undefined) return <Session session={data} isGame={isGame} />;
  if (isUnknown) {
    return (
      <Notice screen={t('screen')} title={sessions('unknownTitle')} text={sessions('unknownText')}>
        <ToLobby isPrimary />
      </Notice>
    );
  }
  if (hasFailed) {
    return (
      <Notice screen={t('screen')} title={sessions('loadingTitle')} text={sessions('loadingText')}>
        <button type="button" disabled={isFetching} className="action action-primary" onClick={() => void refetch()}>
          {t('retry')}
        </button>
        <ToLobby />
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

/** The battle for its players from the countdown on, and until they go: its end is told there. Everybody else sees the room. */
function Session({ session, isGame }: { readonly session: Session; readonly isGame: boolean }): ReactElement {
  const t = useTranslations('room');
  const address = useAccount(({ player }) => player?.address ?? null);
  const self = useSelf(session, address);
  // A seat that is not paid is freed when the countdown begins.
  const isSeated = self.participant !== null && self.participant.status !== 'reserved';
  const token = useBattleToken(session, isSeated ? (self.seat?.token ?? null) : null);
  const socketUrl = self.seat?.socketUrl ?? null;
  if (token !== null && address !== null) {
    return (
      <Screen key="battle" name={session.sessionName} className="flex flex-1 flex-col">
        <LiveBattle session={session} userId={address} token={token} socketUrl={socketUrl} />
      </Screen>
    );
  }
  return (
    <Screen
      name={isGame ? t('gameScreen') : t('screen')}
      className="gutter mx-auto w-full max-w-360 pt-4 pb-20 md:pt-8"
    >
      <Gathering session={session} self={self} isGame={isGame} />
    </Screen>
  );
}

/** The seat's token while its battle is shown: from the countdown on, for good, unless the session goes back to waiting. */
function useBattleToken(session: Session, seatToken: string | null): string | null {
  const [token, setToken] = useState<string | null>(null);
  const isLive = session.status === 'starting' || session.status === 'playing';
  const wanted = isLive ? (seatToken ?? token) : session.status === 'waiting' ? null : token;
  if (wanted !== token) setToken(wanted);
  return wanted;
}

function ToLobby({ isPrimary = false }: { readonly isPrimary?: boolean }): ReactElement {
  const t = useTranslations('room');
  return (
    <Link href={PATHS.lobby} className={`action ${isPrimary ? 'action-primary' : 'action-quiet'}`}>
      {t('back')}
    </Link>
  );
}
