import { expect, test } from 'vitest';
import { fetchMissingStyles } from './missing-styles.ts';

/** An address that nobody answers at. */
const NOWHERE = 'http://127.0.0.1:9/part.css';

const fails = (link: Element | null): Promise<Event> =>
  new Promise((resolve) => link?.addEventListener('error', resolve));

test('styles that could not be fetched are asked for until they are there', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: NOWHERE });
  const first = fails(link);
  document.head.append(link);
  await first;
  await expect(fetchMissingStyles()).rejects.toThrow('Unable to preload CSS');
  const second = document.querySelector<HTMLLinkElement>(`link[href="${NOWHERE}"]`);
  expect(second).not.toBe(link);
  // As if somebody were there now.
  second?.setAttribute('href', URL.createObjectURL(new Blob(['#x {}'], { type: 'text/css' })));
  await fetchMissingStyles();
  const third = document.querySelector<HTMLLinkElement>('link[href^="blob:"]');
  expect(third?.sheet?.cssRules).toHaveLength(1);
  await expect(fetchMissingStyles()).resolves.toBeUndefined();
  third?.remove();
});
