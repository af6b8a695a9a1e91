import type { ReactElement, ReactNode } from 'react';
import '../../ui/screens.css';

/** One part of the kit: its name, and its states. */
export function Part({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <h2 className="text-lg">{name}</h2>
      {children}
    </section>
  );
}

/** States of a part, side by side. */
export function States({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="flex flex-wrap items-start gap-3">{children}</div>;
}
