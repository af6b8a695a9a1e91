import { CALLS } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import type { Context as Call } from 'hono';
import { fail } from '../platform/http/index.ts';
import { DOCS_PATHS } from './docs/docs-paths.ts';

/** Each path of the API as a pattern, with its methods. */
const PATHS = makePaths();

/** Answers a request that matches no call of the API: 405 with `Allow` when the path has other methods, else 404. */
export function answerUnknown(call: Call): Response {
  const { path } = call.req;
  const methods = PATHS.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods);
  if (methods.length === 0) return fail(call, 'ERR_NOT_FOUND');
  call.header('Allow', [...new Set(methods)].join(', '));
  return fail(call, 'ERR_METHOD');
}

function makePaths(): { readonly pattern: RegExp; readonly methods: readonly string[] }[] {
  const methods = new Map<string, string[]>();
  const pages = Object.values(DOCS_PATHS).map((path) => ({ method: 'GET', path }));
  for (const { method, path } of [...Object.values(CALLS), ...Object.values(ADMIN_CALLS), ...pages]) {
    const known = methods.get(path) ?? [];
    known.push(method, ...(method === 'GET' ? ['HEAD'] : []));
    methods.set(path, known);
  }
  return Array.from(methods, ([path, known]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: known,
  }));
}
