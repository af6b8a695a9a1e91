import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** Paths of the screens of the small build. */
const SCREENS = [
  '/',
  '/free-play',
  '/arena',
  '/replay',
  '/daily/play',
  '/race/:id?',
  '/round/:id',
  '/admin/player/:address',
];

/** What the files of the small build hold. */
export const SHELL = '<!doctype html><title>Popfray</title><div id="root"></div>';
export const SCRIPT = 'export const answer = 42;\n'.repeat(100);

/**
 * Writes a small build of the web app into a new folder and says where. It has a shell, a hashed script with both of
 * its compressed copies, an image that has none, a file that happens to end in `.gz`, and `extra` files by path.
 */
export function writeBuild(extra: Readonly<Record<string, Uint8Array | string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'popfray-web-'));
  const files: Record<string, Uint8Array | string> = {
    'index.html': SHELL,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/main-Ab12Cd34.js': SCRIPT,
    'assets/main-Ab12Cd34.js.br': brotliCompressSync(SCRIPT),
    'assets/main-Ab12Cd34.js.gz': gzipSync(SCRIPT),
    'assets/pops-Ef56Gh78.wav': new Uint8Array([82, 73, 70, 70]),
    'static/screens.json': JSON.stringify({ screens: SCREENS, redirects: ['/support'] }),
    'archive.tar.gz': new Uint8Array([31, 139]),
    ...extra,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
