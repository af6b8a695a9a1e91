import { useId, type ReactElement, type ReactNode } from 'react';

/** Box beside the lists with a title. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-3xl bg-surface p-5">
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children}
    </section>
  );
}
