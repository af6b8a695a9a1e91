import { type ReactElement, type ReactNode, useState } from 'react';
import { reloadPage } from './reload-page.ts';
import { Pulse } from './Pulse.tsx';

/** Button that reloads the page. It shows activity until the browser replaces the page. */
export function ReloadButton({
  className = 'action action-quiet',
  children,
}: {
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  const [isBusy, setBusy] = useState(false);
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      className={className}
      onClick={() => {
        if (isBusy) return;
        setBusy(true);
        void reloadPage();
      }}
    >
      {isBusy && <Pulse />}
      {children}
    </button>
  );
}
