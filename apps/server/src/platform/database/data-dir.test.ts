import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDataDir } from './data-dir.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-data-'));
  folders.push(folder);
  return folder;
}

/** Ids of a user and a group without rights, which every Linux system has. */
const UNPRIVILEGED_ID = 65_534;

/** Does something with the rights of a user who is not root. */
function asUnprivilegedUser<Value>(act: () => Value): Value {
  process.setegid?.(UNPRIVILEGED_ID);
  process.seteuid?.(UNPRIVILEGED_ID);
  try {
    return act();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.runIf(process.platform !== 'win32')('the folder of the data', () => {
  it('is made for its owner alone', () => {
    const path = join(makeFolder(), 'new', 'data');
    expect(makeDataDir(path)).toBeUndefined();
    expect(modeOf(path)).toBe('700');
  });

  it.each([0o755, 0o750, 0o705, 0o701, 0o770])('is refused when others can enter or read it (mode %i)', (mode) => {
    const path = makeFolder();
    writeFileSync(join(path, 'popfray.db'), '', { mode: 0o644 });
    chmodSync(path, mode);
    const refused = makeDataDir(path);
    expect(refused?.code).toBe('ERR_DATA_DIR_MODE');
    expect(refused?.message).toContain(`chmod -R go-rwx '${path}'`);
    expect(refused?.message).toContain(`mode ${mode.toString(8)}`);
    chmodSync(path, 0o700);
    expect(makeDataDir(path)).toBeUndefined();
  });

  it('that an earlier version has made is used, and the files in it are closed', () => {
    const path = makeFolder();
    mkdirSync(join(path, 'backups'), { mode: 0o755 });
    const files = ['popfray.db', 'popfray.db-wal', 'lock.db', 'backups/popfray-1.db'].map((name) => join(path, name));
    for (const file of files) writeFileSync(file, '', { mode: 0o644 });
    symlinkSync('/nowhere', join(path, 'link'));
    expect(makeDataDir(path)).toBeUndefined();
    for (const file of files) expect(modeOf(file)).toBe('600');
    expect(modeOf(join(path, 'backups'))).toBe('700');
  });

  // Only root can make files of another user, and lose its own rights for a while.
  it.runIf(process.getuid?.() === 0)(
    'may have a folder of another user that cannot be read, and is closed around it',
    () => {
      const path = makeFolder();
      const backup = join(path, 'backups');
      mkdirSync(backup, { mode: 0o755 });
      for (const own of [path, backup]) chownSync(own, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
      mkdirSync(join(path, 'lost+found'), { mode: 0o700 });
      const refused = asUnprivilegedUser(() => makeDataDir(path));
      expect(refused).toBeUndefined();
      expect(modeOf(backup)).toBe('700');
    },
  );

  it.runIf(process.getuid?.() === 0)('is refused when a folder in it is its own and cannot be read', () => {
    const path = makeFolder();
    mkdirSync(join(path, 'backups'), { mode: 0o000 });
    for (const own of [path, join(path, 'backups')]) chownSync(own, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    expect(asUnprivilegedUser(() => makeDataDir(path))?.code).toBe('ERR_DATA_DIR');
  });

  it('is refused when it is a file', () => {
    const path = join(makeFolder(), 'file');
    writeFileSync(path, '');
    expect(makeDataDir(path)?.code).toBe('ERR_DATA_DIR');
    expect(existsSync(path)).toBe(true);
  });
});
