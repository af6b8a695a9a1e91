import type { ReviewStory } from '@popfray/protocol/admin';
import { useMemo, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';

/** Share of the radius that counts as the exact centre, per cent. */
const CENTRE_PCT = 10;

/** Positions of all hits relative to their bubbles: a person's are scattered, a program's are not. */
export function AimPlot({ aims }: { readonly aims: ReviewStory['aims'] }): ReactElement {
  const t = useTranslations('desk.review');
  const near = aims.filter(({ x, y }) => x * x + y * y <= CENTRE_PCT * CENTRE_PCT).length;
  const dots = useMemo(() => aims.map(({ x, y }) => `M${String(x)} ${String(y)}h0`).join(''), [aims]);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm text-muted">{t('aims')}</figcaption>
      <svg
        viewBox="-104 -104 208 208"
        role="img"
        aria-label={t('aimsLabel', { count: aims.length, near })}
        className="mx-auto block h-44 w-full"
      >
        <circle r="100" className="fill-ink stroke-line" strokeWidth="2" />
        <path d="M-100 0H100M0-100V100" className="stroke-line" strokeWidth="1" />
        <circle r={CENTRE_PCT} className="fill-none stroke-caution" strokeWidth="1" />
        <path d={dots} className="stroke-chain" strokeWidth="4" strokeLinecap="round" opacity="0.7" />
      </svg>
    </figure>
  );
}
