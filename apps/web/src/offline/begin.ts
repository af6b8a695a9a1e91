import { readText } from '../account/storage.ts';
import { reach, retryReach } from '../api/reach.ts';
import { texts } from '../messages/texts.ts';

/** Least time between two looks for a newer version, ms. An installed page may stay open for days. */
const LOOK_EVERY_MS = 3_600_000;

/** Under which a round of the daily seed waits for the server: daily/kept-round.ts. */
const KEPT_DAILY_KEY = 'popfray.daily-round.v1';

/** Has the service worker keep what practice needs. */
export async function beginOffline(): Promise<void> {
  followLanguage();
  handInKept();
  addEventListener('online', retryReach);
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    lookForNewer(registration);
  } catch (error) {
    // A browser may refuse: then the page needs its server, as pages do.
    console.warn('What practice needs could not be kept for later.', error);
  }
}

/** Asks for a newer version when the page is looked at again after a while, and when its server is back. */
function lookForNewer(registration: ServiceWorkerRegistration): void {
  let lookedMs = performance.now();
  const look = (): void => {
    lookedMs = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && performance.now() - lookedMs > LOOK_EVERY_MS) look();
  });
  reach.subscribe((now, before) => {
    if (now.reach === 'online' && before.reach === 'offline') look();
  });
}

/** Whoever installs the page does so in the language that it is read in. */
function followLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const name = (): void => {
    const href = `/manifest.${texts.getState().language}.webmanifest`;
    if (link !== null && link.getAttribute('href') !== href) link.setAttribute('href', href);
  };
  name();
  texts.subscribe(name);
}

/** Hands in what was played without a connection, wherever the player has gone since. */
function handInKept(): void {
  if (readText(KEPT_DAILY_KEY) === null) return;
  void import('../daily/hand-in.ts').then((module) => module.resumeDaily()).catch(() => undefined);
}
