import { useId, type ReactElement, type ReactNode } from 'react';

/** Something to read and to press over the field. */
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
  return (
    <section aria-labelledby={id} className={`overlay ${isGuarded ? 'overlay-guarded' : ''}`}>
      <h2 id={id} tabIndex={-1} className="text-xl sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
