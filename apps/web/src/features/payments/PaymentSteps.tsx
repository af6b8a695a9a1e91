import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { progressOf, STEPS, type Progress, type Stage, type Step } from './stage.ts';
import './payment.css';

/** The four steps of a payment, from the wallet's confirmation to the final block. */
export function PaymentSteps({
  stage,
  blockNumber,
}: {
  readonly stage: Stage;
  /** Number of its block; null while it is in none. */
  readonly blockNumber: number | null;
}): ReactElement {
  const t = useTranslations('payment');
  const progress = progressOf(stage);
  const name = (step: Step): string => {
    const isDone = progress[step] === 'done';
    const isNow = progress[step] === 'now';
    if (step === 'send' && isNow) return t('step.sending');
    if (step === 'include') {
      if (blockNumber !== null) return t(isDone ? 'step.included' : 'step.includeIn', { block: blockNumber });
      if (isNow) return t('step.including');
    }
    // Not marked as done earlier: a block that is not final can still be lost.
    if (step === 'confirm' && isDone && blockNumber !== null) return t('step.confirmIn', { block: blockNumber });
    return t(`step.${step}`);
  };
  return (
    <ol className="payment-steps">
      {STEPS.map((step) => (
        <li
          key={step}
          className={`payment-step payment-step-${progress[step]}`}
          aria-current={progress[step] === 'now' ? 'step' : undefined}
        >
          <StepMark progress={progress[step]} />
          <span className="sr-only">{t(`stepState.${progress[step]}`)}</span>
          <span>{name(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function StepMark({ progress }: { readonly progress: Progress }): ReactElement {
  return (
    <span aria-hidden="true" className="payment-mark">
      {progress === 'done' && <Icon name="check" className="size-3.5" />}
      {progress === 'stopped' && <Icon name="cross" className="size-3.5" />}
    </span>
  );
}
