import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Runs the real program; no engine's rounds take long here. */
function golden(args: readonly string[], env: Record<string, string> = {}) {
  const program = join(import.meta.dirname, 'run.ts');
  const options = { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

describe('pnpm golden', () => {
  it('prints what each engine made of each rule set', () => {
    const { status, stdout } = golden(['--engines', 'node', '--rounds', '100']);
    for (const rules of ['free-play', 'arena', 'cross-chain']) {
      expect(stdout).toMatch(new RegExp(`^node \\S+ +V8 +${rules} +[0-9a-f]{8} +100 +[\\d.]+ +30 of 30 +yes$`, 'm'));
    }
    expect(status).toBe(0);
  });

  it('says that an engine is missing and how to have it, and fails when it was asked for', () => {
    const { status, stderr } = golden(['--engines', 'firefox'], { FIREFOX_PATH: '/nowhere/firefox' });
    expect(stderr).toContain('firefox (SpiderMonkey) is not here. To have it: apt-get install firefox-esr');
    expect(status).toBe(2);
  });

  it('never says that an engine agrees when there is nothing to hold it against', () => {
    const { status, stdout, stderr } = golden(['--engines', 'node', '--rounds', '7']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('nothing that 7 rounds could be held against');
  });

  it('says which engine broke down', () => {
    const { status, stderr } = golden(['--engines', 'firefox'], { FIREFOX_PATH: '/bin/false' });
    expect(stderr).toContain('It broke down: firefox (/bin/false), arena: ');
    expect(status).toBe(1);
  });

  it.each([
    [['--rounds', '0'], '--rounds takes a number from 1 to 9999999'],
    [['--engines', 'node,hermes'], "no engine 'hermes'; there are quickjs, node, chromium, firefox, bun"],
    [['--loud'], "Unknown option '--loud'"],
  ])('refuses %j', (args, words) => {
    const { status, stderr } = golden(args);
    expect(stderr).toContain(words);
    expect(status).toBe(64);
  });

  it('has help', () => {
    const { status, stdout } = golden(['--help']);
    expect([status, stdout.includes('Usage: pnpm golden')]).toEqual([0, true]);
  });
});
