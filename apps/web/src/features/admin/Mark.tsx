import type { ReactElement, ReactNode } from 'react';

/** A short remark that the operator should see, such as a reason for suspicion. */
export function Mark({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <span className="rounded-full bg-caution/14 px-2 py-px text-[0.8125rem] font-semibold whitespace-nowrap text-caution">
      {children}
    </span>
  );
}
