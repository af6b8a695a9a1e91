import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PAGES = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md'], { cwd: ROOT });

/** Where the links and pictures of a page lead within the repository. */
function targetsOf(page: string): string[] {
  const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^)#\s]+)/g);
  return Array.from(links, ([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

describe('the pages', () => {
  it('are found, and so are links in them', () => {
    expect(PAGES).toContain('README.md');
    expect(targetsOf('README.md')).toContain('docs/replay-format.md');
  });

  it.each(PAGES)('lead nowhere that is not there: %s', (page) => {
    expect(targetsOf(page).filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
  });

  it.each(PAGES)('name no script that there is not: %s', (page) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const own = new Set([...Object.keys(scripts), 'exec', 'install']);
    const named = readFileSync(join(ROOT, page), 'utf8').matchAll(
      /`(?:npx --yes )?pnpm(?:@[\d.]+)? ([a-z]+(?::[a-z-]+)?)/g,
    );
    expect(Array.from(named, ([, script = '']) => script).filter((script) => !own.has(script))).toEqual([]);
  });
});
