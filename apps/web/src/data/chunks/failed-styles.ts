/** Style sheets that could not be fetched. Vite requests each of them only once and then assumes that it is loaded. */
const failed = new Set<HTMLLinkElement>();

/** The newest retry. */
let retryInProgress: Promise<unknown> = Promise.resolve();

function recordFailedLink({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) failed.add(target);
}

// Tests and the build import this module without a document.
if ('document' in globalThis) addEventListener('error', recordFailedLink, true);

/** Fetches the failed style sheets again. Rejects, as Vite does, when they still cannot be fetched. */
export async function retryFailedStyles(): Promise<void> {
  const links = [...failed].filter((link) => link.isConnected);
  failed.clear();
  if (links.length > 0) {
    retryInProgress = Promise.all([retryInProgress, ...links.map(replaceLink)]);
    retryInProgress.catch(() => {
      retryInProgress = Promise.resolve();
    });
  }
  await retryInProgress;
}

/** Replaces a failed link by a copy, which is fetched again. */
const replaceLink = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode();
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    link.replaceWith(again);
  });
