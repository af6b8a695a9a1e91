import { expect, test } from 'vitest';
import { deferField } from './import-field.ts';

test('the field waits for the first interaction, and its code is preloaded meanwhile', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'ahead', href: '/favicon.svg' });
  document.head.append(link);
  let mayBegin = false;
  const held = deferField().then(() => (mayBegin = true));
  await expect.poll(() => link.rel).toBe('modulepreload');
  expect(mayBegin).toBe(false);
  dispatchEvent(new Event('pointerdown'));
  await held;
});
