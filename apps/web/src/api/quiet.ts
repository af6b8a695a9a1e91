/** ms after the page has loaded in which nothing but the page itself is fetched. */
const QUIET_MS = 3_000;

/** Does something when the page has loaded and been quiet for a moment. */
export function whenQuiet(run: () => void): void {
  if (document.readyState === 'complete') setTimeout(run, QUIET_MS);
  else addEventListener('load', () => setTimeout(run, QUIET_MS), { once: true });
}
