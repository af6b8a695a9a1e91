/**
 * The service worker. It caches what practice needs offline and serves hashed files from the cache. Screens come from the server while it
 * answers. API calls are not intercepted.
 */
declare const self: ServiceWorkerGlobalScope;

/** Inserted by the build (offline.ts): a hash of all cached files, their paths, and the entry script of the page. */
declare const VERSION: string;
declare const FILES: readonly string[];
declare const ENTRY: string;

/** The page that contains every screen. */
const SHELL = '/index.html';

const PREFIX = 'popfray-';
const CACHE = PREFIX + VERSION;

/** Number of cached versions: the current one and the previous one, whose pages may still be open and need further chunks. */
const KEPT_VERSIONS = 2;

/** Timeout of the server for a screen before the cached one is used, ms. */
const TIMEOUT_MS = 3_000;

/** Files whose name contains a hash of their content. */
const HASHED = /^\/assets\//;

/** Paths of screens: no files, no API, no health checks. */
const SCREEN = /^\/(?!api\/|healthz$|readyz$)[^.]*$/;

const kept: ReadonlySet<string> = new Set(FILES);

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())));

/** A page that wants to reload asks for the activation, which Chromium gives up when the worker before gets a request (ui/reload-page.ts). */
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('Range')) return;
  if (request.mode === 'navigate') {
    if (SCREEN.test(pathname)) event.respondWith(openScreen(event));
  } else if (HASHED.test(pathname) || kept.has(pathname)) event.respondWith(openFile(request, pathname));
});

/** Caches every file of this version, index.html last: its presence marks a complete version. After a failure the next visit retries. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Only a few at a time, because the page may be loading too.
  const waiting = FILES.filter((path) => path !== SHELL);
  const fetchNext = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await keep(cache, path);
  };
  await Promise.all([fetchNext(), fetchNext(), fetchNext()]);
  await keep(cache, SHELL);
}

async function keep(cache: Cache, path: string): Promise<void> {
  const isHashed = HASHED.test(path);
  const known = isHashed ? await caches.match(path, { ignoreVary: true }) : undefined;
  const response = known ?? (await fetch(path, { cache: isHashed ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path} cannot be kept: ${response.status}`);
  // During a deployment the server may send the page of another version.
  if (path === SHELL && !(await response.clone().text()).includes(ENTRY))
    throw new Error('The page is of another version.');
  await cache.put(path, response);
}

/** Deletes old and incomplete versions, takes control of the open pages, and sends them this version's entry script. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const pages = await Promise.all(others.map((cacheName) => caches.match(SHELL, { cacheName })));
  const whole = others.filter((_, at) => pages[at] !== undefined);
  const stays = new Set(whole.slice(1 - KEPT_VERSIONS));
  await Promise.all(others.filter((name) => !stays.has(name)).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  for (const client of await self.clients.matchAll()) client.postMessage({ entry: ENTRY }, []);
}

/** A screen from the server; the cached one when the server does not answer in time or fails. */
async function openScreen(event: FetchEvent): Promise<Response> {
  const shell = caches.match(SHELL, { cacheName: CACHE }).catch(() => undefined);
  const sent = (async () => {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    if (response.status >= 500) throw new Error(`The server answers ${response.status}.`);
    return response;
  })();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const first = await Promise.race([sent.catch(() => undefined), late]);
  // A screen that is not cached must come from the server, however long it takes.
  return first ?? (await shell) ?? sent;
}

/** A file from the cache, else from the server. */
async function openFile(request: Request, path: string): Promise<Response> {
  const found = await caches.match(path, { ignoreVary: true }).catch(() => undefined);
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (response.status === 200 && HASHED.test(path)) {
    const copy = response.clone();
    // A full disk must not prevent playing.
    await caches
      .open(CACHE)
      .then((cache) => cache.put(path, copy))
      .catch(() => undefined);
  }
  return response;
}
