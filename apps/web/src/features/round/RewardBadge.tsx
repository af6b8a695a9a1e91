import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { RewardStatus } from './reward-status.ts';

const TONES: Readonly<Record<RewardStatus, string>> = {
  credited: 'text-good',
  capped: 'text-caution',
  held: 'text-caution',
  refused: 'text-muted',
};

/** Badge with the status of a round's reward. */
export function RewardBadge({ standing }: { readonly standing: RewardStatus }): ReactElement {
  const t = useTranslations('round.status');
  return <span className={`badge ${TONES[standing]}`}>{t(standing)}</span>;
}
