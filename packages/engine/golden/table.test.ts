import { expect, it } from 'vitest';
import { makeTable } from './table.ts';

it('sets words to the left, numbers to the right, and no space behind a line', () => {
  const rows = [
    ['node', 10_000, 'yes'],
    ['quickjs', 7, 'no'],
  ];
  expect(makeTable(['engine', 'rounds', 'agrees'], rows).split('\n')).toEqual([
    'engine   rounds  agrees',
    '-----------------------',
    'node     10,000  yes',
    'quickjs       7  no',
  ]);
});
