import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { PATHS } from '../data/paths.ts';
import { App } from './App.tsx';
import './style.css';

/** Short and long screens, with a field and without one. */
const ADDRESSES = [
  PATHS.home,
  PATHS.lobby,
  PATHS.arena,
  PATHS.freePlay,
  PATHS.upgrades,
  PATHS.faq,
  PATHS.settings,
  '/nowhere',
];

/** The places of the header's links and buttons. */
const places = (): readonly string[] =>
  [...document.querySelectorAll('.shell-header > div :is(a, button)')].map((control) => {
    const { left, top, width } = control.getBoundingClientRect();
    return [left, top, width].map((px) => Math.round(px)).join(' ');
  });

afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  history.replaceState(null, '', '/');
});

test.each([
  [390, 844],
  [1366, 768],
  [1920, 1080],
])('the navigation has the same place on every screen at %ix%i', async (width, height) => {
  localStorage.setItem('popfray.tutorial.v1', 'done');
  await page.viewport(width, height);
  history.replaceState(null, '', '/');
  await render(<App />);
  const found: Record<string, readonly string[]> = {};
  for (const address of ADDRESSES) {
    history.pushState(null, '', address);
    await expect
      .poll(() => document.querySelector('main h1')?.checkVisibility(), { message: address, interval: 10 })
      .toBe(true);
    await document.fonts.ready;
    found[address] = places();
  }
  const first = found[PATHS.home] ?? [];
  expect(first.length).toBeGreaterThan(2);
  for (const [address, own] of Object.entries(found)) expect({ address, own }).toEqual({ address, own: first });
});
