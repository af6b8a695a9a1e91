/**
 * The service worker: keeps what practice needs, so that it is there without a server, and hands out what it has of the files whose
 * names tell what is in them. Screens come from the server as long as that answers. Calls of the API are none of its business.
 */
declare const self: ServiceWorkerGlobalScope;

/** Put in by the build (offline.ts): a hash of all that is kept, the paths of it, and the script that the page begins with. */
declare const VERSION: string;
declare const FILES: readonly string[];
declare const ENTRY: string;

/** The page that every screen lives in. */
const SHELL = '/index.html';

const PREFIX = 'popfray-';
const CACHE = PREFIX + VERSION;

/** Versions kept: this one, and the one before, whose pages may still be open and want another part of it. */
const KEPT_VERSIONS = 2;

/** How long the server has to send a screen before the kept one is shown, ms. */
const PATIENCE_MS = 3_000;

/** Files named by their content, as the build has them. */
const HASHED = /^\/assets\//;

/** Paths that are screens: no files, no API, no health. */
const SCREEN = /^\/(?!api\/|healthz$|readyz$)[^.]*$/;

const kept: ReadonlySet<string> = new Set(FILES);

self.addEventListener('install', (event) => event.waitUntil(fill().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('Range')) return;
  if (request.mode === 'navigate') {
    if (SCREEN.test(pathname)) event.respondWith(openScreen(event));
  } else if (HASHED.test(pathname) || kept.has(pathname)) event.respondWith(openFile(request, pathname));
});

/** Keeps every file of this version, and the page last: a version that has it is whole. A worker that fails here is tried again with the next visit. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  // A few at a time: the page may be fetching too.
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
  // A server that is being replaced may send the page of another version.
  if (path === SHELL && !(await response.clone().text()).includes(ENTRY))
    throw new Error('The page is of another version.');
  await cache.put(path, response);
}

/** Forgets old versions and those that never became whole, serves the open pages from now on, and tells them which version this is. */
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

/** A screen from the server; the kept one when that does not answer, is in trouble, or takes too long. */
async function openScreen(event: FetchEvent): Promise<Response> {
  const shell = caches.match(SHELL, { cacheName: CACHE }).catch(() => undefined);
  const sent = (async () => {
    const preloaded = (await event.preloadResponse) as Response | undefined;
    const response = preloaded ?? (await fetch(event.request));
    if (response.status >= 500) throw new Error(`The server answers ${response.status}.`);
    return response;
  })();
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([sent.catch(() => undefined), late]);
  // What has not been kept can only come from the server, however long it takes.
  return first ?? (await shell) ?? sent;
}

/** A file that is kept, or was fetched before; else from the server. */
async function openFile(request: Request, path: string): Promise<Response> {
  const found = await caches.match(path, { ignoreVary: true }).catch(() => undefined);
  if (found !== undefined) return found;
  const response = await fetch(request);
  if (response.status === 200 && HASHED.test(path)) {
    const copy = response.clone();
    // A full disk keeps nobody from playing.
    await caches
      .open(CACHE)
      .then((cache) => cache.put(path, copy))
      .catch(() => undefined);
  }
  return response;
}
