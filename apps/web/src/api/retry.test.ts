import { describe, expect, test } from 'vitest';
import { AskError } from './ask-error.ts';
import { refusalOf, retryMs } from './retry.ts';

test('what has to arrive is sent again soon, then ever later', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(retryMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
});

describe('a failed call', () => {
  test.each([
    ['without an answer may pass', new AskError(0, null, ''), null],
    ['answered by a proxy may pass', new AskError(404, null, '404: no'), null],
    ['that came too often may pass', new AskError(429, 'ERR_RATE', ''), null],
    ['of a server that stops may pass', new AskError(503, 'ERR_STOPPING', ''), null],
    ['that the server refuses stays refused', new AskError(409, 'ERR_PAYMENT_STATE', ''), 'ERR_PAYMENT_STATE'],
  ])('%s', (_, error, refusal) => {
    expect(refusalOf(error)).toBe(refusal);
  });

  test('is told from a bug', () => {
    expect(() => refusalOf(new TypeError('bug'))).toThrow('bug');
  });
});
