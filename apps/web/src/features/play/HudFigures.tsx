import type { ReactElement, ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** The figures above a field, in one row. During a round an upright phone has them right above the field, near the eye. */
export function HudFigures({
  isBattle = false,
  figures,
  children,
}: {
  /** Whether the time keeps its place when the score or the position gets longer. */
  readonly isBattle?: boolean;
  /** One `HudFigure` for each. */
  readonly figures: ReactNode;
  /** Content below the figures. */
  readonly children?: ReactNode;
}): ReactElement {
  const t = useTranslations('hud');
  const columns = isBattle
    ? 'grid-cols-[minmax(0,1.6fr)_minmax(auto,1fr)] [@media(min-height:32.01rem)]:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] [@media(min-height:32.01rem)]:[&>:last-child]:justify-self-end filled:broad:[&>:last-child]:justify-self-start upright:in-round:[&>:last-child]:justify-self-start [@media(min-height:32.01rem)]:[&>:nth-child(2)_dd]:min-w-[3ch]'
    : 'grid-cols-[minmax(0,1.6fr)_minmax(auto,1fr)]';
  // The rivals of a battle fill the room above the field; a toast has its place above the figures.
  const place = isBattle
    ? 'upright:in-round:pt-14'
    : 'upright:in-round:flex upright:in-round:min-h-[calc(100dvh-75vw-4.75rem-env(safe-area-inset-bottom))] upright:in-round:flex-col upright:in-round:justify-end';
  return (
    <section aria-label={t('label')} className={`[grid-area:hud] filled:[&_.upgrades-mark]:hidden ${place}`}>
      <dl
        className={`hud grid auto-cols-auto grid-flow-col gap-x-[clamp(0.75rem,3vw,1.25rem)] gap-y-3 px-1 pt-1 pb-0.5 upright:in-round:grid-flow-row upright:in-round:grid-cols-[1fr_minmax(34vw,auto)] upright:in-round:gap-y-1 flat:grid-flow-row flat:grid-cols-[auto_1fr] flat:pt-0 flat:[&>:nth-child(-n+2)]:col-span-full filled:broad:grid-flow-row filled:broad:grid-cols-1 filled:broad:pt-4 ${columns}`}
      >
        {figures}
      </dl>
      {children}
    </section>
  );
}

const SIZES = {
  large:
    'text-[clamp(1.625rem,1.1rem+2.2vw,2.75rem)] whitespace-nowrap upright:in-round:text-[clamp(2.25rem,12vw,3.5rem)]',
  small: 'pb-0.5 text-[clamp(1.0625rem,0.9rem+0.8vw,1.5rem)]',
} as const;

/** One figure with its name above it. */
export function HudFigure({
  name,
  size,
  className = '',
  isExtra = false,
  children,
}: {
  readonly name: string;
  readonly size: keyof typeof SIZES;
  readonly className?: string;
  readonly children: ReactNode;
  /** Whether the figure is left out in full screen during a round. */
  readonly isExtra?: boolean;
}): ReactElement {
  return (
    // The names of a row are in line at its top, the figures at its bottom, also when their sizes differ.
    <div className={`group/figure flex flex-col justify-between ${isExtra ? 'filled:hidden' : ''}`}>
      <dt className="text-[0.75rem] leading-[1.3] whitespace-nowrap text-muted max-[22rem]:group-last/figure:w-min max-[22rem]:group-last/figure:min-w-[3.25em] max-[22rem]:group-last/figure:whitespace-normal flat:whitespace-normal">
        {name}
      </dt>
      <dd className={`figure ${SIZES[size]} ${className}`}>{children}</dd>
    </div>
  );
}
