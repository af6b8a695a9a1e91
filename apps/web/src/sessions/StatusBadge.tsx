import type { SessionStatus } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** SPEC section 4, session status: waiting is yellow, what is played is green, everything else grey. */
const COLOURS: Readonly<Record<SessionStatus, string>> = {
  draft: 'text-muted',
  waiting: 'text-caution',
  starting: 'text-good',
  playing: 'text-good',
  settled: 'text-muted',
  cancelled: 'text-muted',
  expired: 'text-muted',
};

/** Where a session stands, in a word. */
export function StatusBadge({ status }: { readonly status: SessionStatus }): ReactElement {
  const t = useTranslations('sessions.status');
  return <span className={`badge text-sm whitespace-nowrap ${COLOURS[status]}`}>{t(status)}</span>;
}
