import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PATHS } from '../data/paths.ts';
import { BAR_LINKS, MENU_LINKS, SUPPORT_LINKS } from './nav-links.ts';
import { REDIRECTS, SCREENS } from './screens.ts';

const CATALOGUES = import.meta.glob<object>('../data/messages/en/*.json', { eager: true, import: 'default' });

/** The English texts that a screen has loaded. */
function textsOf(parts: readonly string[]): object {
  const catalogues = ['shell', ...parts].map((part) => CATALOGUES[`../data/messages/en/${part}.json`] ?? {});
  return Object.fromEntries(catalogues.flatMap((texts) => Object.entries(texts)));
}

const textAt = (texts: object, key: string): unknown =>
  key.split('.').reduce<unknown>((branch, name) => (branch as Readonly<Record<string, unknown>>)[name], texts);

describe('the table of screens', () => {
  test.each(SCREENS.map((row) => [row.paths[0], row] as const))('%s has its component and its title', (_, row) => {
    const path = join(import.meta.dirname, '../features', row.feature);
    const modules = row.feature === 'admin' ? ['Admin.tsx'] : [`${row.component}.tsx`];
    expect(modules.filter((name) => !existsSync(join(path, name)))).toEqual([]);
    expect(textAt(textsOf(row.texts), row.title)).toEqual(expect.stringMatching(/./));
  });

  test('has each path once', () => {
    const paths = [...SCREENS.flatMap((row) => row.paths), ...REDIRECTS.map(([from]) => from)];
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  });

  test('has a screen for each path that modules link to', () => {
    const bases = new Set(SCREENS.flatMap(({ paths }) => paths.map((path) => path.replace(/\/:.*$/, ''))));
    const linked = Object.values(PATHS).filter((path) => !path.includes('#'));
    expect(linked.filter((path) => !bases.has(path))).toEqual([]);
  });

  test('makes the lists of the navigation, in its order', () => {
    expect(BAR_LINKS.map(([key]) => key)).toEqual(['home', 'lobby', 'upgrades', 'play', 'about']);
    expect(MENU_LINKS.map(([key]) => key)).toEqual(['home', 'lobby', 'play', 'about', 'leaderboard']);
    expect(SUPPORT_LINKS.map(([key]) => key)).toEqual(['howToPlay', 'walletSetup', 'faq', 'contact']);
  });

  test('renders a screen as HTML only when the path has no parameters', () => {
    const prerendered = SCREENS.filter(({ prerendered: readers }) => readers !== undefined);
    expect(prerendered.flatMap(({ paths }) => paths).filter((path) => path.includes(':'))).toEqual([]);
    expect(prerendered.map(({ component }) => component)).toContain('About');
  });
});
