import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { progressOf, STEPS, type Progress, type Stage, type Step } from './stage.ts';
import '../../ui/screens.css';

/** Utilities of a step, of the line to the next step, and of its mark. */
const LOOKS: Readonly<Record<Progress, { readonly step: string; readonly line: string; readonly mark: string }>> = {
  ahead: { step: 'text-muted', line: 'before:bg-line', mark: 'border-line bg-raised' },
  done: { step: 'text-muted', line: 'before:bg-good', mark: 'border-good bg-good text-ink' },
  now: {
    step: 'font-semibold text-text',
    line: 'before:bg-line',
    mark: "border-text bg-raised after:size-2 after:animate-[pulse_1.2s_ease-in-out_infinite_alternate] after:rounded-full after:bg-text after:content-['']",
  },
  stopped: { step: 'font-semibold text-caution', line: 'before:bg-line', mark: 'border-caution bg-caution text-ink' },
};

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
    <ol className="mt-3.5 flex flex-col">
      {STEPS.map((step) => (
        <li
          key={step}
          className={`relative flex items-start gap-3 pb-2.5 text-[0.9375rem] before:absolute before:top-5.5 before:-bottom-0.5 before:left-2.5 before:-ml-px before:w-0.5 before:content-[''] last:pb-0 last:before:hidden ${LOOKS[progress[step]].step} ${LOOKS[progress[step]].line}`}
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
    <span
      aria-hidden="true"
      className={`z-1 mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border-2 ${LOOKS[progress].mark}`}
    >
      {progress === 'done' && <Icon name="check" className="size-3.5" />}
      {progress === 'stopped' && <Icon name="cross" className="size-3.5" />}
    </span>
  );
}
