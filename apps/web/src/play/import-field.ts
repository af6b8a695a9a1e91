/** What a person does first on a page. */
const ACTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focusin'] as const;

/** ms after which the field is begun although nobody has done anything. */
const LATEST_MS = 8_000;

let due: Promise<unknown> = Promise.resolve();

/**
 * Has the field wait for the first sign of somebody: starting a renderer takes a slow machine a good second, in which the page that is
 * already there could not be read, scrolled or left. Its code is fetched meanwhile.
 */
export function holdField(): void {
  const acted = new AbortController();
  due = Promise.race([
    ...ACTS.map((act) => new Promise((resolve) => addEventListener(act, resolve, { signal: acted.signal }))),
    new Promise((resolve) => setTimeout(resolve, LATEST_MS)),
  ]).then(() => acted.abort());
}

/** Fetches and begins the field's code. */
export const importField = () => due.then(() => import('./field.ts'));
