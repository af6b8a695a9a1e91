import { expect, test } from 'vitest';
import { closure, gzipBytes, staticImports } from './weight.ts';

test('A chunk needs what it imports, not what it may ask for later', () => {
  const code = `import{a as b}from"./a-1.js";import"./b-2.js";export{c}from'./c-3.js';const later=()=>import("./d-4.js")`;
  expect(staticImports(code)).toEqual(['a-1.js', 'b-2.js', 'c-3.js']);
});

test('Chunks that import each other are followed once', () => {
  const chunks: Readonly<Record<string, string>> = {
    'page.js': 'import"./shared.js"',
    'shared.js': 'import"./page.js";import"./deep.js"',
    'deep.js': '',
    'other.js': 'import"./deep.js"',
  };
  expect([...closure(['page.js'], (name) => chunks[name] ?? '')].toSorted()).toEqual([
    'deep.js',
    'page.js',
    'shared.js',
  ]);
});

test('Weight is what gzip makes of it', () => expect(gzipBytes(new Uint8Array(10_000))).toBeLessThan(100));
