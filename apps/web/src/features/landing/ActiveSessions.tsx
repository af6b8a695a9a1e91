import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { usePolled } from '../../data/api/polled.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { ChainDot } from '../../ui/ChainDot.tsx';
import { activeSessions, type SessionSummary } from './active-sessions.ts';
import { formatAmount } from './amount.ts';
import { Badge } from '../../ui/Badge.tsx';

/** Number of characters of an id that are shown. SPEC section 2, active sessions panel. */
const ID_TAIL = 6;

/** List of open and running sessions, with a link to the lobby. */
export function ActiveSessions(): ReactElement {
  const t = useTranslations('activeSessions');
  const { value: sessions, hasFailed } = usePolled(activeSessions);
  return (
    <section className="rounded-3xl bg-surface p-5" aria-busy={sessions === null && !hasFailed}>
      <h2 className="text-lg">{t('title')}</h2>
      {sessions !== null && sessions.length > 0 ? (
        <ul className="mt-2">
          {sessions.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <p role="status" className="grid min-h-24 place-items-center py-4 text-center text-muted">
          {sessions === null ? t(hasFailed ? 'failed' : 'loading') : t('empty')}
        </p>
      )}
      {sessions !== null && hasFailed && (
        <p role="status" className="py-2 text-sm text-caution">
          {t('failed')}
        </p>
      )}
      <Link
        href={PATHS.lobby}
        className="action action-quiet mt-3 w-full"
        onPointerEnter={() => preload(PATHS.lobby)}
        onFocus={() => preload(PATHS.lobby)}
      >
        {t('create')}
      </Link>
    </section>
  );
}

function Row({ session }: { readonly session: SessionSummary }): ReactElement {
  const t = useTranslations('activeSessions');
  const { id, blockchain, prizePool, players, maxPlayers, status, gameMode } = session;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-b border-line/60 py-3 last:border-0">
      <span className="flex items-center gap-2.5">
        <ChainDot chain={blockchain} />
        <Link
          href={`${PATHS.session}/${id}`}
          className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          {t('name', { id: id.slice(-ID_TAIL) })}
        </Link>
      </span>
      <span className="text-right font-semibold tabular-nums">
        <span className="sr-only">{t('prizeLabel')} </span>
        {t(status === 'waiting' && Number(prizePool) > 0 ? 'prizeUpTo' : 'prize', {
          amount: formatAmount(prizePool, 2),
        })}
      </span>
      <span className="text-sm text-muted">{t(`mode.${gameMode}`)}</span>
      <span className="text-right text-sm text-muted tabular-nums">{t('players', { players, max: maxPlayers })}</span>
      <Badge tone={status === 'playing' ? 'good' : 'caution'} className="col-span-2 text-sm">
        {t(`status.${status}`)}
      </Badge>
    </li>
  );
}
