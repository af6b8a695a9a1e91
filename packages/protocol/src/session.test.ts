import { expect, it } from 'vitest';
import { makeTrx } from './money.ts';
import { offeredFeeSun, SESSION_MODES } from './session.ts';

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
