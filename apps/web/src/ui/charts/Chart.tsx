import { useState, type PointerEvent, type ReactElement } from 'react';
import { barsOf, HEIGHT, mostOf, placeAt, pointsOf, WIDTH, type Values } from './scale.ts';

/** Properties of a chart. */
interface ChartProps {
  readonly title: string;
  /** What is shown beside the title while no value is pointed at: the total. */
  readonly figure: string;
  /** The chart in a sentence, for screen readers. */
  readonly summary: string;
  /** How values are drawn: amounts as bars, states as points of a line. */
  readonly kind: 'bars' | 'line';
  readonly values: Values;
  /** Value at the top of the chart; default: the highest value. */
  readonly most?: number;
  /** What is shown while a value is pointed at; null for nothing. */
  readonly read: (at: number) => string | null;
  /** Labels of the first and the last value, below the chart. */
  readonly ends: readonly [first: string, last: string];
  /** Class with the colour, for `currentColor`. */
  readonly className: string;
  /** Whether a value is highlighted. */
  readonly isMarked?: (at: number) => boolean;
  /** Whether the chart is the main content of its part of the screen. */
  readonly isTall?: boolean;
}

const neverMarked = (): boolean => false;

/** A chart of values in a row, as an image whose name is its summary. A table beside it has the values. */
export function Chart({
  title,
  figure,
  summary,
  kind,
  values,
  most = mostOf(values),
  read,
  ends,
  className,
  isMarked = neverMarked,
  isTall = false,
}: ChartProps): ReactElement {
  const [at, setAt] = useState<number | null>(null);
  const reading = at === null || at >= values.length ? null : read(at);
  const find = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(width === 0 ? null : placeAt((clientX - left) / width, values.length));
  };
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-muted">{title}</span>
        <span className="font-semibold tabular-nums">{reading ?? figure}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={`mt-2 mb-1 block w-full touch-pan-y overflow-visible ${isTall ? 'h-36' : 'h-20'} ${className}`}
        onPointerMove={find}
        onPointerDown={find}
        onPointerLeave={() => setAt(null)}
      >
        {/* Marker of the value under the pointer, over the whole height. */}
        {at !== null && reading !== null && (
          <rect
            x={(at * WIDTH) / values.length}
            y={0}
            width={WIDTH / values.length}
            height={HEIGHT}
            className="fill-raised"
          />
        )}
        <path
          d={`M0 ${HEIGHT}H${WIDTH}`}
          className="fill-none stroke-line stroke-1 [vector-effect:non-scaling-stroke]"
        />
        {kind === 'bars' ? <Bars values={values} isMarked={isMarked} /> : <Line values={values} most={most} />}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </p>
    </figure>
  );
}

const Bars = ({
  values,
  isMarked,
}: {
  readonly values: Values;
  readonly isMarked: (at: number) => boolean;
}): ReactElement => (
  <>
    {barsOf(values).map(({ at, x, y, width, height }) => (
      <rect
        key={at}
        x={x}
        y={y}
        width={width}
        height={height}
        className={isMarked(at) ? 'fill-caution' : 'fill-current'}
      />
    ))}
  </>
);

/** Number of values from which smaller dots are used, so that they do not touch each other on a phone. */
const CROWDED = 45;

const STROKE = 'fill-none stroke-current [vector-effect:non-scaling-stroke]';

/** A line through the values. Dots are strokes of zero length: they stay round when the chart is stretched. */
function Line({ values, most }: { readonly values: Values; readonly most: number }): ReactElement {
  const points = pointsOf(values, most);
  const dot = `${STROKE} ${values.length > CROWDED ? 'stroke-3' : 'stroke-5'} [stroke-linecap:round]`;
  return (
    <>
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        className={`${STROKE} stroke-2 [stroke-linejoin:round]`}
      />
      {points.map(({ at, x, y }) => (
        <path key={at} d={`M${x} ${y}h0`} className={dot} />
      ))}
    </>
  );
}
