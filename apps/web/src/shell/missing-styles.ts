/** Links to styles that could not be fetched. The bundler asks for each of them once, and takes it for there from then on. */
const failed = new Set<HTMLLinkElement>();

/** The newest try to have what has failed after all. */
let trying: Promise<unknown> = Promise.resolve();

function note({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.relList.contains('stylesheet')) failed.add(target);
}

// The list of screens is read where there is no page, too.
if ('document' in globalThis) addEventListener('error', note, true);

/** Fetches styles again that could not be fetched before. Rejects, as the bundler does, when they cannot be had now either. */
export async function fetchMissingStyles(): Promise<void> {
  const links = [...failed].filter((link) => link.isConnected);
  failed.clear();
  if (links.length > 0) {
    trying = Promise.all([trying, ...links.map(replace)]);
    trying.catch(() => {
      trying = Promise.resolve();
    });
  }
  await trying;
}

/** Puts a link that asks anew in the place of one that has failed. */
const replace = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode();
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    link.replaceWith(again);
  });
