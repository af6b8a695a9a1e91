import { closeSync, fsyncSync, linkSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates an empty file that its owner alone can read and write. Throws when it exists. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

/**
 * Gives a complete file its name, durably. Throws when that name is taken, even when it was taken meanwhile; a rename would replace the other file.
 * The old name stays.
 */
export function publishFile(part: string, path: string): void {
  sync(part);
  linkSync(part, path);
  sync(dirname(path));
}

/** Flushes a file or a folder to the disk. */
function sync(path: string): void {
  // Windows cannot flush folders.
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
