import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { readFileLimit, shareFiles } from './file-limit.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file as Linux has it in /proc. */
function limitsFile(soft: string): string {
  const path = join(folder, `limits ${soft}`);
  writeFileSync(
    path,
    `Limit                     Soft Limit           Hard Limit           Units
Max processes             7                    7                    processes
Max open files            ${soft}                 1048576              files
`,
  );
  return path;
}

describe('the limit of open files', () => {
  it.each([
    ['1024', 1_024],
    ['1048576', 1_048_576],
    ['unlimited', Infinity],
    ['nonsense', 1_024],
  ])('of %s is %d', (soft, limit) => {
    expect(readFileLimit(limitsFile(soft))).toBe(limit);
  });

  it('is 1,024 where the system does not say', () => {
    expect(readFileLimit(join(folder, 'none'))).toBe(1_024);
  });

  it.runIf(process.platform === 'linux')('is the one that the process really has', () => {
    const module = JSON.stringify(new URL('file-limit.ts', import.meta.url).href);
    const program = `import(${module}).then(({ readFileLimit }) => console.log(readFileLimit()))`;
    const { stdout } = spawnSync('sh', ['-c', `ulimit -n 512; exec "$0" -e '${program}'`, process.execPath], {
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('512');
  });
});

describe('the descriptors of clients', () => {
  it.each([[64], [512], [1_024], [20_000], [1_048_576], [Infinity]])('stay below a limit of %d', (limit) => {
    const { connections, sockets } = shareFiles(limit);
    if (limit > 102) expect(connections).toBeLessThanOrEqual(limit - 100);
    expect(sockets).toBeGreaterThan(0);
    expect(sockets <= connections).toBe(true);
    if (Number.isFinite(limit)) expect(sockets).toBeLessThan(limit);
  });

  it('are a fifth for requests, and at most 2,000', () => {
    expect(shareFiles(1_100)).toEqual({ connections: 1_000, sockets: 800 });
    expect(shareFiles(20_000)).toEqual({ connections: 19_900, sockets: 17_900 });
  });
});
