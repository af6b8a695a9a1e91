import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { RewardStatus } from './reward-status.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const TONES: Readonly<Record<RewardStatus, Tone>> = {
  credited: 'good',
  capped: 'caution',
  held: 'caution',
  refused: 'muted',
};

/** Badge with the status of a round's reward. */
export function RewardBadge({ standing }: { readonly standing: RewardStatus }): ReactElement {
  const t = useTranslations('round.status');
  return <Badge tone={TONES[standing]}>{t(standing)}</Badge>;
}
