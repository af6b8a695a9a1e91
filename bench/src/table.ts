import { reaches, type Bar, type Readings, type Suite } from './metric.ts';

/** What stands in a column, and which way it is aligned. */
interface Column {
  readonly head: string;
  readonly isNumber?: boolean;
}

const COLUMNS: readonly Column[] = [
  { head: 'metric' },
  { head: 'measured', isNumber: true },
  { head: 'bar', isNumber: true },
  { head: '' },
  { head: 'what it is' },
];

const GROUPED = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

const makeBar = (bar: Bar): string =>
  'atMost' in bar ? `≤ ${GROUPED.format(bar.atMost)}` : `≥ ${GROUPED.format(bar.atLeast)}`;

/** Figures as a table for people: a line a metric, its bar beside it and whether it was reached. */
export function makeTable(suites: readonly Suite[], readings: Readings): string {
  const rows = suites.flatMap(({ metrics }) =>
    metrics.map(({ name, bar, note }) => {
      const value = readings[name];
      const verdict = bar === undefined || value === undefined ? '' : reaches(value, bar) ? 'pass' : 'MISS';
      return [name, value === undefined ? '—' : GROUPED.format(value), bar ? makeBar(bar) : '', verdict, note];
    }),
  );
  const widths = COLUMNS.map(({ head }, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const makeLine = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (COLUMNS[at]?.isNumber ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const missed = rows.filter((row) => row[3] === 'MISS').length;
  const barred = rows.filter((row) => row[3] !== '').length;
  return [
    makeLine(COLUMNS.map(({ head }) => head)),
    makeLine(widths.map((width) => '─'.repeat(width))),
    ...rows.map(makeLine),
    '',
    missed === 0 ? `All ${barred} bars reached.` : `${missed} of ${barred} bars missed.`,
  ].join('\n');
}
