import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright';

/** Bytes of a text as a server with the best gzip sends it. */
export const gzipBytes = (body: Uint8Array): number => gzipSync(body, { level: 9 }).length;

/** kB of 1,000 bytes. */
export const kilobytes = (bytes: number): number => bytes / 1_000;

/** What a page fetched. */
export interface Fetched {
  readonly name: string;
  /** As the browser sees it: `script`, `stylesheet`, `font`, `media`, `xhr`, … */
  readonly kind: string;
  readonly body: Uint8Array;
}

/** Collects what a page fetches from now on, each address once. */
export function collect(page: Page): { finish(): Promise<readonly Fetched[]> } {
  const responses = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.ok()) responses.set(response.url(), response);
  });
  return {
    finish: () =>
      Promise.all(
        [...responses.values()].map(async (response) => ({
          name: new URL(response.url()).pathname,
          kind: response.request().resourceType(),
          body: await response.body(),
        })),
      ),
  };
}

/** Names of the chunks that a chunk loads before it runs: its static imports, not those it may ask for later. */
export const staticImports = (code: string): readonly string[] =>
  [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name = '']) => name);

/** All chunks that some chunks need to run, themselves included. `read` gives the code of a chunk. */
export function closure(entries: readonly string[], read: (name: string) => string): ReadonlySet<string> {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const imported of staticImports(read(name))) add(imported);
  };
  for (const entry of entries) add(entry);
  return needed;
}
