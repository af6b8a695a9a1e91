import { expect, test } from 'vitest';
import { parseMode } from './mode.ts';

test.each([
  ['mode=solo', 'solo'],
  ['seed=abc&mode=solo', 'solo'],
  ['', 'freePlay'],
  ['mode=crossChain', 'freePlay'],
  ['mode=<script>', 'freePlay'],
])('the query %j opens %s', (search, mode) => {
  expect(parseMode(search)).toBe(mode);
});
