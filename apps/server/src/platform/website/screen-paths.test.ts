import { describe, expect, it } from 'vitest';
import { ScreenPaths } from './screen-paths.ts';

const paths = new ScreenPaths(['/', '/daily', '/race/:id?', '/round/:id', '/admin/player/:address']);

describe('the paths of screens', () => {
  it.each(['/', '/daily', '/race', '/race/Ab3_-xyz09', '/round/Ab3_-xyz09', '/admin/player/T9yD14Nj9'])(
    'have %s',
    (path) => expect(paths.has(path)).toBe(true),
  );

  it.each([
    '',
    '/daily/',
    '/daily2',
    '/daily/x',
    '/race/',
    '/race/a/b',
    '/race/a.b',
    '/round',
    '/round/',
    '/admin',
    '/RACE',
  ])('do not have "%s"', (path) => expect(paths.has(path)).toBe(false));

  it.each(['daily', '/a//b', '/a/*', '/a.b', '/:a(.*)', '/a/'])('cannot be made from %s', (path) =>
    expect(() => new ScreenPaths([path])).toThrow(path),
  );
});
