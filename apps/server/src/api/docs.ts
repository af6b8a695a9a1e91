import { readFileSync } from 'node:fs';
import type { Hono, Context as Call } from 'hono';
import type { Context } from '../context.ts';
import { DOCS_PATHS } from './docs-paths.ts';
import { makeDocsPage } from './docs-page.ts';
import { makeOpenApi } from './openapi.ts';

/** The API told to programs and to people. Made when it is first asked for, which the start of a server need not wait for. */
export function addDocs(app: Hono, { settings }: Context): void {
  const openApi = once(() => JSON.stringify(makeOpenApi(settings)));
  const page = once(() => makeDocsPage(settings));
  const style = once(() => readFileSync(new URL('docs.css', import.meta.url), 'utf8'));
  app.get(DOCS_PATHS.openApi, (call) => send(call, openApi(), 'application/json'));
  app.get(DOCS_PATHS.page, (call) => send(call, page(), 'text/html; charset=utf-8'));
  app.get(DOCS_PATHS.style, (call) => send(call, style(), 'text/css; charset=utf-8'));
}

function send(call: Call, text: string, type: string): Response {
  return call.body(text, 200, {
    'Content-Type': type,
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-cache',
  });
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}
