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

test.each(['pointermove', 'pointerdown', 'click', 'keydown', 'wheel', 'focusin'])(
  'a %s starts the field',
  async (type) => {
    let isStarted = false;
    void deferField().then(() => (isStarted = true));
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    // Long before the time after which the field starts without one.
    await new Promise((resolve) => setTimeout(resolve));
    expect(isStarted).toBe(true);
  },
);
