import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { failureText } from '../../data/api/failure-text.ts';
import { submission } from './submission.ts';

/** Status of the submission of the last finished round. */
export function SubmissionStatus(): ReactElement | null {
  const t = useTranslations('daily.handIn');
  const state = useStore(submission);
  switch (state.step) {
    case 'none':
      return null;
    case 'below':
      return <p className="text-muted">{state.best > 0 ? t('below', { score: state.best }) : t('none')}</p>;
    case 'sending':
      return (
        <p className={state.failures > 0 ? 'text-caution' : 'text-muted'}>
          {state.failures > 0 ? t('waiting') : t('sending')}
        </p>
      );
    case 'refused':
      return (
        <p className="text-caution">
          {t('refused')} {failureText(state.code)}
        </p>
      );
    case 'judged': {
      const { outcome, own, count } = state.verdict;
      if (outcome === 'listed' && own !== null)
        return <p className="font-semibold text-good">{t('listed', { rank: own.rank, count })}</p>;
      if (outcome === 'kept' && own !== null) return <p className="text-muted">{t('below', { score: own.score })}</p>;
      return <p className="text-caution">{outcome === 'listed' || outcome === 'kept' ? t('refused') : t(outcome)}</p>;
    }
  }
}
