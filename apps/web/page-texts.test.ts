import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillPage } from './page-texts.ts';
import en from './src/data/messages/en/shell.json' with { type: 'json' };

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8');

test('the page takes its texts from the catalogue', () => {
  const filled = fillPage(page);
  expect(filled).toContain(`<title>${en.app.name}</title>`);
  expect(filled).toContain(`content="${en.app.description}"`);
  expect(filled).toContain(`<noscript>${en.app.noScript}</noscript>`);
  expect(filled).not.toContain('{{');
});

test('the page contains no other texts', () => {
  const words = [
    ...page.matchAll(/>([^<>]*[A-Za-z][^<>]*)</g),
    ...page.matchAll(/name="description" content="([^"]*)"/g),
  ];
  expect(words.map(([, text = '']) => text.replaceAll(/\{\{[\w.]+\}\}/g, '').trim()).filter(Boolean)).toEqual([]);
});

test('an unknown placeholder is an error', () => {
  expect(() => fillPage('{{app.nothing}}')).toThrow('app.nothing');
});
