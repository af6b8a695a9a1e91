import { afterEach, describe, expect, test, vi } from 'vitest';
import { textsOf } from './atlas.ts';
import { charactersOf, fontArrives, measureLetters } from './lettering.ts';

afterEach(() => vi.unstubAllGlobals());

test('an atlas holds each character once, and no blanks', () => {
  expect(charactersOf(['pop it', 'top'])).toEqual(['p', 'o', 'i', 't']);
});

test.each([
  ['Chinese', ['势不可挡！'], (points: string) => `${points} 分！TRON 之力！`, (combo: string) => `连击 ${combo}`],
  [
    'Japanese',
    ['止まらない！'],
    (points: string) => `${points} 点！TRON パワー！`,
    (combo: string) => `コンボ ${combo}`,
  ],
])('has a glyph for every character of each message in %s', (_, comboMessages, milestone, count) => {
  const inText = (value: number): string => value.toLocaleString('en');
  const texts = textsOf({
    comboMessages,
    milestoneMessage: (points) => milestone(inText(points)),
    comboCount: (combo) => count(inText(combo)),
  });
  const [text, accent] = [texts.text, texts.accent].map((all) => new Set(charactersOf(all)));
  const missing = (known: Set<string> | undefined, shown: readonly string[]): readonly string[] =>
    charactersOf(shown).filter((character) => known?.has(character) !== true);
  expect(missing(text, comboMessages)).toEqual([]);
  for (const value of [500, 1_500, 98_765, 1_234_000])
    expect(missing(accent, [milestone(inText(value)), count(inText(value))])).toEqual([]);
});

test('characters beyond the basic plane stay whole', () => {
  expect(charactersOf(['連勝🔥'])).toEqual(['連', '勝', '🔥']);
});

test('each letter moves the pen by its own width, figures too', () => {
  const measured = { measureText: (text: string) => ({ width: text === '1' ? 20 : 50 }) };
  const letters = measureLetters(measured as unknown as CanvasRenderingContext2D, 'sans-serif', ['1', '8']);
  expect(letters.map(({ advance }) => advance)).toEqual([20, 50]);
});

describe('a web font', () => {
  const stub = (isThere: boolean, load: () => Promise<readonly unknown[]>) =>
    vi.stubGlobal('document', { fonts: { check: () => isThere, load } });

  test('is not waited for when it has loaded already', async () => {
    stub(true, () => Promise.resolve([{}]));
    expect(await fontArrives('Face')).toBe(false);
  });

  test('is waited for when it is on its way', async () => {
    stub(false, () => Promise.resolve([{}]));
    expect(await fontArrives('Face')).toBe(true);
  });

  test('that cannot be fetched leaves the letters as they are', async () => {
    stub(false, () => Promise.reject(new DOMException('', 'NetworkError')));
    expect(await fontArrives('Face')).toBe(false);
  });
});
