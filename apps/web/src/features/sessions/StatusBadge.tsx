import type { SessionStatus } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import '../../ui/screens.css';

/** SPEC section 4, session status: waiting is yellow, running is green, all others are grey. */
const COLOURS: Readonly<Record<SessionStatus, string>> = {
  draft: 'text-muted',
  waiting: 'text-caution',
  starting: 'text-good',
  playing: 'text-good',
  settled: 'text-muted',
  cancelled: 'text-muted',
  expired: 'text-muted',
};

/** Badge with the status of a session. */
export function StatusBadge({ status }: { readonly status: SessionStatus }): ReactElement {
  const t = useTranslations('sessions.status');
  return <span className={`badge text-sm whitespace-nowrap ${COLOURS[status]}`}>{t(status)}</span>;
}
