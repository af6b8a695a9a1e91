import type { Context as Call } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { fail } from '../http/index.ts';
import { languageOf } from './page-language.ts';
import { chooseEncoding, type WebFile, type Website } from './website.ts';

/** Folder that contains files only. */
const ASSETS = '/assets/';

/** One year, in seconds: the longest that HTTP caches honour. */
const YEAR_S = 31_536_000;

/**
 * Answers a GET or HEAD with a file of the web app, one of its screens, or a failure. `isSignedIn`: whether the request has a sign-in cookie,
 * valid or not.
 */
export function answerPage(call: Call, website: Website | undefined, isSignedIn: boolean): Response {
  if (website === undefined) return fail(call, 'ERR_WEB_NOT_BUILT');
  const { path } = call.req;
  const file = website.files.get(path);
  if (file !== undefined) return sendFile(call, file, 200);
  if (isFilePath(path)) return fail(call, 'ERR_NOT_FOUND');
  const screen = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const page = website.screens.get(languageOf(call, [...website.screens.keys()]) ?? '')?.get(screen);
  if (page !== undefined) {
    const chosen = (isSignedIn ? undefined : page.forVisitors) ?? page.file;
    return sendFile(call, chosen, 200, ['Accept-Language', 'Cookie']);
  }
  // Any other path shows the not-found screen.
  return sendFile(call, website.shell, website.screenPaths.has(screen) ? 200 : 404);
}

/** Whether a path names a file instead of a screen: it is in the assets folder, or its last part has a file ending. */
const isFilePath = (path: string): boolean => path.startsWith(ASSETS) || path.lastIndexOf('.') > path.lastIndexOf('/');

/**
 * Sends a file, or 304 when the reader has it. Hashed files are cached for a year, the others are revalidated each time. `varies` names the
 * request headers that the choice of the file depends on.
 */
export function sendFile(call: Call, file: WebFile, status: StatusCode, varies: readonly string[] = []): Response {
  const encoding = chooseEncoding(file, call.req.header('Accept-Encoding'));
  const etag = `"${file.hash}${encoding === undefined ? '' : `-${encoding}`}"`;
  call.header('Cache-Control', file.isImmutable ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
  call.header('ETag', etag);
  const vary = [...(file.compressed.size > 0 ? ['Accept-Encoding'] : []), ...varies];
  if (vary.length > 0) call.header('Vary', vary.join(', '));
  if (status === 200 && hasTag(call.req.header('If-None-Match'), etag)) return call.body(null, 304);

  const bytes = (encoding && file.compressed.get(encoding)) ?? file.plain;
  call.header('Content-Type', file.contentType);
  call.header('Content-Length', String(bytes.byteLength));
  if (encoding !== undefined) call.header('Content-Encoding', encoding);
  call.status(status);
  return call.body(bytes);
}

/** Whether an If-None-Match header names the tag. A tag that a proxy has made weak matches, too. */
function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}
