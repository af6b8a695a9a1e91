import type { Session } from '@popfray/protocol';
import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { Overlay } from '../play/index.ts';
import { PATHS } from '../../data/paths.ts';
import { BattleEnd } from './BattleEnd.tsx';
import { Countdown } from './Countdown.tsx';
import { Pulse } from '../../ui/Pulse.tsx';

/** Overlay of the field outside of the running round: the countdown, the result, or an error. */
export function BattleOverlay({
  store,
  session,
  userId,
  replayText,
}: {
  readonly store: BattleStore;
  readonly session: Session;
  readonly userId: string;
  /** The player's own round once it is over; null where there is none. */
  readonly replayText: string | null;
}): ReactElement | null {
  const t = useTranslations('battle');
  const connection = useTranslations('connection');
  const hud = useTranslations('hud');
  const phase = useRound(store, (state) => state.phase);
  const fault = useRound(store, (state) => state.fault);
  const score = useRound(store, (state) => state.score);
  const result = useRound(store, (state) => state.result);
  const rematch = useRound(store, (state) => state.rematch);
  switch (phase) {
    case 'connecting':
      return (
        <Overlay title={t('connectingTitle')}>
          <p className="flex items-center gap-2 text-muted">
            <Pulse />
            {t('connectingText')}
          </p>
        </Overlay>
      );
    case 'countdown':
      return <Countdown store={store} />;
    case 'running':
    case 'left':
      return null;
    case 'settling':
      return (
        <Overlay title={t('settlingTitle')} isGuarded>
          <p className="figure text-3xl sm:text-6xl">{hud('points', { points: score })}</p>
          <p className="flex items-center gap-2 text-sm text-muted sm:text-base">
            <Pulse />
            {t('settlingText')}
          </p>
        </Overlay>
      );
    case 'over':
      return result === null ? null : (
        <BattleEnd result={result} session={session} userId={userId} rematch={rematch} replayText={replayText} />
      );
    case 'replaced':
      return (
        <Overlay title={connection('replacedTitle')}>
          <p className="max-w-md text-sm sm:text-base">{t('replacedText')}</p>
          <button type="button" className="action action-primary" onClick={() => store.open()}>
            {connection('playHere')}
          </button>
        </Overlay>
      );
    case 'distrusted':
      return (
        <Closed id={session.id} title={t('distrustedTitle')} code={fault}>
          {t('distrustedText')}
        </Closed>
      );
    case 'refused':
      return (
        <Closed id={session.id} title={t('refusedTitle')} code={fault}>
          {fault === 'ERR_RULES'
            ? t('refusedRules')
            : fault === 'ERR_SEAT_UNKNOWN'
              ? t('refusedSeat')
              : t('refusedText')}
        </Closed>
      );
  }
}

/** Explains why the battle cannot be played here any more, with links. */
function Closed({
  id,
  title,
  code,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** Error code for reports. */
  readonly code: string | null;
  readonly children: ReactNode;
}): ReactElement {
  const t = useTranslations('battle');
  return (
    <Overlay title={title}>
      <p role="alert" className="max-w-md text-sm sm:text-base">
        {children}
      </p>
      {code !== null && <p className="font-mono text-xs text-muted">{code}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <Link href={`${PATHS.receipt}/${id}`} className="action action-primary">
          {t('receipt')}
        </Link>
        <Link href={PATHS.lobby} className="action action-quiet">
          {t('backToLobby')}
        </Link>
      </div>
    </Overlay>
  );
}
