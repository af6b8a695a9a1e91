import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useAccount } from '../../data/account/account.ts';
import { usePlatformStats } from '../../data/platform/platform-stats.ts';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { Card } from '../../ui/Card.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Colour of each status. */
const TONES = { good: 'good', bad: 'caution', unknown: 'muted' } as const;

interface Service {
  readonly name: string;
  readonly state: keyof typeof TONES;
  readonly words: string;
}

/** Live status of the socket, the network, the bridge and the sign-in. */
export function ServiceStatus(): ReactElement {
  const t = useTranslations('lobby.status');
  const socket = useGameSocket(({ status }) => status);
  const { stats, hasFailed } = usePlatformStats();
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isGuest = useAccount(({ guest }) => guest !== null);

  /** Status of a service from the server; unknown while the server does not answer. */
  const told = (name: string, isUp: boolean | undefined, up: string): Service => {
    if (isUp === undefined || hasFailed) return { name, state: 'unknown', words: t('unknown') };
    return { name, state: isUp ? 'good' : 'bad', words: isUp ? up : t('offline') };
  };
  const gameServer = {
    connected: { state: 'good', words: t('online') },
    connecting: { state: 'unknown', words: t('connecting') },
    disconnected: { state: 'bad', words: t('offline') },
  } as const;
  const guest = isGuest ? t('guest') : t('none');
  const services: readonly Service[] = [
    { name: t('gameServer'), ...gameServer[socket] },
    told(t('network'), stats.isNetworkOnline, t('online')),
    told(t('bridge'), stats.isBridgeActive, t('active')),
    { name: t('authentication'), state: isSignedIn ? 'good' : 'unknown', words: isSignedIn ? t('connected') : guest },
  ];
  return (
    <Card title={t('title')}>
      <dl className="mt-3 flex flex-col gap-2 text-sm">
        {services.map(({ name, state, words }) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd>
              <Badge tone={TONES[state]}>{words}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
