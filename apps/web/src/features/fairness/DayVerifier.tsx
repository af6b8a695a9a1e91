import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../ui/Icon.tsx';
import { verifyDay, type DayResult, type Progress } from './verification.ts';

/** Most problems that are listed. */
const LISTED = 50;

/** What the verification of a day is doing. */
type Step =
  | { readonly name: 'idle' | 'stopped' | 'failed' }
  | { readonly name: 'running'; readonly progress: Progress | null }
  | { readonly name: 'done'; readonly result: DayResult };

/** Verifies the list of a day and its receipts in the visitor's browser, shows the progress, and lists what is wrong. */
export function DayVerifier({ day }: { readonly day: string }): ReactElement {
  const t = useTranslations('fairness');
  const [step, setStep] = useState<Step>({ name: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const verify = async (): Promise<void> => {
    const run = new AbortController();
    running.current = run;
    setStep({ name: 'running', progress: null });
    const change = (next: Step): void => {
      if (!run.signal.aborted) setStep(next);
    };
    try {
      const result = await verifyDay(day, (progress) => change({ name: 'running', progress }), run.signal);
      change({ name: 'done', result });
    } catch {
      change({ name: 'failed' });
      run.abort();
    }
  };
  const stop = (): void => {
    running.current?.abort();
    setStep({ name: 'stopped' });
  };
  const isRunning = step.name === 'running';
  return (
    <div className="mt-6 rounded-3xl bg-surface p-5 sm:p-6">
      <h3 className="text-lg">{t('verify')}</h3>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t('verifyText')}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" disabled={isRunning} className="action action-primary" onClick={() => void verify()}>
          <Icon name="check" />
          {t(isRunning ? 'verifying' : 'verifyNow')}
        </button>
        {isRunning && (
          <button type="button" className="action action-quiet" onClick={stop}>
            {t('stop')}
          </button>
        )}
      </div>
      {isRunning && <Running progress={step.progress} />}
      <div role="status">
        {step.name === 'stopped' && <p className="mt-4 text-muted">{t('stopped')}</p>}
        {step.name === 'failed' && (
          <p className="mt-4 flex items-start gap-2.5 text-caution">
            <Icon name="alert" className="size-6 shrink-0" />
            {t('failed')}
          </p>
        )}
        {step.name === 'done' && <Result result={step.result} />}
      </div>
    </div>
  );
}

function Running({ progress }: { readonly progress: Progress | null }): ReactElement {
  const t = useTranslations('fairness');
  const { part = 'list', done = 0, total = 0 } = progress ?? {};
  const words = t(`progress.${part}`, { done, total });
  return (
    <div className="mt-4 max-w-md text-sm text-muted">
      <progress className="h-2 w-full accent-good" aria-label={words} {...(total > 0 && { value: done, max: total })} />
      <p className="mt-1 tabular-nums">{words}</p>
    </div>
  );
}

function Result({ result: { entries, receipts, problems } }: { readonly result: DayResult }): ReactElement {
  const t = useTranslations('fairness');
  const isGood = problems.length === 0;
  return (
    <>
      <p className={`mt-4 flex items-start gap-2.5 font-semibold ${isGood ? 'text-good' : 'text-caution'}`}>
        <Icon name={isGood ? 'check' : 'alert'} className="size-6 shrink-0" />
        {isGood ? t('verified', { entries, receipts }) : t('notVerified', { count: problems.length })}
      </p>
      {!isGood && (
        <ul className="mt-3 flex flex-col gap-2 text-sm">
          {problems.slice(0, LISTED).map(({ kind, number, text }) => (
            <li key={`${number} ${text}`} className="flex items-start gap-2.5">
              <Icon name="cross" className="mt-px size-4.5 shrink-0 text-tron" />
              <div className="min-w-0">
                <p>{t(`problem.${kind}`, { number })}</p>
                <p lang="en" className="text-muted wrap-anywhere">
                  {text}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
