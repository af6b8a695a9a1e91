import type { ReactElement } from 'react';
import { NoFieldNotice } from '../play/index.ts';
import { PausedNotice } from '../payments/index.ts';
import '../../ui/screens.css';

/** Warnings before entering a session: paid play is paused, or this browser cannot draw the field. Empty without a reason. */
export function EntryNotices({ feeSun }: { readonly feeSun: number }): ReactElement {
  return (
    <>
      {feeSun > 0 && <PausedNotice className="mt-4" />}
      <NoFieldNotice />
    </>
  );
}
