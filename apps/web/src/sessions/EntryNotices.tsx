import type { ReactElement } from 'react';
import { NoFieldNotice } from '../play/NoFieldNotice.tsx';
import { PausedNotice } from '../shell/PausedNotice.tsx';

/** Reasons not to enter a session now: paid play is paused, or this browser cannot draw the field. Empty while there are none. */
export function EntryNotices({ feeSun }: { readonly feeSun: number }): ReactElement {
  return (
    <>
      {feeSun > 0 && <PausedNotice className="mt-4" />}
      <NoFieldNotice />
    </>
  );
}
