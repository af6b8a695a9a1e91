import type { RoundState, RoundStore } from '@popfray/react';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Least time between two spoken scores, ms: enough for the one before to be heard. */
const ANNOUNCE_MS = 5_000;

/** Tells screen readers how the round goes: what changed at once, the score now and then. */
export function Announcer({ store }: { readonly store: RoundStore }): ReactElement {
  const t = useTranslations('hud');
  const [text, setText] = useState('');

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Number.NEGATIVE_INFINITY;

    const say = (): void => {
      timer = undefined;
      lastMs = performance.now();
      const { phase, score, combo, secondsLeft } = store.getState();
      if (phase === 'running') setText(t('announce', { seconds: secondsLeft, score, combo }));
    };
    const sayPhase = ({ phase, score }: RoundState): void => {
      clearTimeout(timer);
      timer = undefined;
      lastMs = performance.now();
      if (phase === 'running') setText(t('announceStarted'));
      else if (phase === 'paused') setText(t('announcePaused', { score }));
      else if (phase === 'over') setText(t('announceOver', { score }));
      else setText('');
    };
    const stop = store.subscribe((state, previous) => {
      if (state.phase !== previous.phase) sayPhase(state);
      else if (state.score !== previous.score && timer === undefined)
        timer = setTimeout(say, Math.max(0, lastMs + ANNOUNCE_MS - performance.now()));
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
