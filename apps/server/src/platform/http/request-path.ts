import type { MiddlewareHandler } from 'hono';
import { getPath } from 'hono/utils/url';
import { fail } from './failure.ts';

/** Longest path that is answered, in characters as they were sent. The longest of ours is some 200. */
const MAX_PATH = 2_000;

/** Whether a path is too long to be answered. */
export const isPathTooLong = (path: string): boolean => path.length > MAX_PATH;

/** Most parts of a path that are routed. The longest of ours has 8, and no file lies as deep. */
const MAX_PARTS = 16;

/**
 * The path of a request as the router sees it: decoded, and cut just above the limits, since the router splits it. The router and every
 * handler therefore do a bounded amount of work, whatever was sent. A path with too many parts remains one that nothing is found at.
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
