import { FAILURES, type FailureCode } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { fetchFailureText } from './failure-text.ts';

test('the English texts of failures are the server’s, with figures from the rules', async () => {
  const codes = Object.keys(FAILURES) as FailureCode[];
  const texts = await Promise.all(codes.map((code) => fetchFailureText(code)));
  expect(texts).toEqual(codes.map((code) => FAILURES[code].message));
});
