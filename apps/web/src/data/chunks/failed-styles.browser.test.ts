import { expect, test } from 'vitest';
import { retryFailedStyles } from './failed-styles.ts';

/** Address without a listener. */
const NOWHERE = 'http://127.0.0.1:9/part.css';

const fails = (link: Element | null): Promise<Event> =>
  new Promise((resolve) => link?.addEventListener('error', resolve));

test('styles that could not be fetched are requested until they load', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: NOWHERE });
  const first = fails(link);
  document.head.append(link);
  await first;
  await expect(retryFailedStyles()).rejects.toThrow('Unable to preload CSS');
  const second = document.querySelector<HTMLLinkElement>(`link[href="${NOWHERE}"]`);
  expect(second).not.toBe(link);
  // Simulates that the server is back.
  second?.setAttribute('href', URL.createObjectURL(new Blob(['#x {}'], { type: 'text/css' })));
  await retryFailedStyles();
  const third = document.querySelector<HTMLLinkElement>('link[href^="blob:"]');
  expect(third?.sheet?.cssRules).toHaveLength(1);
  await expect(retryFailedStyles()).resolves.toBeUndefined();
  third?.remove();
});
