import type { ReactElement, RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../account/account.ts';
import { usePlatformStats } from '../api/platform-stats.ts';
import { useGameSocket } from '../game-socket/state.ts';
import { useInSight } from './in-sight.ts';

/** The dot of how something stands. */
const DOTS = { up: 'bg-good', down: 'bg-caution', unknown: 'bg-edge' } as const;

/** The same of the game socket's states. */
const SOCKET = { connected: 'up', connecting: 'unknown', disconnected: 'down' } as const;

/** px before the lines come into sight at which they are asked for. */
const NEAR_PX = 200;

/** What the server tells of something it depends on; nothing is known of that while the server does not answer. */
const stand = (isUp: boolean | undefined, hasFailed: boolean): keyof typeof DOTS => {
  if (isUp === undefined || hasFailed) return 'unknown';
  return isUp ? 'up' : 'down';
};

/** What works now: the network, the bridge, the game servers, the visitor's own wallet. All of it live, asked for while it is seen. */
export function ServiceLines({
  host,
}: {
  /** What they are seen with. */ readonly host: RefObject<Element | null>;
}): ReactElement {
  const t = useTranslations('footer');
  const { stats, hasFailed } = usePlatformStats(useInSight(host, NEAR_PX));
  const socket = useGameSocket(({ status }) => status);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const network = stand(stats.isNetworkOnline, hasFailed);
  const bridge = stand(stats.isBridgeActive, hasFailed);
  return (
    <ul className="mt-1">
      <Line dot={DOTS[network]} words={t(`network.${network}`)} />
      <Line dot={DOTS[bridge]} words={t(`bridge.${bridge}`)} />
      <Line dot={DOTS[SOCKET[socket]]} words={t(`servers.${socket}`)} />
      <Line
        dot={isConnected ? DOTS.up : DOTS.unknown}
        words={t(isConnected ? 'wallet.connected' : 'wallet.disconnected')}
      />
    </ul>
  );
}

function Line({ dot, words }: { readonly dot: string; readonly words: string }): ReactElement {
  return (
    <li className="flex min-h-8 items-center gap-2.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      {words}
    </li>
  );
}
