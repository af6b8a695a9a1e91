import type { Rules } from '@popfray/engine';
import { createRoundStore, type RoundStore } from '@popfray/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { overlayClasses, useArming } from '../play/index.ts';
import { Icon } from '../../ui/Icon.tsx';
import { countDone, makeSteps, type Step } from './steps.ts';

/** How long a completed step stays visible, ms. */
const PRAISE_MS = 700;

/**
 * The tutorial: a few steps on the real field, each completed by doing it, before the time of the round starts. Bubbles popped here belong
 * to no round.
 */
export function Lesson({
  rules,
  isPractice,
  onRound,
  onEnd,
}: {
  readonly rules: Rules;
  /** Whether the round is practice, where keys jump from bubble to bubble; otherwise they move a cursor. */
  readonly isPractice: boolean;
  /** Called with the round that the field has to show; null at the end. */
  readonly onRound: (store: RoundStore | null) => void;
  /** Called when the tutorial was completed or skipped. */
  readonly onEnd: () => void;
}): ReactElement {
  const t = useTranslations('tutorial');
  const [at, setAt] = useState(0);
  const usesKeys = useStartedByKeys(at > 0);
  const steps = useMemo(
    () => makeSteps(rules, { hasKeys: matchMedia('(any-pointer: fine)').matches, usesKeys, keysJump: isPractice }),
    [rules, usesKeys, isPractice],
  );
  const [done, setDone] = useState(0);
  const step = steps[at];
  const isDone = step !== undefined && done >= step.times;
  const next = (): void => {
    setAt(at + 1);
    setDone(0);
  };

  useLessonRound(steps, step, onRound, setDone);
  const goOn = useEffectEvent(next);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(goOn, PRAISE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  if (step === undefined) return <LessonReady rules={rules} onStart={onEnd} />;
  return (
    <section aria-label={t('label')} className="pointer-events-none z-2 p-2">
      <div className="mx-auto w-fit max-w-120 rounded-2xl bg-ink px-3 pt-1.5 text-center text-balance">
        <div role="status">
          <p className="flex items-center justify-center gap-2 text-xs text-muted">
            {t('progress', { step: at + 1, steps: steps.length })}
            {step.times > 1 && <Tally done={done} times={step.times} />}
          </p>
          <p className={`text-sm font-semibold sm:text-base ${isDone ? 'text-good' : ''}`}>
            {isDone ? t(`done.${step.name}`) : t(`step.${step.text}`, { times: step.times })}
          </p>
        </div>
        <div className="pointer-events-auto flex justify-center [&>.action]:min-h-11 [&>.action]:text-[0.875rem]">
          <button type="button" className="action action-bare" onClick={next}>
            {t('next')}
          </button>
          <button type="button" className="action action-bare" onClick={onEnd}>
            {t('skip')}
          </button>
        </div>
      </div>
    </section>
  );
}

/** Last step of the tutorial: a focused button that starts the round. */
function LessonReady({ rules, onStart }: { readonly rules: Rules; readonly onStart: () => void }): ReactElement {
  const t = useTranslations('tutorial');
  const start = useRef<HTMLButtonElement>(null);
  const isArmed = useArming(true);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-label={t('label')} className={overlayClasses({ isArmed })}>
      <h2 className="text-xl sm:text-3xl">{t('ready')}</h2>
      <p className="max-w-sm text-muted">{t('readyText', { seconds: rules.durationMs / 1_000 })}</p>
      <button ref={start} type="button" className="action action-primary min-h-13 px-8 text-lg" onClick={onStart}>
        <Icon name="play" />
        {t('start')}
      </button>
    </section>
  );
}

/** Progress of a step as dots. Text and field show it too. */
function Tally({ done, times }: { readonly done: number; readonly times: number }): ReactElement {
  return (
    <span aria-hidden="true" className="flex gap-1">
      {Array.from({ length: times }, (_, dot) => (
        <span key={dot} className={`size-2 rounded-full ${dot < done ? 'bg-good' : 'bg-line'}`} />
      ))}
    </span>
  );
}

/** Whether the round was started by the keyboard: the browser shows the focus of the field then. It no longer changes when it is settled. */
function useStartedByKeys(isSettled: boolean): boolean {
  const [usesKeys, setUsesKeys] = useState(false);
  useEffect(() => {
    if (isSettled) return;
    const noteFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLCanvasElement) setUsesKeys(target.matches(':focus-visible'));
    };
    addEventListener('focusin', noteFocus);
    return () => removeEventListener('focusin', noteFocus);
  }, [isSettled]);
  return usesKeys;
}

/** Creates the round of each step and counts the player's progress. */
function useLessonRound(
  steps: readonly Step[],
  step: Step | undefined,
  onRound: (store: RoundStore | null) => void,
  setDone: (count: (before: number) => number) => void,
): void {
  const isByKey = useRef(false);
  useEffect(() => {
    const noteKey = (): void => void (isByKey.current = true);
    const notePointer = (): void => void (isByKey.current = false);
    addEventListener('keydown', noteKey, { capture: true });
    addEventListener('pointerdown', notePointer, { capture: true });
    return () => {
      removeEventListener('keydown', noteKey, { capture: true });
      removeEventListener('pointerdown', notePointer, { capture: true });
    };
  }, []);

  // Consecutive steps with the same rules share a round.
  const rules = (step ?? steps[0])?.rules;
  const store = useMemo(() => rules && createRoundStore({ rules, pausable: false }), [rules]);
  useEffect(() => {
    if (store === undefined) return;
    store.start();
    onRound(store);
    return store.subscribe(({ phase }, previous) => {
      if (phase === 'over' && previous.phase !== 'over') store.start();
    });
  }, [store, onRound]);
  useEffect(() => () => onRound(null), [onRound]);

  useEffect(() => {
    if (store === undefined || step === undefined) return;
    return store.listen((event) => {
      setDone((before) =>
        before >= step.times ? before : countDone(step, before, { event, isByKey: isByKey.current }),
      );
    });
  }, [store, step, setDone]);
}
