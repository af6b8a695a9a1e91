import type { BattleState, BattleStore } from '@popfray/react/battle';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Least time between two spoken scores, ms: enough for the one before to be heard. */
const ANNOUNCE_MS = 8_000;

/** Tells screen readers how the battle goes: its beginning and end at once, the score now and then. */
export function BattleAnnouncer({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const [text, setText] = useState('');

  useEffect(() => {
    let lastMs = 0;
    return store.subscribe((state: BattleState, previous: BattleState) => {
      const { phase, score, secondsLeft, secondsToStart, position, opponents } = state;
      const nowMs = performance.now();
      if (phase !== previous.phase) {
        lastMs = nowMs;
        if (phase === 'countdown') setText(t('announceCountdown', { seconds: secondsToStart ?? 0 }));
        else if (phase === 'running') setText(t('announceStarted'));
        else if (phase === 'settling') setText(t('announceSettling', { score }));
        else setText('');
      } else if (phase === 'running' && score !== previous.score && nowMs - lastMs >= ANNOUNCE_MS) {
        lastMs = nowMs;
        setText(t('announce', { seconds: secondsLeft, score, position, players: opponents.length + 1 }));
      }
    });
  }, [store, t]);

  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
