import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import type { Standing } from './standing.ts';

const TONES: Readonly<Record<Standing, string>> = {
  credited: 'text-good',
  capped: 'text-caution',
  held: 'text-caution',
  refused: 'text-muted',
};

/** What became of a round's reward, in a word or two. */
export function StandingBadge({ standing }: { readonly standing: Standing }): ReactElement {
  const t = useTranslations('round.status');
  return <span className={`badge ${TONES[standing]}`}>{t(standing)}</span>;
}
