import type { League } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import '../../ui/screens.css';

/** Colour of a league's mark. The name is always beside it. */
const MARKS: Readonly<Record<League, string>> = {
  bronze: 'bg-bronze',
  silver: 'bg-silver',
  gold: 'bg-gold',
  platinum: 'bg-good',
  diamond: 'bg-rare',
  master: 'bg-chain',
};

/** A league by its name and colour; provisional for null. */
export function LeagueBadge({ league }: { readonly league: League | null }): ReactElement {
  const t = useTranslations('season.leagues');
  return (
    <span className="inline-flex items-center gap-2 rounded-full bg-raised px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`size-2.5 rotate-45 rounded-[2px] ${league === null ? 'border border-edge' : MARKS[league]}`}
      />
      {t(league ?? 'provisional')}
    </span>
  );
}
