import { useId, type ReactElement, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Aim } from './analysis.ts';
import { useAnalysis } from './use-analysis.ts';

/** Share of the radius that counts as near the centre, per cent. */
const NEAR_PCT = 50;

/** After a round: what was missed, where the clicks were, what a program makes of the same bubbles, and one tip. Null where that cannot be known. */
export function Coach({ replayText }: { readonly replayText: string }): ReactElement | null {
  const t = useTranslations('coach');
  const format = useFormatter();
  const id = useId();
  const analysis = useAnalysis(replayText);
  if (analysis === null) return null;
  return (
    <section aria-labelledby={id} aria-busy={analysis === undefined} className="rounded-3xl bg-surface p-5">
      <h2 id={id} className="text-base">
        {t('title')}
      </h2>
      {analysis === undefined ? (
        <p role="status" className="mt-2 text-sm text-muted">
          {t('busy')}
        </p>
      ) : (
        <>
          <p className="mt-2 font-semibold">{t(`tips.${analysis.tip}`)}</p>
          <AimMap aims={analysis.aims} />
          <dl className="mt-3 flex flex-col gap-1.5 text-sm">
            <Fact name={t('missedBubbles')}>{t('of', { part: analysis.missedBubbles, all: analysis.bubbles })}</Fact>
            <Fact name={t('missedClicks')}>{t('of', { part: analysis.missedClicks, all: analysis.clicks })}</Fact>
            <Fact name={t('best')}>{format.number(analysis.bestScore)}</Fact>
          </dl>
        </>
      )}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="figure whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Where the clicks were on their bubbles: all bubbles are drawn as one. */
function AimMap({ aims }: { readonly aims: readonly Aim[] }): ReactElement | null {
  const t = useTranslations('coach');
  if (aims.length === 0) return null;
  const near = aims.filter(({ x, y }) => x * x + y * y <= NEAR_PCT * NEAR_PCT).length;
  const dots = aims.map(({ x, y }) => `M${String(x)} ${String(y)}h0`).join('');
  return (
    <svg
      viewBox="-104 -104 208 208"
      role="img"
      aria-label={t('aims', { count: aims.length, near })}
      className="mx-auto mt-3 block h-36 w-full"
    >
      <circle r="100" className="fill-ink stroke-line" strokeWidth="2" />
      <circle r={NEAR_PCT} className="fill-none stroke-line" strokeWidth="1" />
      <path d={dots} className="stroke-good" strokeWidth="6" strokeLinecap="round" opacity="0.75" />
    </svg>
  );
}
