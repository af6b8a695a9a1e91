import type { MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { fail } from './failure.ts';

/** Longest accepted path, in characters as sent. The longest path of this server has about 200. */
const MAX_PATH = 2_000;

/** Whether a path is longer than accepted. */
export const isPathTooLong = (path: string): boolean => path.length > MAX_PATH;

/** Most parts of a path that the router sees. The deepest path of this server has 8. */
const MAX_PARTS = 16;

/**
 * The path of a request for the router: decoded, and cut just above the limits. So the router, which splits it, and all handlers do a bounded
 * amount of work for any request. A path with too many parts still matches no route.
 */
export function readPath(request: Request): string {
  const { url } = request;
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const head = url.slice(start, start + MAX_PATH + 1);
  if (head.length > MAX_PATH && !/[?#]/.test(head)) return head;
  return firstParts(getPath(request));
}

function firstParts(path: string): string {
  let end = 0;
  for (let part = 0; part < MAX_PARTS; part++) {
    end = path.indexOf('/', end + 1);
    if (end === -1) return path;
  }
  return path.slice(0, end);
}

/** Answers a path that is too long with 414. */
export const refuseLongPaths: MiddlewareHandler = async (call, next) => {
  if (isPathTooLong(call.req.path)) return fail(call, 'ERR_PATH_LONG');
  return next();
};
