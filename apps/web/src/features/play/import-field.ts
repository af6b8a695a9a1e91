import { runAfterLoad } from '../../data/api/after-load.ts';

/**
 * Events by which a user first interacts with a page. A click comes without a pointer when early-input.ts presses a button again, and from
 * assistive software.
 */
const FIRST_EVENTS = ['pointermove', 'pointerdown', 'click', 'keydown', 'wheel', 'focusin'] as const;

/** Delay after the page's load event at which the field starts without an interaction, ms. */
const MAX_DELAY_MS = 5_000;

/** Links of a prerendered page to the field's chunks: static-pages.ts. */
const PRELOAD_LINKS = 'link[rel="ahead"]';

/** Delay after the page's load event at which these chunks are preloaded: by then the script has replaced the markup, ms. */
const PRELOAD_DELAY_MS = 1_000;

let startSignal: Promise<unknown> = Promise.resolve();

/**
 * Defers the start of the field until the user interacts or some time has passed: creating a renderer blocks a slow machine for a second,
 * in which a prerendered page could not be scrolled or left. The code is preloaded in the meantime. Resolves when the field may start.
 */
export function deferField(): Promise<unknown> {
  const acted = new AbortController();
  startSignal = Promise.race([
    ...FIRST_EVENTS.map((act) => new Promise((resolve) => addEventListener(act, resolve, { signal: acted.signal }))),
    new Promise<void>((resolve) => runAfterLoad(resolve, MAX_DELAY_MS)),
  ]).then(() => acted.abort());
  runAfterLoad(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(PRELOAD_LINKS)) link.rel = 'modulepreload';
  }, PRELOAD_DELAY_MS);
  return startSignal;
}

/** Imports the field's code after the start signal. */
export const importField = () => startSignal.then(() => import('./field.ts'));
