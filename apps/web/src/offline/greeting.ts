import { noteUpdated } from '../api/reach.ts';

/** What a service worker says to the pages that it serves from now on: the script that its version's page begins with. */
interface Greeting {
  readonly entry: string;
}

/** The script that this page began with; a page that was there as markup names it beside the one that leads to it. */
function ownEntry(): string | null {
  const script = document.querySelector<HTMLScriptElement>('head script[type="module"][src]');
  return script?.dataset['main'] ?? script?.getAttribute('src') ?? null;
}

/** Says when a service worker has brought a newer Popfray than this page is. It tells each page once, which has to listen by then. */
export function listenForGreeting(): void {
  // Not there at all where the page is not secure.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.addEventListener('message', ({ data }: MessageEvent<Greeting | null>) => {
    const entry = ownEntry();
    if (entry !== null && typeof data?.entry === 'string' && data.entry !== entry) noteUpdated();
  });
}
