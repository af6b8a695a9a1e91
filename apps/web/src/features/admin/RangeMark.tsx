import type { Statistic } from '@popfray/protocol/admin';
import type { ReactElement } from 'react';

/** Width and height of the drawing. */
const WIDTH = 120;
const HEIGHT = 14;
/** Room at both ends for the mark of a value, and the part of the width to each side of the band. */
const EDGE = 5;
const ASIDE = 25;

/** A value on the range of people: a band from percentile 1 to 99, a line at the median, and a dot. A value far outside is an arrow at the end. */
export function RangeMark({
  statistic: { value, low, median, high },
  label,
}: {
  readonly statistic: Statistic;
  /** The same in words. */
  readonly label: string;
}): ReactElement {
  const band = WIDTH - 2 * ASIDE;
  const placeOf = (at: number): number => (high === low ? WIDTH / 2 : ASIDE + ((at - low) / (high - low)) * band);
  const x = placeOf(value);
  const isInside = value >= low && value <= high;
  const middle = HEIGHT / 2;
  return (
    <svg viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`} role="img" aria-label={label} className="block h-3.5 w-30">
      <title>{label}</title>
      <path d={`M0 ${String(middle)}H${String(WIDTH)}`} className="stroke-line" strokeWidth="1" />
      <rect x={ASIDE} y={middle - 3} width={band} height="6" rx="3" className="fill-edge" opacity="0.45" />
      <path d={`M${placeOf(median).toFixed(1)} 1v${String(HEIGHT - 2)}`} className="stroke-muted" strokeWidth="1.5" />
      {x < EDGE || x > WIDTH - EDGE ? (
        <path
          d={x < EDGE ? `M${String(2 * EDGE)} 2l-8 5l8 5z` : `M${String(WIDTH - 2 * EDGE)} 2l8 5l-8 5z`}
          className="fill-caution"
        />
      ) : (
        <circle cx={x.toFixed(1)} cy={middle} r="4" className={isInside ? 'fill-text' : 'fill-caution'} />
      )}
    </svg>
  );
}
