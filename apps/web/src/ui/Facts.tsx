import type { ReactElement, ReactNode } from 'react';

/** Terms and their values, one pair a line. Utilities of the children have precedence over these. */
export function Facts({
  className = '',
  children,
}: {
  readonly className?: string;
  /** One `div` with a `dt` and a `dd` for each pair. */
  readonly children: ReactNode;
}): ReactElement {
  return (
    <dl
      className={`${className} [:where(&_dd)]:min-w-0 [:where(&_dd)]:font-medium [:where(&_dd)]:tabular-nums [:where(&_dd)]:wrap-anywhere [:where(&_dt)]:text-[0.875rem] [:where(&_dt)]:text-muted [:where(&>div)]:grid [:where(&>div)]:grid-cols-[8rem_minmax(0,1fr)] [:where(&>div)]:items-baseline [:where(&>div)]:gap-x-4 [:where(&>div)]:gap-y-1 [:where(&>div)]:border-t [:where(&>div)]:border-line/70 [:where(&>div)]:py-2`}
    >
      {children}
    </dl>
  );
}
