import { overlayClasses } from '../play/index.ts';
import { useRound } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { CopyButton } from '../../ui/CopyButton.tsx';

/** Countdown to the round, with the commitment that keeps the bubbles unknown until the start. */
export function Countdown({ store }: { readonly store: BattleStore }): ReactElement {
  const t = useTranslations('battle');
  const hud = useTranslations('hud');
  const seconds = useRound(store, (state) => state.secondsToStart);
  const commitment = useRound(store, (state) => state.commitment);
  return (
    <section aria-labelledby="countdown" className={overlayClasses()}>
      <h2 id="countdown" tabIndex={-1} className="text-base text-muted sm:text-lg">
        {t('countdownTitle')}
      </h2>
      <p className="figure text-6xl tabular-nums sm:text-8xl">{hud('points', { points: seconds ?? 0 })}</p>
      <p className="max-w-md text-sm sm:text-base">{t('countdownText')}</p>
      {commitment !== null && (
        <details className="max-w-md text-sm text-muted">
          <summary className="px-2 py-1">{t('fairness')}</summary>
          <p className="mt-1">{t('fairnessText')}</p>
          <p className="mt-1 flex items-center justify-center">
            <span className="font-mono text-xs break-all text-text">{commitment}</span>
            <CopyButton text={commitment} name={t('copyCommitment')} />
          </p>
        </details>
      )}
    </section>
  );
}
