import { describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { permanentFailureOf, retryDelayMs } from './retry.ts';

test('the retry delay doubles up to a limit', () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
});

describe('a failed call', () => {
  test.each([
    ['without an answer may pass', new ApiError(0, null, ''), null],
    ['answered by a proxy may pass', new ApiError(404, null, '404: no'), null],
    ['that came too often may pass', new ApiError(429, 'ERR_RATE', ''), null],
    ['of a server that stops may pass', new ApiError(503, 'ERR_STOPPING', ''), null],
    ['that the server refuses stays refused', new ApiError(409, 'ERR_PAYMENT_STATE', ''), 'ERR_PAYMENT_STATE'],
  ])('%s', (_, error, refusal) => {
    expect(permanentFailureOf(error)).toBe(refusal);
  });

  test('is distinguished from a bug', () => {
    expect(() => permanentFailureOf(new TypeError('bug'))).toThrow('bug');
  });
});
