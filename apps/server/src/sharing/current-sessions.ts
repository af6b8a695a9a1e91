import type { Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { withForeign } from './foreign.ts';
import { findSession, listSessions, showSession } from '../sessions/index.ts';

/** How long a serialized session is reused without a known change, ms. No event reports live scores and names, so it expires. */
const FRESH_MS = 1_000;

/** A value that is being made, or was made. An event during that time removes it from the cache, because it may have been read too early. */
interface Made<Value> {
  readonly value: Promise<Value>;
  /** When it was begun, epoch ms. */
  readonly atMs: number;
}

/** The last list, and each of this platform's sessions in it, without those that have changed since they were begun. */
interface Cache {
  list: Made<readonly Session[]> | null;
  readonly shown: Map<string, Made<Session>>;
}

const caches = new WeakMap<Context, Cache>();

/** The sessions of every chain, the newest first. Cheap to call often: only changed sessions are serialized again. */
export async function currentSessions(context: Context): Promise<readonly Session[]> {
  const cache = cacheOf(context);
  const atMs = context.now();
  if (isFresh(cache.list, atMs)) return cache.list.value;
  const list = { value: makeList(context, cache, atMs), atMs };
  cache.list = list;
  try {
    return await list.value;
  } catch (error) {
    // The next call tries again.
    if (cache.list === list) cache.list = null;
    throw error;
  }
}

async function makeList(context: Context, cache: Cache, atMs: number): Promise<readonly Session[]> {
  const rows = await listSessions(context);
  const own: Session[] = [];
  for (const row of rows) own.push(await showCached(context, cache, row, atMs));
  const ids = new Set(rows.map(({ id }) => id));
  for (const id of cache.shown.keys()) if (!ids.has(id)) cache.shown.delete(id);
  return withForeign(context, own);
}

async function showCached(context: Context, cache: Cache, row: SessionRow, atMs: number): Promise<Session> {
  const { id } = row;
  const known = cache.shown.get(id);
  if (isFresh(known, atMs)) return known.value;
  const made = { value: showLatest(context, row), atMs };
  cache.shown.set(id, made);
  try {
    return await made.value;
  } catch (error) {
    if (cache.shown.get(id) === made) cache.shown.delete(id);
    throw error;
  }
}

/** Reads the row again: the one of the list may be older than the last event. */
const showLatest = async (context: Context, row: SessionRow): Promise<Session> =>
  showSession(context, (await findSession(context.db, row.id)) ?? row);

const isFresh = <Value>(made: Made<Value> | null | undefined, nowMs: number): made is Made<Value> =>
  made !== null && made !== undefined && nowMs - made.atMs < FRESH_MS;

function cacheOf(context: Context): Cache {
  const known = caches.get(context);
  if (known !== undefined) return known;
  const cache: Cache = { list: null, shown: new Map() };
  context.bus.subscribe((event) => {
    if (event.type === 'foreign') cache.list = null;
    if (event.type === 'resync') {
      cache.list = null;
      cache.shown.clear();
    }
    if (!('sessionId' in event)) return;
    cache.list = null;
    cache.shown.delete(event.sessionId);
  });
  caches.set(context, cache);
  return cache;
}
