import { canStart, MIN_PLAYERS, startsAtTimeUp, type Session } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { startSeatOf, takenSeats } from './start-seats.ts';

interface WhenItStartsProps {
  readonly id: string;
  readonly session: Session;
  /** Whether the current player is ready. */
  readonly isReady: boolean;
}

/** When the battle can start, what it waits for, and what happens at the deadline. */
export function WhenItStarts(props: WhenItStartsProps): ReactElement | null {
  return props.session.entryFeeSun > 0 ? <PaidStart {...props} /> : <FreeStart {...props} />;
}

function FreeStart({ id, session }: WhenItStartsProps): ReactElement | null {
  const t = useTranslations('room.why');
  const seated = takenSeats(session);
  if (canStart(false, seated.map(startSeatOf))) return null;
  const canHaveBots = session.isHostedHere && session.allowsBots;
  const ready = seated.filter(({ status }) => status === 'ready').length;
  return (
    <p id={id} role="status" className="mt-3 text-sm text-muted">
      {seated.length < MIN_PLAYERS
        ? t(canHaveBots ? 'players' : 'playersNoBot')
        : t('ready', { ready, players: seated.length })}
    </p>
  );
}

/** A countdown in seconds. Not a live region: a screen reader would announce every second. */
function PaidStart({ id, session, isReady }: WhenItStartsProps): ReactElement {
  const t = useTranslations('room.paidWhy');
  const format = useFormatter();
  const nowMs = useNow(1_000);
  const left = makeTimeLeft(session.expiresAt - nowMs);
  const paid = takenSeats(session).filter((player) => player.isPaid);
  const seats = paid.map(startSeatOf);
  const others = paid.filter(({ status }) => status !== 'ready').map(({ username }) => username);
  const names = format.list(others);
  const text = (): string => {
    if (paid.length < MIN_PLAYERS) return t('players', { left });
    if (canStart(true, seats)) return t('ready', { left });
    if (!startsAtTimeUp(true, seats)) return isReady ? t('few', { left, names }) : t('fewYou', { left });
    return isReady ? t('waiting', { left, names }) : t('you', { left });
  };
  return (
    <p id={id} role="timer" className="mt-3 max-w-[60ch] text-sm text-muted tabular-nums">
      {text()}
    </p>
  );
}
