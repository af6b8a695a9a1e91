import { useState, type PointerEvent, type ReactElement } from 'react';
import { barsOf, dayAt, HEIGHT, mostOf, pointsOf, WIDTH, type Values } from './scale.ts';

/** What a chart of days shows. */
interface DayChartProps {
  readonly title: string;
  /** The one figure that it comes to. */
  readonly figure: string;
  /** The same in a sentence, for whoever does not see the picture. */
  readonly summary: string;
  /** How a day's value is drawn: an amount as a bar, a state as a point of a line. */
  readonly kind: 'bars' | 'line';
  readonly values: Values;
  /** The value at the top; the highest one when absent. */
  readonly most?: number;
  /** What a day is read as, under the pointer; null for a day with nothing to be read. */
  readonly read: (at: number) => string | null;
  /** The first and the last day, below the picture. */
  readonly ends: readonly [first: string, last: string];
  /** Its colour, as a class for `currentColor`. */
  readonly className: string;
}

/** A small chart of days, as an image with its sum as a name: the days themselves belong into a table beside it. */
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
        {/* What the pointer is over, from the top to the bottom. */}
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

/** Days from which on usual dots would touch each other on a phone. */
const CROWDED_DAYS = 45;

/** A line through the days that have a value. A stroke of no length is a dot: it stays round however the picture is stretched. */
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
