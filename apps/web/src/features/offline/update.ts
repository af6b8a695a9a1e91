import { markOutdated } from '../../data/api/connectivity.ts';

/** Message of a new service worker to the pages that it controls: the entry script of its version. */
interface WorkerMessage {
  readonly entry: string;
}

/** Entry script of this page, which a built page names beside its loader script. */
const ownEntry = (): string | null =>
  document.querySelector<HTMLScriptElement>('head script[data-main]')?.dataset['main'] ?? null;

/** Marks the page as outdated when a service worker has activated a newer version. It notifies each page once, so listen early. */
export function listenForUpdate(): void {
  // `serviceWorker` is undefined in insecure contexts.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | null>) => {
    const entry = ownEntry();
    if (entry !== null && typeof data?.entry === 'string' && data.entry !== entry) markOutdated();
  });
}
