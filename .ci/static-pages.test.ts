import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILD_MS, buildSite } from './site-builds.ts';

/** Pages besides the first one that contain their screen. */
const PRERENDERED = [
  'free-play',
  'lobby',
  'daily',
  'replay',
  'about',
  'how-to-play',
  'wallet-setup',
  'faq',
  'contact',
  'wallet-troubleshooting',
  'play-responsibly',
  'visitors/arena',
  'visitors/upgrades',
];

/** Pages that show a field. */
const WITH_FIELD = ['free-play', 'visitors/arena'];

/** Folder of the build for players. Other test files open the same build. */
let folder: string;

beforeAll(async () => {
  folder = await buildSite('web', 'production');
}, BUILD_MS);

describe('a static page', () => {
  /** The page of the build without elements that a browser does not show. */
  const pageOf = (name: string): string => readFileSync(join(folder, 'static', name), 'utf8');

  test.each([
    ['en/index.html', 'en', 'Sixty seconds. Pop everything.'],
    ['zh/index.html', 'zh-Hans', '六十秒，全部戳破。'],
    ['ja/index.html', 'ja', '60 秒。全部、割りましょう。'],
    ['en/free-play.html', 'en', 'Ready to Pop Some Bubbles?'],
    ['zh/free-play.html', 'zh-Hans', '自由练习'],
    ['ja/free-play.html', 'ja', 'フリープレイ'],
    ['en/about.html', 'en', 'Scores are proven, not believed'],
    ['zh/how-to-play.html', 'zh-Hans', '一次点击最多戳破一个泡泡'],
    ['ja/wallet-setup.html', 'ja', '<title>ウォレットの設定 · Popfray'],
    ['en/visitors/arena.html', 'en', 'Bubbles float up and escape over the top. Pop them first.'],
    ['en/lobby.html', 'en', 'Loading battles…'],
    ['zh/visitors/upgrades.html', 'zh-Hans', '升级商店'],
    ['ja/daily.html', 'ja', 'デイリーシード'],
    ['ja/replay.html', 'ja', '入力の記録をもとにこのブラウザーで'],
    ['en/contact.html', 'en', 'Asking the server for the address…'],
    ['en/faq.html', 'en', 'What is Popfray?'],
    ['en/wallet-troubleshooting.html', 'en', 'Checking...'],
    ['en/play-responsibly.html', 'en', 'Set your own limits for paid play'],
  ])('%s is in its language', (name, language, words) => {
    const page = pageOf(name);
    expect(page).toMatch(new RegExp(`<html lang="${language}"[ >]`));
    expect(page).toContain(words);
    expect(page).toMatch(/<title>[^<]+ · Popfray<\/title>/);
  });

  test('has the bubbles of the first page before any script', () => {
    const page = pageOf('en/index.html');
    expect(page.match(/class="hero-bubble"/g)).toHaveLength(18);
    // React leaves this mark in place of a part that it could not render.
    expect(page).not.toContain('<!--$!-->');
  });

  test('knows neither the time of its reader nor the state of the server', () => {
    const lobby = pageOf('en/lobby.html');
    expect(lobby).toContain('>Connecting<');
    expect(lobby).not.toContain('>Offline<');
    expect(pageOf('en/contact.html')).not.toMatch(/Open now|Closed|UTC/);
  });

  test('does not ask for a replay, because its address may have one after the hash', () => {
    expect(pageOf('en/replay.html')).toContain('Open a round from a link or a file.');
    expect(pageOf('en/replay.html')).not.toMatch(/<textarea|type="file"/);
  });

  test.each(PRERENDERED)('%s contains nothing that its policy forbids, or that needs a script', (name) => {
    const page = pageOf(`en/${name}.html`);
    expect(page).not.toMatch(/ style="|<style|<script(?![^>]* src=)|javascript:/);
    expect(page).not.toContain('hidden id="S:');
  });

  test.each(PRERENDERED.filter((name) => !WITH_FIELD.includes(name)))(
    '%s has each text, its pictures, and the style sheets of its screen',
    (name) => {
      for (const language of ['en', 'zh', 'ja']) {
        const page = pageOf(`${language}/${name}.html`);
        // A text that is missing is shown as its key.
        expect(page.match(/>(?!www\.)[a-z]\w*(?:\.\w+)+</g)).toBeNull();
        expect(page).toMatch(/<link rel="stylesheet"[^>]* href="\/assets\/screens-[\w-]+\.css">/);
        const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
        expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
      }
    },
  );

  test.each([
    ['profile', 'Profile', 'プロフィール'],
    ['upgrades', 'Upgrades', 'アップグレードストア'],
  ])('of another screen, %s, has its title, and loads its chunk, but shows nothing before', (name, chunk, title) => {
    const page = pageOf(`ja/${name}.html`);
    expect(page).toContain(`<title>${title} · Popfray</title>`);
    expect(page).toMatch(
      new RegExp(`<link rel="modulepreload" fetchpriority="low"[^>]* href="/assets/${chunk}-[\\w-]+\\.js">`),
    );
    expect(page).toMatch(/<link rel="preload" as="style"[^>]* href="\/assets\/screens-[\w-]+\.css">/);
    expect(page).toContain('<div id="root"></div>');
  });

  test('exists for each screen whose path has no parameter', () => {
    const { screens } = JSON.parse(readFileSync(join(folder, 'static/screens.json'), 'utf8')) as { screens: string[] };
    // A screen's second path, such as that of a daily round, gets index.html.
    const plain = screens.filter((path) => /^\/[\w-]*$/.test(path));
    expect(plain.length).toBeGreaterThan(15);
    for (const language of ['en', 'zh', 'ja'])
      for (const path of plain)
        expect(existsSync(join(folder, 'static', language, `${path.slice(1) || 'index'}.html`))).toBe(true);
  });

  test('links the chunks of a screen with a field, to be preloaded after it has loaded', () => {
    for (const name of WITH_FIELD) {
      const ahead = pageOf(`en/${name}.html`).match(/<link rel="ahead"[^>]*>/g) ?? [];
      for (const chunk of ['engine', 'round-screen', 'field'])
        expect(ahead.join('')).toMatch(new RegExp(`/assets/${chunk}-[\\w-]+\\.js`));
    }
    expect(pageOf('en/index.html')).not.toContain('rel="ahead"');
    // A signed-in player's round in the arena may begin at once.
    expect(pageOf('en/arena.html')).toMatch(/<link rel="modulepreload" fetchpriority="low"[^>]*\/assets\/field-/);
  });

  test('loads its scripts after its first paint', () => {
    const page = pageOf('en/index.html');
    const scripts = page.match(/<script[^>]*>|<link rel="modulepreload"[^>]*>/g) ?? [];
    expect(scripts).toEqual([
      expect.stringMatching(/^<script type="module" async .* src="\/assets\/early-input-/),
      expect.stringMatching(/^<script type="module" .* src="\/assets\/start-/),
    ]);
    expect(page.match(/<link rel="after-paint"[^>]*>/g)?.length).toBeGreaterThan(4);
  });
});
