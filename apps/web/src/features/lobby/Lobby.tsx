import { useEffect, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { openGameSocket } from '../../data/game-socket/game-socket.ts';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { LazyPart } from '../errors/index.ts';
import { PausedNotice } from '../payments/index.ts';
import { LiveBattles } from '../watch/index.ts';
import { Screen } from '../../ui/Screen.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { BattleList } from './BattleList.tsx';
import { CreateGame } from './CreateGame.tsx';
import { LocalGames } from './LocalGames.tsx';
import { PracticeBattle } from './PracticeBattle.tsx';
import { QuickBattle } from './QuickBattle.tsx';
import { Statistics } from './Statistics.tsx';
import { ServiceStatus } from './ServiceStatus.tsx';
import '../../ui/screens.css';

/** The lobby with its lists of battles and games. */
export function Lobby(): ReactElement {
  return (
    <Queries>
      <LobbyScreen />
    </Queries>
  );
}

function LobbyScreen(): ReactElement {
  const t = useTranslations('lobby');
  useEffect(() => openGameSocket(), []);
  return (
    <Screen name={t('screen')} className="gutter mx-auto w-full max-w-360 pt-6 pb-20 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h1 tabIndex={-1} className="text-3xl md:text-4xl">
          {t('title')}
        </h1>
        <Presence />
      </header>
      <PausedNotice className="mt-4" />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-4 lg:[grid-area:1/2]">
          <QuickBattle />
          <PracticeBattle />
          {/* As high as the list without battles, so that what is below does not move when the list has loaded. */}
          <div className="min-h-25">
            <LazyPart>
              <LiveBattles />
            </LazyPart>
          </div>
        </div>
        <Tabs
          label={t('tabs')}
          className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1"
          contentClassName="mt-5"
          tabs={[
            { name: 'cross-chain', label: t('crossChain'), content: <BattleList /> },
            { name: 'local', label: t('local'), content: <LocalGames /> },
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] lg:grid-cols-1">
          <CreateGame />
          <Statistics />
          <ServiceStatus />
        </div>
      </div>
    </Screen>
  );
}

/** Number of players online, and the visitor's status. SPEC section 2, lobby. */
function Presence(): ReactElement {
  const t = useTranslations('lobby');
  const { stats, hasFailed } = usePlatformStats();
  const playerCount = useGameSocket((state) => state.playerCount);
  const count = playerCount ?? (hasFailed ? null : (stats.onlinePlayers ?? null));
  const auth = useAccount(({ player, guest }) => {
    if (player !== null) return 'connected';
    return guest === null ? 'none' : 'guest';
  });
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-muted">
      <span className="flex items-center gap-2 tabular-nums">
        <span aria-hidden="true" className={`size-2 rounded-full ${count === null ? 'bg-line' : 'bg-good'}`} />
        {count === null ? t('onlineUnknown') : t('online', { count })}
      </span>
      <span className={auth === 'connected' ? 'font-semibold text-good' : ''}>{t(`auth.${auth}`)}</span>
    </p>
  );
}
