import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import { useArming } from './use-arming.ts';

/** Something to read and to press over the field. */
export function Overlay({
  title,
  isGuarded = false,
  children,
}: {
  readonly title: string;
  /**
   * Whether the controls ignore clicks, taps and the keys of play at first, so that the last ones of a round press nothing: for 1.5 s, and
   * until every finger has lifted.
   */
  readonly isGuarded?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isGuarded && isFocusAdrift()) heading.current?.focus({ preventScroll: true });
  }, [isGuarded]);
  const isArmed = useArming(isGuarded);
  return (
    <section aria-labelledby={id} className={`overlay ${isArmed ? '' : 'overlay-guarded'}`}>
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Whether the focus is where keys do nothing any more: on no element, on the field, or on a button now disabled. */
export function isFocusAdrift(): boolean {
  const holder = document.activeElement;
  return (
    holder === null || holder === document.body || holder instanceof HTMLCanvasElement || holder.matches(':disabled')
  );
}
