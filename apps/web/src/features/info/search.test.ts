import { describe, expect, test } from 'vitest';
import { matches } from './search.ts';

const ENTRY = { question: 'Café für alle', answer: 'TronLink 钱包、ウォレット、がぎぐ', tags: ['seed phrase'] };

describe('a search', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '  \u3000 '],
    ['a part of a word', 'ronlin'],
    ['other case', 'TRONLINK'],
    ['no accents', 'cafe fur'],
    ['full-width letters', 'ＴｒｏｎＬｉｎｋ'],
    ['half-width kana', 'ｳｫﾚｯﾄ'],
    ['hiragana for katakana', 'うぉれっと'],
    ['Chinese', '钱包'],
    ['a tag', 'seed'],
    ['words of question, answer and tag in any order', 'phrase 钱包 café'],
    ['words apart by an ideographic space', 'seed\u3000cafe'],
  ])('for %s finds', (_, asked) => {
    expect(matches(ENTRY, asked)).toBe(true);
  });

  test.each(['boss', 'seed boss', 'かきく', '.*', 'seed phrase\u0000'])('for %j has no results', (asked) => {
    expect(matches(ENTRY, asked)).toBe(false);
  });
});
