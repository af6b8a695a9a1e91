import { markOutdated } from '../../data/api/connectivity.ts';

/** Message of a new service worker to the pages that it controls: the entry script of its version. */
interface WorkerMessage {
  readonly entry: string;
}

/** Entry script of this page; a prerendered page names it beside the loader script. */
function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('head script[type="module"][src]');
  return script?.dataset['main'] ?? script?.getAttribute('src') ?? null;
}

/** Marks the page as outdated when a service worker has activated a newer version. It notifies each page once, so listen early. */
export function listenForUpdate(): void {
  // `serviceWorker` is undefined in insecure contexts.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | null>) => {
    const entry = ownEntry();
    if (entry !== null && typeof data?.entry === 'string' && data.entry !== entry) markOutdated();
  });
}
