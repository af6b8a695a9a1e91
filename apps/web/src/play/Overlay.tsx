import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';

/** How long keys of play are held back where a round has ended under them, ms. */
const DEAF_MS = 1_000;

/** Something to read and to press over the field. */
export function Overlay({
  title,
  isGuarded = false,
  children,
}: {
  readonly title: string;
  /** Deaf to clicks and keys of play for a moment, so that a player's last ones press nothing, and scroll nothing away. */
  readonly isGuarded?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isGuarded) return;
    if (isFocusAdrift()) heading.current?.focus({ preventScroll: true });
    const fromMs = performance.now();
    const holdBack = (event: KeyboardEvent): void => {
      const isOfPlay = event.key === ' ' || event.key.startsWith('Arrow');
      if (isOfPlay && performance.now() - fromMs < DEAF_MS) event.preventDefault();
    };
    addEventListener('keydown', holdBack);
    return () => removeEventListener('keydown', holdBack);
  }, [isGuarded]);
  return (
    <section aria-labelledby={id} className={`overlay ${isGuarded ? 'overlay-guarded' : ''}`}>
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
