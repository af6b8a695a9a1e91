import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { loadLanguage } from '../data/messages/texts.ts';
import { PATHS } from '../data/paths.ts';
import { App } from './App.tsx';
import './style.css';

/** Screens with texts of every kind. There is no server, so those that need one show why. */
const ADDRESSES = [
  PATHS.home,
  PATHS.freePlay,
  PATHS.arena,
  PATHS.lobby,
  PATHS.upgrades,
  PATHS.howToPlay,
  PATHS.faq,
  PATHS.about,
  PATHS.settings,
];

/** Words of at least two letters: a single letter cannot be broken. */
const WORD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;

/** In sentences, browsers and dictionaries disagree about where a word of kanji and hiragana ends, but not about loan words. */
const LOAN_WORD = /^[\p{Script=Katakana}ー]{2,}$/u;

/** Texts that are whole sentences. */
const SENTENCE = /[。、]/;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Words on the page that are on two lines although one line has room for them. */
function brokenWords(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken: string[] = [];
  while (texts.nextNode() !== null) {
    const node = texts.currentNode;
    const holder = node.parentElement;
    if (holder === null || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (holder.closest('.sr-only, [hidden], script, style') !== null) continue;
    const text = node.textContent ?? '';
    const checked = SENTENCE.test(text) ? LOAN_WORD : WORD;
    for (const { segment, index } of segmenter.segment(text)) {
      if (!checked.test(segment)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + segment.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const tops = new Set(lines.map(({ top }) => Math.round(top)));
      if (tops.size < 2) continue;
      const wordPx = lines.reduce((sum, { width }) => sum + width, 0);
      if (wordPx <= holder.clientWidth || holder.clientWidth === 0)
        broken.push(`${segment} in ${holder.tagName}: ${text}`);
    }
  }
  return broken;
}

afterEach(async () => {
  await cleanup();
  await loadLanguage('en');
  await page.viewport(1366, 768);
  history.replaceState(null, '', '/');
});

describe('Japanese texts', () => {
  test.each([
    [360, 640],
    [1366, 768],
  ])('break no word in the middle in a window of %ix%i', async (width, height) => {
    await page.viewport(width, height);
    history.replaceState(null, '', '/');
    await loadLanguage('ja');
    await render(<App />);
    const found: Record<string, readonly string[]> = {};
    for (const address of ADDRESSES) {
      history.pushState(null, '', address);
      await expect
        .poll(() => document.querySelector('main h1')?.checkVisibility(), { message: address, interval: 10 })
        .toBe(true);
      const broken = brokenWords();
      if (broken.length > 0) found[address] = broken;
    }
    expect(found).toEqual({});
  });
});
