import type { PaymentSource, Session } from '@popfray/protocol';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useLocation } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { watchGames } from '../../data/game-socket/game-socket.ts';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { trx } from '../../data/messages/trx.ts';
import { PATHS } from '../../data/paths.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { joinSession, JoinDialog, roleOf, StatusBadge } from '../sessions/index.ts';
import { useLocalGame, type LocalGame } from './local-game.ts';
import { ROW } from './looks.ts';

/** Games between TRON players, from the game server. */
export function LocalGames(): ReactElement {
  const t = useTranslations('lobby.games');
  const games = useGameSocket((state) => state.games);
  const status = useGameSocket((state) => state.status);
  const way = useLocalGame();
  useEffect(() => watchGames(), []);
  const isOffline = status === 'disconnected';
  if (games === null || (isOffline && games.length === 0)) {
    return (
      <p role="status" className="px-1 py-3 text-muted">
        {isOffline ? t('offline') : t('loading')}
      </p>
    );
  }
  return (
    <>
      {isOffline && (
        <p role="status" className="mb-4 text-sm text-caution">
          {t('offlineOld')}
        </p>
      )}
      {games.length === 0 ? (
        <p className="rounded-3xl border border-dashed border-line px-6 py-12 text-center text-muted">{t('none')}</p>
      ) : (
        <ul className="divide-y divide-line/70">
          {games.map((game) => (
            <GameRow key={game.id} game={game} way={way} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Number of characters of an id that are shown. SPEC section 2, landing page: session number. */
const ID_TAIL = 6;

function GameRow({ game, way }: { readonly game: Session; readonly way: LocalGame }): ReactElement {
  const t = useTranslations('lobby');
  const address = useAccount(({ player }) => player?.address ?? null);
  const isReachable = useGameSocket(({ status }) => status === 'connected');
  const standing = roleOf(game, { address, isReachable });
  const isIn = standing === 'own' || standing === 'return';
  const chains = [...new Set(game.participants.map(({ blockchain }) => blockchain))];
  const name = t('games.name', { id: game.id.slice(-ID_TAIL) });
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [isPaying, setPaying] = useState(false);

  const payAndJoin = async (source: PaymentSource): Promise<void> => {
    setAsking(false);
    setPaying(true);
    const joined = await joinSession(game.id, source);
    setPaying(false);
    if (joined !== null) navigate(`${PATHS.game}?session=${game.id}`);
  };
  return (
    <li className={ROW.row}>
      <div className="min-w-0">
        <p className="flex items-center gap-2.5 font-semibold">
          {chains.map((chain) => (
            <ChainDot key={chain} chain={chain} />
          ))}
          <span className="truncate">{name}</span>
        </p>
        <p className="mt-1 text-sm text-muted">
          {t(`games.mode.${game.gameMode}`)} · {t('games.prize', { prize: game.prizePool })}
        </p>
        {game.entryFeeSun > 0 && <p className="text-sm text-muted">{t('fee', { fee: trx.short(game.entryFeeSun) })}</p>}
      </div>
      <div className={ROW.state}>
        <span className="text-sm tabular-nums">
          {t('players', { players: game.currentPlayers, max: game.maxPlayers })}
        </span>
        <StatusBadge status={game.status} />
      </div>
      <div className={ROW.actions}>
        {isIn ? (
          <Link
            href={`${PATHS.game}?session=${game.id}`}
            aria-label={t('returnTo', { name })}
            className="action action-quiet"
          >
            {t('return')}
          </Link>
        ) : (
          <button
            type="button"
            disabled={standing !== 'join' || way.isBusy || isPaying}
            aria-label={t('joinThis', { name })}
            className="action action-quiet"
            onClick={() => (game.entryFeeSun > 0 ? setAsking(true) : way.join(game.id))}
          >
            {isPaying ? t('joining') : t('join')}
          </button>
        )}
        {standing !== 'join' && !isIn && <p className={ROW.why}>{t(`why.${standing}`)}</p>}
      </div>
      {isAsking && (
        <JoinDialog session={game} onJoin={(source) => void payAndJoin(source)} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}
