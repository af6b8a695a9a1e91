import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('style.css', import.meta.url), 'utf8');
const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const colours = new Map(
  [...theme.matchAll(/--color-([a-z-]+): #([0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
);

/** Red, green and blue, 0 to 1. */
function partsOf(name: string): readonly number[] {
  const hex = colours.get(name);
  if (hex === undefined) throw new Error(`No colour ${name}.`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** WCAG 2 relative luminance, 0 to 1. */
function luminance(name: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(name).map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['ink', 'surface', 'raised'];
const WORDS = ['text', 'muted', 'tron', 'chain', 'good', 'caution'];
const RARITIES = ['common', 'rare', 'epic', 'legendary'];

describe('text meets WCAG AA (4.5)', () => {
  test.each(GROUNDS.flatMap((ground) => [...WORDS, ...RARITIES].map((text) => [text, ground])))(
    '%s on %s',
    (text, ground) => {
      expect(contrast(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5);
    },
  );
  test.each(['tron', 'tron-lit', 'chain', 'good', 'caution', 'gold', 'silver', 'bronze'])('ink on %s', (ground) => {
    expect(contrast('ink', ground)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(['text'])('%s on line', (text) => {
    expect(contrast(text, 'line')).toBeGreaterThanOrEqual(4.5);
  });
});

/** SPEC section 9, rarity colours. Variants from the strongest to the weakest; grey has no much stronger one. */
test.each([
  ['common', 'grey', ''],
  ['rare', 'blue', 'bgr'],
  ['epic', 'purple', 'brg'],
  ['legendary', 'yellow', 'rgb'],
])('what is %s is %s', (rarity, _colour, order) => {
  const parts = partsOf(rarity).map((part, at) => ({ part, name: 'rgb'.charAt(at) }));
  const sorted = parts.toSorted((a, b) => b.part - a.part);
  const isGrey = (sorted[0]?.part ?? 0) - (sorted[2]?.part ?? 0) < 0.15;
  expect(isGrey ? '' : sorted.map(({ name }) => name).join('')).toBe(order);
});

describe('what a control is known by meets WCAG AA (3)', () => {
  test.each(GROUNDS)('the edge of an entry on %s', (ground) => {
    expect(contrast('edge', ground)).toBeGreaterThanOrEqual(3);
  });
});

/** Names of keyframes that a style sheet defines. */
const keyframesOf = (text: string): readonly string[] =>
  [...text.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name);

/** Names of animations that utilities of a component use. */
const animationsOf = (text: string): readonly string[] =>
  [...text.matchAll(/animate-\[([\w-]+?)_/g)].map(([, name = '']) => name);

const SRC = join(import.meta.dirname, '..');
/** The sheets that are on every page: style.css and what it imports. */
const everywhere = [
  css,
  ...[...css.matchAll(/@import '(\.[^']+)'/g)].map(([, file = '']) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
];

test.each(globSync('**/*.css', { cwd: SRC }))(
  'every animation of %s has its keyframes in the sheet or on every page',
  (file) => {
    const sheet = readFileSync(join(SRC, file), 'utf8');
    const known = new Set([sheet, ...everywhere].flatMap(keyframesOf));
    const used = [...sheet.matchAll(/animation: ([\w-]+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  },
);

test('every animation of a component has its keyframes on every page', () => {
  const known = new Set(everywhere.flatMap(keyframesOf));
  const sources = globSync('{app,features,ui}/**/*.tsx', { cwd: SRC }).filter((file) => !file.includes('.test.tsx'));
  const used = new Set(sources.flatMap((file) => animationsOf(readFileSync(join(SRC, file), 'utf8'))));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect(used).toContain('appear');
});

/** Components are styled by Tailwind utilities. A style sheet has only tokens, base rules, keyframes and the grid of a play screen. */
test('the style sheets have at most 700 lines in all', () => {
  const lines = globSync('**/*.css', { cwd: SRC }).map(
    (file) => readFileSync(join(SRC, file), 'utf8').split('\n').length - 1,
  );
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(700);
});

/** Words of the code that are names of utilities, which both sheets leave out. */
const LEFT_OUT = /@source not inline\('\{([\w,]+)\}'\)/;

test('no component has a class that the sheets leave out because it is a word of the code', () => {
  const screensCss = readFileSync(join(SRC, 'ui/screens.css'), 'utf8');
  const [, words = ''] = LEFT_OUT.exec(css) ?? [];
  expect(words).toContain('filter');
  expect(LEFT_OUT.exec(screensCss)?.[1]).toBe(words);
  // A class list is a text with another class in it that only a class can be: with a hyphen.
  const list = new RegExp(
    `["'\`](?=[^"'\`]*\\b[a-z]+-[\\w[(/])[^"'\`=.;]*(?<![\\w./:-])(?:${words.replaceAll(',', '|')})(?![\\w:./-])[^"'\`=.;]*["'\`]`,
  );
  const sources = globSync('{app,features,ui}/**/*.tsx', { cwd: SRC }).filter((file) => !file.includes('.test.tsx'));
  const found = sources.flatMap((file) =>
    readFileSync(join(SRC, file), 'utf8')
      .split('\n')
      .filter((line) => list.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
  expect(list.test('<p className="flex-1 transition">')).toBe(true);
});

/** Components that `style.css` includes although it leaves out the others of their folders. */
const FIRST: ReadonlySet<string> = new Set(['LanguageMenu', 'WalletAction']);

/** Folders that `style.css` leaves out. */
const apart: ReadonlySet<string> = new Set(
  (/features\/\{([^}]+)\}/.exec(css)?.[1] ?? '').split(',').map((glob) => glob.replace(/\/.*/, '')),
);

/** Modules of the screens, as the table loads them. */
const SCREEN = /import\('\.\.\/features\/([\w-]+)\/(\w+)\.tsx'\)/g;
const screens = [...readFileSync(join(SRC, 'app/screens.ts'), 'utf8').matchAll(SCREEN)].map(
  ([, folder = '', name = '']) => ({
    folder,
    name,
  }),
);

test.each(screens.filter(({ folder }) => apart.has(folder)))(
  'the screen $name, whose folder style.css leaves out, has the sheet of the screens',
  ({ folder, name }) => {
    expect(sheetsOf(join(SRC, 'features', folder, `${name}.tsx`))).toContain(join(SRC, 'ui/screens.css'));
  },
);

test('a component of these folders that a screen of the first load may show has the sheet too', () => {
  const first = ['landing/Landing', 'free-play/FreePlay', 'arena/Arena'].map((name) => `features/${name}.tsx`);
  const loaded = ['app/App.tsx', ...first].flatMap((name) => [...modulesOf(join(SRC, name), isPartOfScreen)]);
  const shown = loaded.filter((file) => {
    const [, folder = '', name = ''] = /\/features\/([\w-]+)\/(\w+)\.tsx$/.exec(file) ?? [];
    return apart.has(folder) && !FIRST.has(name) && readFileSync(file, 'utf8').includes('className');
  });
  expect(shown.filter((file) => !readFileSync(file, 'utf8').includes('ui/screens.css'))).toEqual([]);
  expect(shown.some((file) => file.endsWith('/OpenPayments.tsx'))).toBe(true);
});

/** The table of screens loads all of them. */
const isPartOfScreen = (file: string): boolean => !file.endsWith('/app/screens.ts');

/** The module and all that it imports, statically and dynamically. */
function modulesOf(
  file: string,
  isWanted: (file: string) => boolean = () => true,
  known = new Set<string>(),
): ReadonlySet<string> {
  if (known.has(file) || !isWanted(file) || !/\.(?:tsx?|css)$/.test(file)) return known;
  known.add(file);
  if (file.endsWith('.css')) return known;
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g))
    modulesOf(resolve(file, '..', path), isWanted, known);
  return known;
}

const sheetsOf = (file: string): readonly string[] => [...modulesOf(file)].filter((name) => name.endsWith('.css'));
