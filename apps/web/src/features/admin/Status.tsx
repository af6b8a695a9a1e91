import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Colours of statuses: needs an action, failed, or completed. */
const TONES: Readonly<Record<string, string>> = {
  stuck: 'text-caution',
  failed: 'text-tron',
  refused: 'text-tron',
  held: 'text-caution',
  returned: 'text-caution',
  cancelled: 'text-muted',
  expired: 'text-muted',
  left: 'text-muted',
  absent: 'text-muted',
  applied: 'text-good',
  confirmed: 'text-good',
  credited: 'text-good',
  settled: 'text-good',
  booked: 'text-good',
};

/** Name of a status. A status without a text is shown as the server's value. */
export function Status({ status }: { readonly status: string }): ReactElement {
  const t = useTranslations('desk.statuses');
  return (
    <span className={`font-semibold whitespace-nowrap ${TONES[status] ?? ''}`}>
      {t.has(status as never) ? t(status as never) : status}
    </span>
  );
}
