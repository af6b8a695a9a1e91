import type { ReactElement, RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../data/account/account.ts';
import { usePlatformStats } from '../data/platform/platform-stats.ts';
import { useGameSocket } from '../data/game-socket/state.ts';
import { useInView } from '../ui/use-in-view.ts';

/** Colour of each status dot. */
const DOTS = { up: 'bg-good', down: 'bg-caution', unknown: 'bg-edge' } as const;

/** Status of the game socket's states. */
const SOCKET = { connected: 'up', connecting: 'unknown', disconnected: 'down' } as const;

/** Distance from the viewport at which the status is first requested, px. */
const NEAR_PX = 200;

/** Status of a service that the server depends on; `unknown` while the server does not answer. */
const statusOf = (isUp: boolean | undefined, hasFailed: boolean): keyof typeof DOTS => {
  if (isUp === undefined || hasFailed) return 'unknown';
  return isUp ? 'up' : 'down';
};

/** Live status of the network, the bridge, the game servers and the visitor's wallet, requested while it is visible. */
export function ServiceStatus({
  host,
}: {
  /** Element whose visibility starts the requests. */ readonly host: RefObject<Element | null>;
}): ReactElement {
  const t = useTranslations('footer');
  const { stats, hasFailed } = usePlatformStats(useInView(host, NEAR_PX));
  const socket = useGameSocket(({ status }) => status);
  const isConnected = useAccount(({ wallet }) => wallet === 'connected');
  const network = statusOf(stats.isNetworkOnline, hasFailed);
  const bridge = statusOf(stats.isBridgeActive, hasFailed);
  return (
    <ul className="mt-1">
      <Line dot={DOTS[network]} text={t(`network.${network}`)} />
      <Line dot={DOTS[bridge]} text={t(`bridge.${bridge}`)} />
      <Line dot={DOTS[SOCKET[socket]]} text={t(`servers.${socket}`)} />
      <Line
        dot={isConnected ? DOTS.up : DOTS.unknown}
        text={t(isConnected ? 'wallet.connected' : 'wallet.disconnected')}
      />
    </ul>
  );
}

function Line({ dot, text }: { readonly dot: string; readonly text: string }): ReactElement {
  return (
    <li className="flex min-h-8 items-center gap-2.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      {text}
    </li>
  );
}
