import { expect, it } from 'vitest';
import { makeQuoted } from './quoted-text.ts';

it.each([
  ['abc', 'abc'],
  ['play this seed', 'play this seed'],
  [' padded', '" padded"'],
  ['a "quote"', '"a \\"quote\\""'],
  ['泡🫧', '"泡🫧"'],
  ['\u001b[31mred', '"\\u001b[31mred"'],
  ['\u009b31m', '"\\u{9b}31m"'],
  ['\u202Eright to left', '"\\u{202e}right to left"'],
])('shows %j as %s', (text, shown) => {
  expect(makeQuoted(text)).toBe(shown);
});
