import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { platformStats, usePlatformStats } from '../../data/platform/platform-stats.ts';
import { serverNow } from '../../data/api/server-clock.ts';
import { useGameSocket } from '../../data/game-socket/state.ts';
import { PATHS } from '../../data/paths.ts';
import { verdictOf, type Diagnosis } from './diagnostics.ts';
import { mailTo } from './links.ts';
import { aboutQuery } from './server.ts';
import { InfoCard } from './InfoCard.tsx';
import { Badge } from '../../ui/Badge.tsx';

/** Colour of each status. */
const TONES = { good: 'good', bad: 'caution', unknown: 'muted' } as const;

/** Further help, and the live status of the platform. SPEC section 2. */
export function StillNeedHelp({ found }: { readonly found: Diagnosis | null }): ReactElement {
  const t = useTranslations('troubleshooting.help');
  const subject = useTranslations('contact.mail')('subject');
  const email = useQuery(aboutQuery).data?.supportEmail ?? null;
  return (
    <InfoCard labelledBy="help-title" className="flex flex-col gap-5">
      <h2 id="help-title" className="text-xl">
        {t('title')}
      </h2>
      <p className="text-muted">{t('text')}</p>
      <p className="flex flex-wrap gap-3">
        {email !== null && (
          <a href={mailTo(email, subject)} className="action action-quiet">
            {t('mail')}
          </a>
        )}
        <Link href="/support" className="action action-quiet">
          {t('faq')}
        </Link>
        <Link href={PATHS.contact} className="action action-quiet">
          {t('contact')}
        </Link>
      </p>
      <PlatformStatus found={found} />
    </InfoCard>
  );
}

function PlatformStatus({ found }: { readonly found: Diagnosis | null }): ReactElement {
  const t = useTranslations('troubleshooting.help');
  const format = useFormatter();
  const { stats, hasFailed } = usePlatformStats();
  const socket = useGameSocket(({ status }) => status);
  const { data: about } = useQuery(aboutQuery);
  const hasIssue = about !== undefined && about.walletIssue !== null;
  const updatedMs = useUpdateTime();
  const network = hasFailed ? undefined : stats.isNetworkOnline;
  const servers = {
    connected: ['good', t('ok')],
    connecting: ['unknown', t('connecting')],
    disconnected: ['bad', t('down')],
  } as const;
  const lines = [
    [t('tron'), ...statusOf(network, t('ok'), t('down'), t('unknown'))],
    [t('servers'), ...servers[socket]],
    [t('extension'), ...extension()],
  ] as const;

  function extension(): readonly [keyof typeof TONES, string] {
    if (found === null) return ['unknown', t('unknown')];
    const verdict = verdictOf(found);
    if (verdict === 'missing') return ['bad', t('notFound')];
    return hasIssue || verdict === 'incompatible' ? ['bad', t('issue')] : ['good', t('ok')];
  }
  return (
    <div>
      <h3 className="font-text text-base font-semibold tracking-normal">{t('status')}</h3>
      <dl className="mt-3 grid gap-3 sm:grid-cols-3">
        {lines.map(([name, state, text]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd>
              <Badge tone={TONES[state]}>{text}</Badge>
            </dd>
          </div>
        ))}
      </dl>
      {updatedMs !== null && (
        <p className="mt-4 text-sm text-muted tabular-nums">
          {t('updated', { time: format.dateTime(updatedMs, { timeStyle: 'medium' }) })}
        </p>
      )}
    </div>
  );
}

/** Status of a service, as far as the server has sent it. */
function statusOf(
  isUp: boolean | undefined,
  up: string,
  down: string,
  unknown: string,
): readonly [keyof typeof TONES, string] {
  if (isUp === undefined) return ['unknown', unknown];
  return isUp ? ['good', up] : ['bad', down];
}

const isKnown = ({ value, hasFailed }: ReturnType<typeof platformStats.store.getState>): boolean =>
  value !== null && !hasFailed;

/** Time of the server's newest answer, epoch ms; null before the first. */
function useUpdateTime(): number | null {
  const [updatedMs, setUpdated] = useState(() => (isKnown(platformStats.store.getState()) ? serverNow() : null));
  useEffect(
    () =>
      platformStats.store.subscribe((known) => {
        if (isKnown(known)) setUpdated(serverNow());
      }),
    [],
  );
  return updatedMs;
}
