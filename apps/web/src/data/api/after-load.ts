/** Delay after the page's load event, so that other requests do not slow the page down, ms. */
const DELAY_AFTER_LOAD_MS = 3_000;

/** Runs a function some time after the page has loaded, ms. */
export function runAfterLoad(run: () => void, quietMs = DELAY_AFTER_LOAD_MS): void {
  if (document.readyState === 'complete') setTimeout(run, quietMs);
  else addEventListener('load', () => setTimeout(run, quietMs), { once: true });
}
