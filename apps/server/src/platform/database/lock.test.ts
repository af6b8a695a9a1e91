import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock, type Lock } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-lock-'));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function take(path: string): Lock {
  const lock = takeLock(path);
  if ('code' in lock) throw new Error(lock.message);
  return lock;
}

describe('a lock', () => {
  it('is held by one, and is free again when it is given back', () => {
    const path = join(folder, 'one.db');
    const lock = take(path);
    expect(takeLock(path)).toMatchObject({ code: 'ERR_DATA_LOCKED', message: expect.stringContaining('DATA_DIR') });
    lock.release();
    take(path).release();
  });

  it('is free again when the process that held it was killed', async () => {
    const path = join(folder, 'killed.db');
    const program = `
      import { takeLock } from ${JSON.stringify(fileURLToPath(new URL('lock.ts', import.meta.url)))};
      console.log('code' in takeLock(${JSON.stringify(path)}) ? 'refused' : 'held');
      globalThis.gc();
      setInterval(() => undefined, 1_000);`;
    const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = holder;
    const [words] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(words.toString().trim()).toBe('held');
    expect(takeLock(path)).toMatchObject({ code: 'ERR_DATA_LOCKED' });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    take(path).release();
  });

  it('where no file can be is refused in words', () => {
    expect(takeLock(join(folder, 'none', 'lock.db'))).toMatchObject({ code: 'ERR_DATABASE_OPEN' });
  });
});
