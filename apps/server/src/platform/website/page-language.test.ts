import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../start/app.ts';
import { SHELL, writeBuild } from '../../testing/web-build.fixture.ts';
import { createTestContext } from '../../testing/context.fixture.ts';
import { readWebsite } from './website.ts';

/** A build with three screens in three languages, each of which says which it is; one has another page for visitors. */
const root = writeBuild(
  Object.fromEntries(
    ['en', 'ja', 'zh'].flatMap((language) =>
      ['index', 'free-play', 'arena', 'visitors/arena'].map((name) => [
        `static/${language}/${name}.html`,
        `${language} ${name}`,
      ]),
    ),
  ),
);
const test = await createTestContext();
const app = createApp({ ...test.context, website: readWebsite(root) });
afterAll(async () => {
  rmSync(root, { recursive: true });
  await test.stop();
});

const get = async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const textOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();

describe('a screen that is shown before its script', () => {
  it.each([
    ['English for a browser that names no language', '/', {}, 'en index'],
    ['English for a browser with other languages only', '/', { 'Accept-Language': 'fr-FR, de;q=0.8' }, 'en index'],
    ['the first language of the browser', '/', { 'Accept-Language': 'fr, ja-JP;q=0.9, zh;q=0.8' }, 'ja index'],
    ['the language that is wanted most', '/', { 'Accept-Language': 'ja;q=0.3, zh-Hans-CN;q=0.9' }, 'zh index'],
    ['no language that is refused', '/', { 'Accept-Language': 'ja;q=0, zh;q=0.1' }, 'zh index'],
    ['the language chosen before', '/', { 'Accept-Language': 'zh', Cookie: 'popfray.language=ja' }, 'ja index'],
    ['the language asked for', '/free-play?lang=zh', { Cookie: 'popfray.language=ja' }, 'zh free-play'],
    ['nothing for a choice that is none', '/', { Cookie: 'popfray.language=../../etc' }, 'en index'],
    ['nothing for a header that is none', '/', { 'Accept-Language': `;q=,${'x,'.repeat(1_000)}ja` }, 'en index'],
  ])('is sent in %s', async (_, path, headers, text) => {
    expect(await textOf(path, headers)).toBe(text);
  });

  it('is another one for visitors than for players where the build has two', async () => {
    const token = 'a'.repeat(43);
    expect(await textOf('/arena')).toBe('en visitors/arena');
    expect(await textOf('/arena', { Cookie: `popfray=${token}` })).toBe('en arena');
    expect(await textOf('/arena/', { Cookie: `popfray=${token}; popfray.language=ja` })).toBe('ja arena');
    expect(await textOf('/arena', { Cookie: 'popfray=' })).toBe('en visitors/arena');
    expect(await textOf('/free-play', { Cookie: `popfray=${token}` })).toBe('en free-play');
  });

  it('tells caches what it depends on', async () => {
    expect((await get('/')).headers.get('Vary')).toBe('Accept-Language, Cookie');
  });

  it('has no separate address, and neither has any other screen', async () => {
    expect((await get('/static/ja/index.html')).status).toBe(404);
    expect((await get('/static/ja/visitors/arena.html')).status).toBe(404);
    expect(await textOf('/lobby', { 'Accept-Language': 'ja' })).toBe(SHELL);
    expect(await textOf('/index.html', { 'Accept-Language': 'ja' })).toBe(SHELL);
  });
});
