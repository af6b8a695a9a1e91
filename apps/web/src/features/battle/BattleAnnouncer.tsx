import type { BattleState, BattleStore } from '@popfray/react/battle';
import { useEffect, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Minimum interval between announced scores, ms, so that each can be heard to its end. */
const ANNOUNCE_MS = 8_000;

/** Announces the battle to screen readers: its start and end at once, the score at intervals. */
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
