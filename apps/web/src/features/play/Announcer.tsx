import type { RoundState, PlayedRoundStore } from '@popfray/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Minimum interval between announced scores, ms, so that each can be heard to its end. */
const ANNOUNCE_MS = 5_000;

/** Announces the round to screen readers: changes of state at once, the score at intervals. */
export function Announcer({ store }: { readonly store: PlayedRoundStore }): ReactElement {
  const t = useTranslations('hud');
  const [text, setText] = useState('');

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Number.NEGATIVE_INFINITY;

    const announceScore = (): void => {
      timer = undefined;
      lastMs = performance.now();
      const { phase, score, combo, secondsLeft } = store.getState();
      if (phase === 'running') setText(t('announce', { seconds: secondsLeft, score, combo }));
    };
    const announcePhase = ({ phase, score }: RoundState): void => {
      clearTimeout(timer);
      timer = undefined;
      lastMs = performance.now();
      if (phase === 'running') setText(t('announceStarted'));
      else if (phase === 'paused') setText(t('announcePaused', { score }));
      else if (phase === 'over') setText(t('announceOver', { score }));
      else setText('');
    };
    const stop = store.subscribe((state, previous) => {
      if (state.phase !== previous.phase) announcePhase(state);
      else if (state.score !== previous.score && timer === undefined)
        timer = setTimeout(announceScore, Math.max(0, lastMs + ANNOUNCE_MS - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, t]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
