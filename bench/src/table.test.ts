import { expect, test } from 'vitest';
import type { Suite } from './metric.ts';
import { makeTable } from './table.ts';

const SUITE: Suite = {
  name: 'kettle',
  metrics: [
    { name: 'kettle.boil_ms', bar: { atMost: 50 }, note: 'to 100 °C' },
    { name: 'kettle.full_pct', bar: { atLeast: 99 }, note: 'of its volume' },
    { name: 'kettle.weight_g', note: 'for comparison' },
  ],
  measure: () => Promise.resolve({}),
};

test('The table shows each figure, its bar and whether it was reached', () => {
  const readings = { 'kettle.boil_ms': 49.94, 'kettle.full_pct': 98.5, 'kettle.weight_g': 1_234 };
  expect(makeTable([SUITE], readings).split('\n')).toEqual([
    'metric           measured   bar        what it is',
    '───────────────  ────────  ────  ────  ──────────────',
    'kettle.boil_ms      49.94  ≤ 50  pass  to 100 °C',
    'kettle.full_pct      98.5  ≥ 99  MISS  of its volume',
    'kettle.weight_g     1,234              for comparison',
    '',
    '1 of 2 bars missed.',
  ]);
});

test('A figure at its bar reaches it', () => {
  const readings = { 'kettle.boil_ms': 50, 'kettle.full_pct': 99, 'kettle.weight_g': 0 };
  expect(makeTable([SUITE], readings)).toContain('All 2 bars reached.');
});
