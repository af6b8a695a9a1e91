import { whenQuiet } from '../api/quiet.ts';

/** What a person does first on a page. */
const ACTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const;

/** ms after the page has loaded at which the field is begun although nobody has done anything. */
const LATEST_MS = 5_000;

/** Links of a page that is there as markup to the field's code: static-pages.ts. */
const AHEAD = 'link[rel="ahead"]';

/** ms after the page has loaded at which they are followed: by then its script has put its own in the place of the markup. */
const AHEAD_MS = 1_000;

let due: Promise<unknown> = Promise.resolve();

/**
 * Has the field wait for the first sign of somebody, or a while longer: starting a renderer takes a slow
 * machine a good second, in which the page that is already there could not be read, scrolled or left. Its code is fetched meanwhile. Resolves when it may begin.
 */
export function holdField(): Promise<unknown> {
  const acted = new AbortController();
  due = Promise.race([
    ...ACTS.map((act) => new Promise((resolve) => addEventListener(act, resolve, { signal: acted.signal }))),
    new Promise<void>((resolve) => whenQuiet(resolve, LATEST_MS)),
  ]).then(() => acted.abort());
  whenQuiet(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(AHEAD)) link.rel = 'modulepreload';
  }, AHEAD_MS);
  return due;
}

/** Fetches and begins the field's code. */
export const importField = () => due.then(() => import('./field.ts'));
