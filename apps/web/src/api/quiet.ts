/** ms after the page has loaded in which nothing but the page itself is fetched. */
const QUIET_MS = 3_000;

/** Does something when the page has loaded and been quiet for a moment, ms. */
export function whenQuiet(run: () => void, quietMs = QUIET_MS): void {
  if (document.readyState === 'complete') setTimeout(run, quietMs);
  else addEventListener('load', () => setTimeout(run, quietMs), { once: true });
}
