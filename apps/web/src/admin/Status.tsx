import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** What needs a hand, what went wrong, what is over and well. */
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

/** How something stands, in a word. What the desk has no word for is shown as the server has it. */
export function Status({ status }: { readonly status: string }): ReactElement {
  const t = useTranslations('desk.statuses');
  return (
    <span className={`font-semibold whitespace-nowrap ${TONES[status] ?? ''}`}>
      {t.has(status as never) ? t(status as never) : status}
    </span>
  );
}
