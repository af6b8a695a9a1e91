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
  readonly text: string;
}

/** Live status of the socket, the network, the bridge and the sign-in. */
export function ServiceStatus(): ReactElement {
  const t = useTranslations('lobby.status');
  const socket = useGameSocket(({ status }) => status);
  const { stats, hasFailed } = usePlatformStats();
  const isSignedIn = useAccount(({ player }) => player !== null);
  const isGuest = useAccount(({ guest }) => guest !== null);

  /** Status of a service from the server; unknown while the server does not answer. */
  const describe = (name: string, isUp: boolean | undefined, up: string): Service => {
    if (isUp === undefined || hasFailed) return { name, state: 'unknown', text: t('unknown') };
    return { name, state: isUp ? 'good' : 'bad', text: isUp ? up : t('offline') };
  };
  const gameServer = {
    connected: { state: 'good', text: t('online') },
    connecting: { state: 'unknown', text: t('connecting') },
    disconnected: { state: 'bad', text: t('offline') },
  } as const;
  const guest = isGuest ? t('guest') : t('none');
  const services: readonly Service[] = [
    { name: t('gameServer'), ...gameServer[socket] },
    describe(t('network'), stats.isNetworkOnline, t('online')),
    describe(t('bridge'), stats.isBridgeActive, t('active')),
    { name: t('authentication'), state: isSignedIn ? 'good' : 'unknown', text: isSignedIn ? t('connected') : guest },
  ];
  return (
    <Card title={t('title')}>
      <dl className="mt-3 flex flex-col gap-2 text-sm">
        {services.map(({ name, state, text }) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd>
              <Badge tone={TONES[state]}>{text}</Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
