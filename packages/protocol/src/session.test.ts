import { expect, it } from 'vitest';
import { makeTrx } from './money.ts';
import {
  MAX_SESSION_NAME,
  offeredFeeSun,
  RESERVATION_MS,
  SESSION_MODES,
  START_DELAY_S,
  TIME_LIMITS_S,
  UNPAID_READY_MS,
} from './session.ts';

it('a session has the times and lengths of the specification', () => {
  expect(TIME_LIMITS_S.map((seconds) => seconds / 60)).toEqual([3, 5, 10, 15, 20]);
  expect([MAX_SESSION_NAME, START_DELAY_S]).toEqual([50, 30]);
  expect([RESERVATION_MS, UNPAID_READY_MS].map((ms) => ms / 60_000)).toEqual([2, 2]);
});

it.each([
  ['classic', '10'],
  ['cross-chain-battle', '50'],
  ['tournament', '100'],
  ['any other mode', '100'],
  ['constructor', '100'],
])('a local game of mode %s is offered for %s TRX', (mode, trx) => {
  expect(makeTrx(offeredFeeSun(mode))).toBe(trx);
});

it('the modes that sessions have are offered for 10 and 50 TRX', () => {
  expect(SESSION_MODES.map((mode) => makeTrx(offeredFeeSun(mode)))).toEqual(['50', '10']);
});
