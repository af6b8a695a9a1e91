import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { useArming } from './use-arming.ts';

const PANEL =
  'z-2 flex flex-col items-center justify-center gap-[clamp(0.375rem,1.5vw,1rem)] rounded-[inherit] p-2 text-center max-sm:[&_.action-bare]:min-h-9 [&_:is(a,button,summary)]:[transition:opacity_200ms] forced-colors:border forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]';

/** A panel through which the field is seen and clicked, apart from its controls. */
const CLEAR = 'pointer-events-none bg-ink/60 contrast-more:bg-ink [&_:is(a,button,select,summary)]:pointer-events-auto';

/**
 * Utilities of a panel over the field, which may be taller than the field on the smallest phones. A result hides the points on the bubbles
 * below it. `isArmed` is false while the last clicks of a round may still arrive. One that is part of the page from the first does not fade in.
 */
export const overlayClasses = ({ isResult = false, isArmed = true, isClear = false, isFirst = false } = {}): string =>
  `overlay ${PANEL} ${isFirst ? '' : 'animate-[appear_180ms_var(--ease-out)]'} ${isResult ? 'bg-ink' : isClear ? CLEAR : 'bg-ink/86 contrast-more:bg-ink'} ${
    isArmed ? '' : 'overlay-guarded [&_:is(a,button,summary)]:pointer-events-none [&_:is(a,button,summary)]:opacity-60'
  }`;

/** A panel with text and buttons over the field. */
export function Overlay({
  title,
  isGuarded = false,
  isClear = false,
  isFirst = false,
  children,
}: {
  readonly title: string;
  /**
   * Whether it is the result of a round, which hides the field. Its controls ignore clicks, taps and the play keys at first, so that the
   * last ones of the round press nothing: for 1.5 s, and until every finger has lifted.
   */
  readonly isGuarded?: boolean;
  /** Whether what is below is seen and clicked through it. */
  readonly isClear?: boolean;
  /** Whether it is part of the page from the first, so that it does not fade in. */
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isGuarded && isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, [isGuarded]);
  const isArmed = useArming(isGuarded);
  return (
    <section aria-labelledby={id} className={overlayClasses({ isResult: isGuarded, isArmed, isClear, isFirst })}>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Whether the focus is on an element where keys have no effect: none, the field, or a disabled button. */
export function isFocusLost(): boolean {
  const holder = document.activeElement;
  return (
    holder === null || holder === document.body || holder instanceof HTMLCanvasElement || holder.matches(':disabled')
  );
}
