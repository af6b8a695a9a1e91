import { canStart, type Session } from '@popfray/protocol';
import { BATTLE_MS } from '@popfray/protocol/battle';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../account/account.ts';
import { WalletAction } from '../landing/HeroActions.tsx';
import { PATHS } from '../routes.ts';
import { joinHosted } from '../sessions/hosted.ts';
import { refreshSessions, sessionQuery } from '../sessions/sessions.ts';
import { standingOf } from '../sessions/standing.ts';
import { makeTimeLeft, useNow } from '../upgrades/clock.ts';
import { setReady, start } from './actions.ts';
import { startSeatOf, takenSeats } from './start-seats.ts';
import { WhenItStarts } from './WhenItStarts.tsx';
import type { Self } from './seat.ts';

/** ms between two looks at the scores of a battle. */
const SCORES_EVERY_MS = 2_000;

/** How a session gets on: ready or not, the start, and what is still missing for it. */
export function Readiness({ session, self }: { readonly session: Session; readonly self: Self }): ReactElement | null {
  const t = useTranslations('room');
  const hosted = useTranslations('sessions.hosted');
  const nowMs = useNow(1_000);
  const mine = self.participant?.status;
  const isPlaying = session.status === 'playing';
  // Whoever looks on sees the scores grow; the battle tells them to its players alone.
  useQuery({ ...sessionQuery(session.id), refetchInterval: SCORES_EVERY_MS, enabled: isPlaying });
  if (isPlaying || session.status === 'starting') {
    const toMs = (session.startsAt ?? nowMs) + (isPlaying ? BATTLE_MS : 0);
    return (
      <p className="text-lg tabular-nums">
        {t(isPlaying ? 'why.playing' : 'why.starting', { left: makeTimeLeft(toMs - nowMs) })}
      </p>
    );
  }
  if (session.status === 'draft') return self.isCreator ? <p className="text-muted">{t('why.draft')}</p> : null;
  // A seat at another platform is reserved until its player is ready for the first time; here it is reserved until its fee is paid.
  const isHeld = mine === 'reserved' && !session.isHostedHere;
  if (self.isKeyMissing) return <RejoinHosted session={session} />;
  if (mine === 'joined' || mine === 'ready' || isHeld)
    return (
      <>
        <Ready session={session} isReady={mine === 'ready'} />
        {isHeld && <p className="text-caution">{hosted('reserved')}</p>}
      </>
    );
  return self.participant === null ? <WayIn session={session} /> : null;
}

/** A player's own two switches. There is one thing to do next: to be ready, then to start. */
function Ready({ session, isReady }: { readonly session: Session; readonly isReady: boolean }): ReactElement {
  const t = useTranslations('room');
  const [isBusy, setBusy] = useState(false);
  const isStartable = canStart(session.entryFeeSun > 0, takenSeats(session).map(startSeatOf));

  // A busy button ignores presses rather than being disabled: that would lose the focus.
  const act = (run: () => Promise<unknown>): void => {
    if (isBusy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          aria-pressed={isReady}
          aria-disabled={isBusy}
          className={`action ${isReady ? 'action-quiet' : 'action-primary'}`}
          onClick={() => act(() => setReady(session.id, !isReady))}
        >
          {isReady ? t('notReady') : t('readyUp')}
        </button>
        <button
          type="button"
          disabled={!isStartable}
          aria-disabled={isBusy}
          aria-describedby="start-why"
          className={`action ${isReady ? 'action-primary' : 'action-quiet'}`}
          onClick={() => act(() => start(session.id))}
        >
          {t('start')}
        </button>
      </div>
      <WhenItStarts id="start-why" session={session} isReady={isReady} />
    </div>
  );
}

/** For a player whose seat the host has, and this server has no key to: joining again gives a new one. */
function RejoinHosted({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('room');
  const [isBusy, setBusy] = useState(false);
  const join = (): void => {
    if (isBusy) return;
    setBusy(true);
    void joinHosted(session).finally(() => {
      setBusy(false);
      void refreshSessions(session.id);
    });
  };
  return (
    <button type="button" aria-disabled={isBusy} className="action action-primary self-start" onClick={join}>
      {t('join')}
    </button>
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
