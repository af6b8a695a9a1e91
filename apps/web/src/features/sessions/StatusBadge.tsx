import type { SessionStatus } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import '../../ui/screens.css';

/** SPEC section 4, session status: waiting is yellow, running is green, all others are grey. */
const TONES: Readonly<Record<SessionStatus, Tone>> = {
  draft: 'muted',
  waiting: 'caution',
  starting: 'good',
  playing: 'good',
  settled: 'muted',
  cancelled: 'muted',
  expired: 'muted',
};

/** Badge with the status of a session. */
export function StatusBadge({ status }: { readonly status: SessionStatus }): ReactElement {
  const t = useTranslations('sessions.status');
  return (
    <Badge tone={TONES[status]} className="text-sm whitespace-nowrap">
      {t(status)}
    </Badge>
  );
}
