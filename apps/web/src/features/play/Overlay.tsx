import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { useArming } from './use-arming.ts';

/** A panel with text and buttons over the field. */
export function Overlay({
  title,
  isGuarded = false,
  children,
}: {
  readonly title: string;
  /**
   * Whether it is the result of a round, which hides the field. Its controls ignore clicks, taps and the play keys at first, so that the
   * last ones of the round press nothing: for 1.5 s, and until every finger has lifted.
   */
  readonly isGuarded?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isGuarded && isFocusLost()) heading.current?.focus({ preventScroll: true });
  }, [isGuarded]);
  const isArmed = useArming(isGuarded);
  return (
    <section
      aria-labelledby={id}
      className={`overlay ${isGuarded ? 'overlay-result' : ''} ${isArmed ? '' : 'overlay-guarded'}`}
    >
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
