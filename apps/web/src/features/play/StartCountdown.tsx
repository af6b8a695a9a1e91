import { useRound, type PlayedRoundStore } from '@popfray/react';
import type { ReactElement } from 'react';
import { useFormatter } from 'use-intl';

/** Countdown before a round of one player, ms: 3, 2, 1. */
export const START_COUNTDOWN_MS = 3_000;

/** The seconds before the round's time starts, over the field. Null without a countdown. Screen readers hear that the round has started. */
export function StartCountdown({ store }: { readonly store: PlayedRoundStore }): ReactElement | null {
  const format = useFormatter();
  const seconds = useRound(store, ({ phase, secondsToStart }) => (phase === 'running' ? secondsToStart : null));
  if (seconds === null) return null;
  return (
    <p aria-hidden="true" className="pointer-events-none z-1 grid place-items-center">
      <span
        key={seconds}
        className="start-count figure animate-[bump_200ms_var(--ease-out)] text-[clamp(4rem,22vmin,11rem)] leading-none"
      >
        {format.number(seconds)}
      </span>
    </p>
  );
}
