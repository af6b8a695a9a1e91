import { expect, test } from 'vitest';
import { supportWeek } from './hours.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['a Monday morning before nine', '2026-11-16T08:59:59Z', false, '2026-11-16T09:00:00Z'],
  ['a Monday at nine', '2026-11-16T09:00:00Z', true, '2026-11-16T18:00:00Z'],
  ['a Wednesday evening', '2026-11-18T18:00:00Z', false, '2026-11-19T09:00:00Z'],
  ['a Friday one second before six', '2026-11-20T17:59:59Z', true, '2026-11-20T18:00:00Z'],
  ['a Friday evening', '2026-11-20T18:00:00Z', false, '2026-11-23T09:00:00Z'],
  ['a Sunday', '2026-11-22T12:00:00Z', false, '2026-11-23T09:00:00Z'],
])('support on %s is open, or opens next', (_, now, isOpen, changesAt) => {
  expect(supportWeek(at(now))).toEqual({
    firstFromMs: at('2026-11-16T09:00:00Z'),
    firstToMs: at('2026-11-16T18:00:00Z'),
    lastFromMs: at('2026-11-20T09:00:00Z'),
    isOpen,
    changesAtMs: at(changesAt),
  });
});
