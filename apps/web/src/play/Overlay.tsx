import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';

/** Something to read and to press over the field. Takes the focus only if the field had it, or nobody. */
export function Overlay({
  title,
  isGuarded = false,
  children,
}: {
  readonly title: string;
  /** Deaf to clicks for a moment, so that a player's last ones press nothing. */
  readonly isGuarded?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    const holder = document.activeElement;
    const isFieldFocused = holder instanceof HTMLCanvasElement;
    if (isFieldFocused) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section aria-labelledby={id} className={`overlay ${isGuarded ? 'overlay-guarded' : ''}`}>
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
