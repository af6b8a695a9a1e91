import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, 'pictures');
const source = readFileSync(join(import.meta.dirname, 'Picture.tsx'), 'utf8');

/** Maximum size of a picture, bytes, because pages contain several. */
const MOST_BYTES = 60_000;

/** Width and height of a WebP file in the extended format. RFC 9649, section 2.7. */
function sizeOf(bytes: Buffer): readonly [width: number, height: number] {
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
}

test.each(readdirSync(FOLDER))('the page reserves the size of %s, and its file is small', (file) => {
  const bytes = readFileSync(join(FOLDER, file));
  const [width, height] = sizeOf(bytes);
  const name = /^import (\w+) from '\.\/pictures\/(.+)';$/gm;
  const [, variable] = [...source.matchAll(name)].find(([, , path]) => path === file) ?? [];
  expect(source).toContain(`{ src: ${String(variable)}, width: ${String(width)}, height: ${String(height)} }`);
  expect(bytes.length).toBeLessThan(MOST_BYTES);
});
