import { canStart, type Session } from '@popfray/protocol';
import { BATTLE_MS } from '@popfray/protocol/battle';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useAccount } from '../../data/account/account.ts';
import { WalletAction } from '../wallet/index.ts';
import { PATHS } from '../../data/paths.ts';
import { joinHosted, refreshSessions, sessionQuery, roleOf } from '../sessions/index.ts';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { setReady, start } from './actions.ts';
import { startSeatOf, takenSeats } from './start-seats.ts';
import { QuickWaiting } from './QuickWaiting.tsx';
import { WhenItStarts } from './WhenItStarts.tsx';
import type { OwnPart } from './seat.ts';

/** Polling interval of the scores during a battle, ms. */
const SCORES_POLL_MS = 2_000;

/** Ready switch, start button, and what the start still waits for. */
export function Readiness({
  session,
  self,
}: {
  readonly session: Session;
  readonly self: OwnPart;
}): ReactElement | null {
  const t = useTranslations('room');
  const hosted = useTranslations('sessions.hosted');
  const nowMs = useNow(1_000);
  const mine = self.participant?.status;
  const isPlaying = session.status === 'playing';
  // Spectators see the scores by polling; the battle's socket is for its players only.
  useQuery({ ...sessionQuery(session.id), refetchInterval: SCORES_POLL_MS, enabled: isPlaying });
  if (isPlaying || session.status === 'starting') {
    const toMs = (session.startsAt ?? nowMs) + (isPlaying ? BATTLE_MS : 0);
    return (
      <p className="text-lg tabular-nums">
        {t(isPlaying ? 'why.playing' : 'why.starting', { left: makeTimeLeft(toMs - nowMs) })}
      </p>
    );
  }
  if (session.status === 'draft') return self.isCreator ? <p className="text-muted">{t('why.draft')}</p> : null;
  // On another platform a seat is reserved until its player is ready for the first time; here until its fee is paid.
  const isHeld = mine === 'reserved' && !session.isHostedHere;
  if (self.isKeyMissing) return <RejoinHosted session={session} />;
  if (session.isQuick && self.participant !== null && (mine === 'joined' || mine === 'ready'))
    return <QuickWaiting session={session} isReady={mine === 'ready'} username={self.participant.username} />;
  if (mine === 'joined' || mine === 'ready' || isHeld)
    return (
      <>
        <Ready session={session} isReady={mine === 'ready'} />
        {isHeld && <p className="text-caution">{hosted('reserved')}</p>}
      </>
    );
  return self.participant === null ? <JoinSection session={session} /> : null;
}

/** The player's ready and start buttons. Ready is the first step, start the second. */
function Ready({ session, isReady }: { readonly session: Session; readonly isReady: boolean }): ReactElement {
  const t = useTranslations('room');
  const [isBusy, setBusy] = useState(false);
  const isStartable = canStart(session.entryFeeSun > 0, takenSeats(session).map(startSeatOf));

  // A busy button ignores clicks instead of being disabled, which would lose the focus.
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

/** For a player with a seat on the host but no token on this server: joining again returns a new one. */
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

/** For a visitor without a seat. */
function JoinSection({ session }: { readonly session: Session }): ReactElement {
  const t = useTranslations('room');
  const join = useTranslations('sessions.join.why');
  const address = useAccount(({ player }) => player?.address ?? null);
  const standing = roleOf(session, { address, isReachable: true });
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
