import type { ReactElement, ReactNode } from 'react';

/** The last part of a dialog, with its buttons. It stays visible when the content scrolls, except in a low window. */
export function DialogEnd({
  className = '',
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div
      data-dialog-end
      className={`sticky -bottom-[max(1.25rem,env(safe-area-inset-bottom))] -mx-5 -mb-[max(1.25rem,env(safe-area-inset-bottom))] border-t border-line bg-surface px-5 pt-3.5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6 [@media(max-height:28rem)]:static ${className}`}
    >
      {children}
    </div>
  );
}
