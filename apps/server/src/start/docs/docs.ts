import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { Context } from '../../platform/context/index.ts';
import { makeWebFile, sendFile, type WebFile } from '../../platform/website/index.ts';
import type { Settings } from '../../platform/config/index.ts';
import { makeDocsPage } from './docs-page.ts';
import { DOCS_PATHS } from './docs-paths.ts';
import { makeOpenApi } from './openapi.ts';

type DocsPath = (typeof DOCS_PATHS)[keyof typeof DOCS_PATHS];

/** How each file of the documentation is made. */
const MAKERS: Readonly<Record<DocsPath, { readonly type: string; readonly make: (settings: Settings) => string }>> = {
  [DOCS_PATHS.openApi]: { type: 'application/json', make: (settings) => JSON.stringify(makeOpenApi(settings)) },
  [DOCS_PATHS.page]: { type: 'text/html; charset=utf-8', make: makeDocsPage },
  [DOCS_PATHS.style]: {
    type: 'text/css; charset=utf-8',
    make: () => readFileSync(new URL('docs.css', import.meta.url), 'utf8'),
  },
};

/** The files of each server, made and compressed once. */
const made = new WeakMap<Settings, Map<string, Promise<WebFile>>>();

/** Adds the documentation of the API, for programs and for people. */
export function addDocs(app: Hono, { settings }: Context): void {
  for (const path of Object.values(DOCS_PATHS))
    app.get(path, async (call) => sendFile(call, await getDocsFile(path, settings), 200));
}

/** Makes and compresses the documentation before the first request for it. */
export async function prepareDocs(settings: Settings): Promise<void> {
  for (const path of Object.values(DOCS_PATHS)) await getDocsFile(path, settings);
}

function getDocsFile(path: DocsPath, settings: Settings): Promise<WebFile> {
  const files = made.get(settings) ?? new Map<string, Promise<WebFile>>();
  made.set(settings, files);
  const { type, make } = MAKERS[path];
  const file = files.get(path) ?? makeWebFile(make(settings), type);
  files.set(path, file);
  return file;
}
