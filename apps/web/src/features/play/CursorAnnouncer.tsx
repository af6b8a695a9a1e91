import type { CursorReport } from '@popfray/react';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';

/** The last report of a field's cursor; null before the first one. */
export type CursorReports = StoreApi<{ readonly report: CursorReport | null }>;

/** Announces to screen readers what the cursor of the keys is at. */
export function CursorAnnouncer({ reports }: { readonly reports: CursorReports }): ReactElement {
  const t = useTranslations('cursor.at');
  const report = useStore(reports, (state) => state.report);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {report !== null && t(report)}
    </p>
  );
}
