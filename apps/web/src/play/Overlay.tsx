import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';

/** How long the controls of a finished round ignore clicks, taps and the keys of play, ms. */
const GUARD_MS = 1_500;

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

/** Whether the controls accept input: at once without a guard, otherwise after `GUARD_MS` and when no pointer is down. */
function useArming(isGuarded: boolean): boolean {
  const [isArmed, setArmed] = useState(!isGuarded);
  useEffect(() => {
    if (isArmed) return;
    const down = new Set<number>();
    let isTimeUp = false;
    const arm = (): void => {
      if (isTimeUp && down.size === 0) setArmed(true);
    };
    const timer = setTimeout(() => {
      isTimeUp = true;
      arm();
    }, GUARD_MS);
    const press = ({ pointerId }: PointerEvent): void => void down.add(pointerId);
    const lift = ({ pointerId }: PointerEvent): void => {
      down.delete(pointerId);
      arm();
    };
    const ignoreKeysOfPlay = (event: KeyboardEvent): void => {
      if (event.key === ' ' || event.key.startsWith('Arrow')) event.preventDefault();
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', lift, true);
    addEventListener('pointercancel', lift, true);
    addEventListener('keydown', ignoreKeysOfPlay);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', lift, true);
      removeEventListener('pointercancel', lift, true);
      removeEventListener('keydown', ignoreKeysOfPlay);
    };
  }, [isArmed]);
  return isArmed;
}

/** Whether the focus is where keys do nothing any more: on no element, on the field, or on a button now disabled. */
export function isFocusAdrift(): boolean {
  const holder = document.activeElement;
  return (
    holder === null || holder === document.body || holder instanceof HTMLCanvasElement || holder.matches(':disabled')
  );
}
