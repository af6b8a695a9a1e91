import { expect, test } from 'vitest';
import { holdField, importField } from './import-field.ts';

test('the field waits for the first sign of somebody, and its code is fetched meanwhile', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'ahead', href: '/favicon.svg' });
  document.head.append(link);
  holdField();
  let hasCome = false;
  const coming = importField().then(() => (hasCome = true));
  await expect.poll(() => link.rel, { timeout: 3_000 }).toBe('modulepreload');
  expect(hasCome).toBe(false);
  dispatchEvent(new Event('pointerdown'));
  await coming;
  expect(hasCome).toBe(true);
});
