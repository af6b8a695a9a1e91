import { MIN_PLAYERS, type Session } from '@popfray/protocol';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../account/account.ts';
import { WalletAction } from '../landing/HeroActions.tsx';
import { PATHS } from '../routes.ts';
import { standingOf } from '../sessions/standing.ts';
import { makeTimeLeft, useNow } from '../upgrades/clock.ts';
import { setReady, start } from './actions.ts';
import type { Self } from './seat.ts';

/** How a session gets on: ready or not, the start, and what is still missing for it. */
export function Readiness({ session, self }: { readonly session: Session; readonly self: Self }): ReactElement | null {
  const t = useTranslations('room');
  const nowMs = useNow(1_000);
  const mine = self.participant?.status;
  if (session.status === 'starting' || session.status === 'playing') {
    const left = makeTimeLeft((session.startsAt ?? nowMs) - nowMs);
    return (
      <p role="status" className="text-lg tabular-nums">
        {session.status === 'starting' ? t('why.starting', { left }) : t('why.playing')}
      </p>
    );
  }
  if (session.status === 'draft') return self.isCreator ? <p className="text-muted">{t('why.draft')}</p> : null;
  if (mine === 'joined' || mine === 'ready') return <Ready session={session} isReady={mine === 'ready'} />;
  return self.participant === null ? <WayIn session={session} /> : null;
}

/** A player's own two switches. There is one thing to do next: to be ready, then to start. */
function Ready({ session, isReady }: { readonly session: Session; readonly isReady: boolean }): ReactElement {
  const t = useTranslations('room');
  const [isBusy, setBusy] = useState(false);
  const seated = session.participants.filter(({ status }) => status === 'joined' || status === 'ready');
  const ready = seated.filter(({ status }) => status === 'ready').length;
  const canStart = ready >= MIN_PLAYERS;

  const act = async (doing: Promise<unknown>): Promise<void> => {
    setBusy(true);
    await doing.finally(() => setBusy(false));
  };
  const why = seated.length < MIN_PLAYERS ? t('why.players') : t('why.ready', { ready, players: seated.length });
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          aria-pressed={isReady}
          disabled={isBusy}
          className={`action ${isReady ? 'action-quiet' : 'action-primary'}`}
          onClick={() => void act(setReady(session.id, !isReady))}
        >
          {isReady ? t('notReady') : t('readyUp')}
        </button>
        <button
          type="button"
          disabled={isBusy || !canStart}
          aria-describedby={canStart ? undefined : 'start-why'}
          className={`action ${isReady ? 'action-primary' : 'action-quiet'}`}
          onClick={() => void act(start(session.id))}
        >
          {t('start')}
        </button>
      </div>
      {!canStart && (
        <p id="start-why" role="status" className="mt-3 text-sm text-muted">
          {why}
        </p>
      )}
    </div>
  );
}

/** For who came in by a link without a seat. */
function WayIn({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('room');
  const join = useTranslations('sessions.join.why');
  const address = useAccount(({ player }) => player?.address ?? null);
  const standing = standingOf(session, { address, isReachable: true });
  if (standing === 'signed-out') return <WalletAction className="action action-primary self-start" />;
  if (standing === 'join' || standing === 'own') {
    return (
      <Link href={`${PATHS.session}/${session.id}`} className="action action-primary self-start">
        {t('join')}
      </Link>
    );
  }
  return <p className="text-muted">{standing === 'return' ? t('why.outside') : join(standing)}</p>;
}
