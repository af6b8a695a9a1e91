import { useState, type PointerEvent, type ReactElement } from 'react';
import { barsOf, dayAt, HEIGHT, mostOf, pointsOf, WIDTH, type Values } from './scale.ts';

/** Properties of a chart of daily values. */
interface DayChartProps {
  readonly title: string;
  /** The total as a figure. */
  readonly figure: string;
  /** The total as a sentence for screen readers. */
  readonly summary: string;
  /** How values are drawn: amounts as bars, states as points of a line. */
  readonly kind: 'bars' | 'line';
  readonly values: Values;
  /** Value at the top of the chart; default: the highest value. */
  readonly most?: number;
  /** Tooltip of a day; null for none. */
  readonly read: (at: number) => string | null;
  /** Labels of the first and the last day, below the chart. */
  readonly ends: readonly [first: string, last: string];
  /** Class with the colour, for `currentColor`. */
  readonly className: string;
}

/** A small chart of daily values, as an image whose name is the total. A table beside it has the daily values. */
export function DayChart({
  title,
  figure,
  summary,
  kind,
  values,
  most = mostOf(values),
  read,
  ends,
  className,
}: DayChartProps): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const reading = at === null || at >= values.length ? null : read(at);
  const find = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(width === 0 ? null : dayAt((clientX - left) / width, values.length));
  };
  return (
    <figure className="day-chart">
      <figcaption>
        <span className="text-sm text-muted">{title}</span>
        <span className="day-chart-figure">{reading ?? figure}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`day-chart-picture ${className}`}
        onPointerMove={find}
        onPointerDown={find}
        onPointerLeave={() => setAt(null)}
      >
        {/* Marker of the day under the pointer, over the whole height. */}
        {at !== null && reading !== null && (
          <rect
            x={(at * WIDTH) / values.length}
            y={0}
            width={WIDTH / values.length}
            height={HEIGHT}
            className="fill-raised"
          />
        )}
        <path d={`M0 ${HEIGHT}H${WIDTH}`} className="day-chart-ground" />
        {kind === 'bars' ? <Bars values={values} /> : <Line values={values} most={most} />}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

const Bars = ({ values }: { readonly values: Values }): ReactElement => (
  <>
    {barsOf(values).map(({ at, x, y, width, height }) => (
      <rect key={at} x={x} y={y} width={width} height={height} fill="currentColor" />
    ))}
  </>
);

/** Number of days from which smaller dots are used, so that they do not touch each other on a phone. */
const CROWDED_DAYS = 45;

/** A line through the days with a value. Dots are strokes of zero length: they stay round when the chart is stretched. */
function Line({ values, most }: { readonly values: Values; readonly most: number }): ReactElement {
  const points = pointsOf(values, most);
  const dot = values.length > CROWDED_DAYS ? 'day-chart-dot is-small' : 'day-chart-dot';
  return (
    <>
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className="day-chart-line" />
      {points.map(({ at, x, y }) => (
        <path key={at} d={`M${x} ${y}h0`} className={dot} />
      ))}
    </>
  );
}
