/** Time limit of a new service worker to take over the page before a reload, ms. It rarely needs more than one second. */
const TAKEOVER_MS = 3_000;

/** Message to a service worker that has been installed but not activated: it asks for its activation again (worker/worker.ts). */
const ACTIVATE = 'activate';

/**
 * Reloads the page. When a new service worker is being installed or activated, the page waits for it, because Chromium 156 loses a request
 * that arrives while it replaces the worker: the page would never load (decision 0116).
 */
export async function reloadPage(): Promise<void> {
  // `serviceWorker` is undefined in insecure contexts.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration().catch(() => undefined);
  if (registration !== undefined) await untilActivated(registration);
  location.reload();
}

/** Resolves when no worker of a registration is being installed or activated any more, or after the time limit. */
export async function untilActivated({
  installing,
  waiting,
  active,
}: Pick<ServiceWorkerRegistration, 'installing' | 'waiting' | 'active'>): Promise<void> {
  const worker = installing ?? waiting ?? active;
  if (worker === null) return;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      const { state } = worker;
      // Chromium may have left it installed because of a request to the worker before it.
      if (state === 'installed') worker.postMessage(ACTIVATE, []);
      if (state === 'activated' || state === 'redundant') resolve();
    };
    setTimeout(resolve, TAKEOVER_MS);
    worker.addEventListener('statechange', check);
    check();
  });
}
