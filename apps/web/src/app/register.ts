import { readText } from '../data/storage/storage.ts';
import { connectivity, retryNow } from '../data/api/connectivity.ts';
import { texts } from '../data/messages/texts.ts';

/** Minimum interval between checks for a new version, ms. An installed page may stay open for days. */
const UPDATE_CHECK_MS = 3_600_000;

/** Storage key of a daily round that waits for the server: daily/kept-round.ts. */
const PENDING_DAILY_KEY = 'popfray.daily-round.v1';

/** Registers the service worker, which caches what practice needs. */
export async function registerServiceWorker(): Promise<void> {
  localizeManifest();
  submitPendingRounds();
  addEventListener('online', retryNow);
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    checkForUpdates(registration);
  } catch (error) {
    // The browser may refuse. The page then works online only.
    console.warn('What practice needs could not be kept for later.', error);
  }
}

/** Checks for a new version when the page becomes visible after a while, and when the server is reachable again. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedMs = performance.now();
  const checkForUpdate = (): void => {
    lookedMs = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && performance.now() - lookedMs > UPDATE_CHECK_MS) checkForUpdate();
  });
  connectivity.subscribe((now, before) => {
    if (now.status === 'online' && before.status === 'offline') checkForUpdate();
  });
}

/** Links the manifest in the page's language, so that the page is installed in that language. */
function localizeManifest(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const name = (): void => {
    const href = `/manifest.${texts.getState().language}.webmanifest`;
    if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href);
  };
  name();
  texts.subscribe(name);
}

/** Submits a daily round that was played offline. The current screen does not matter. */
function submitPendingRounds(): void {
  if (readText(PENDING_DAILY_KEY) === null) return;
  void import('../features/daily/submission.ts').then((module) => module.submitPendingDaily()).catch(() => undefined);
}
