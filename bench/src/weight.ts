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
  /** When it was asked for and when its answer began, ms on the same clock. */
  readonly askedMs: number;
  readonly answeredMs: number;
}

/** Collects what a page fetches from now on, each address once. */
export function collect(page: Page): { finish(): Promise<readonly Fetched[]> } {
  const asked = new Map<string, number>();
  const responses = new Map<string, { response: Response; answeredMs: number }>();
  page.on('request', (request) => asked.set(request.url(), performance.now()));
  page.on('response', (response) => {
    if (response.ok()) responses.set(response.url(), { response, answeredMs: performance.now() });
  });
  return {
    finish: () =>
      Promise.all(
        [...responses.values()].map(async ({ response, answeredMs }) => ({
          name: new URL(response.url()).pathname,
          kind: response.request().resourceType(),
          body: await response.body(),
          askedMs: asked.get(response.url()) ?? answeredMs,
          answeredMs,
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
