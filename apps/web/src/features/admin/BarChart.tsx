import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { useEffect, useRef, type ReactElement } from 'react';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** A bar: label, value and tooltip. */
export interface Bar {
  readonly label: string;
  /** Label below the bar; default: the label, unless that is too long. */
  readonly tick?: string;
  readonly value: number;
  readonly words: string;
  /** Whether the value is beyond a limit. */
  readonly isMarked?: boolean;
}

/** A colour of the theme. */
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(`--color-${name}`);

/** Bar chart on a canvas. A table beside it has the same values for screen readers. */
export function BarChart({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'bar'> | null>(null);
  const shown = useRef(bars);

  useEffect(() => {
    shown.current = bars;
    const made = (chart.current ??= canvas.current === null ? null : new Chart(canvas.current, makeConfig(shown)));
    const [dataset] = made?.data.datasets ?? [];
    if (made === null || dataset === undefined) return;
    made.data.labels = bars.map((bar) => bar.tick ?? bar.label);
    dataset.data = bars.map((bar) => bar.value);
    dataset.backgroundColor = bars.map((bar) => colour(bar.isMarked === true ? 'caution' : 'chain'));
    made.update();
  }, [bars]);

  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );

  return (
    <div className="desk-chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function makeConfig(shown: { readonly current: readonly Bar[] }): ChartConfiguration<'bar'> {
  const ticks = { color: colour('muted'), font: { family: getComputedStyle(document.body).fontFamily, size: 11 } };
  return {
    type: 'bar',
    data: { labels: [], datasets: [{ data: [], borderRadius: 2, categoryPercentage: 1, barPercentage: 0.82 }] },
    options: {
      animation: false,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          grid: { display: false },
          border: { color: colour('line') },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          beginAtZero: true,
          suggestedMax: 1,
          grid: { color: colour('line') },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 4, precision: 0 },
        },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => shown.current[item?.dataIndex ?? -1]?.label ?? '',
            label: ({ dataIndex }) => shown.current[dataIndex]?.words ?? '',
          },
        },
      },
    },
  };
}
