import { expect, test } from 'vitest';
import { copyWidthOf } from './scaled-pictures.ts';

test.each([
  [0.2, 1],
  [33.4, 33],
  [63.9, 64],
  [120.9, 120],
  [121.1, 122],
])('a picture of %f px has a copy of %i px', (width, copy) => {
  expect(copyWidthOf(width)).toBe(copy);
});
