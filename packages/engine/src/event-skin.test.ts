import { expect, test } from 'vitest';
import { EVENT_TYPES, eventMessage, TRON_EVENT_SKIN, type EventSkin } from './index.ts';

test.each([
  ['combo', 0, 'Epic Streak!'],
  ['combo', 1, 'TRON Combo Master!'],
  ['combo', 2, 'Unstoppable!'],
  ['combo', 3, 'Legendary Streak!'],
  ['combo', 4, 'TRON Warrior!'],
  ['combo', 5, 'Epic Streak!'],
  ['milestone', 500, '500 Points! TRON Power!'],
  ['milestone', 12_500, '12500 Points! TRON Power!'],
] as const)('SPEC section 4: %s %i says "%s"', (type, value, message) => {
  expect(eventMessage({ type, value }, TRON_EVENT_SKIN)).toBe(message);
});

test('every other event is silent', () => {
  for (const type of EVENT_TYPES) {
    if (type !== 'combo' && type !== 'milestone') expect(eventMessage({ type, value: 3 }, TRON_EVENT_SKIN)).toBeNull();
  }
});

test('a skin without combo messages stays silent instead of failing', () => {
  const quiet: EventSkin = { comboMessages: [], milestoneMessage: () => '' };
  expect(eventMessage({ type: 'combo', value: 0 }, quiet)).toBeNull();
});
