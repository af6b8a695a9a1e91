import { chmodSync, mkdirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Why a folder cannot be used. */
export interface DataDirError {
  readonly code: 'ERR_DATA_DIR' | 'ERR_DATA_DIR_MODE';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** The bits of a mode with which the group and other users of the machine can read, write or enter. */
const OTHERS = 0o077;

/** Whether the system has file modes. */
const HAS_MODES = process.platform !== 'win32';

/** Makes all files and folders that this process creates later private to its user. They contain signed payouts and hashes of sign-ins. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Creates the data folder if it does not exist, and makes it private. Returns an error when that is impossible. */
export function makeDataDir(path: string): DataDirError | undefined {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return HAS_MODES ? checkModes(path) : undefined;
  } catch (error) {
    return { code: 'ERR_DATA_DIR', message: `DATA_DIR ${path} cannot be used: ${(error as Error).message}.` };
  }
}

/**
 * Checks that a folder is open to its owner alone. The files in it cannot be reached by others then; those that were made with another umask, by
 * an earlier version, are closed besides, so that a copy of them is private too.
 */
function checkModes(path: string): DataDirError | undefined {
  const mode = modeOf(path);
  if (isOpen(mode)) {
    const message = `DATA_DIR ${path} is open to other users of this machine (mode ${mode.toString(8)}), and so is what was written there. Run: chmod -R go-rwx '${path}'`;
    return { code: 'ERR_DATA_DIR_MODE', message };
  }
  const open = closeEntries(path, readdirSync(path, { withFileTypes: true }));
  if (open === undefined) return undefined;
  const message = `${open} can be read by other users of this machine, and this one cannot change that. Run as its owner: chmod go-rwx '${open}'`;
  return { code: 'ERR_DATA_DIR_MODE', message };
}

/** Closes everything in a folder. Returns the path of the first file that cannot be closed. */
function closeEntries(folder: string, entries: readonly Dirent[]): string | undefined {
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Files that are no plain ones, such as links, are the operator's.
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const inside = entry.isDirectory() ? readFolder(path) : [];
    if (inside === null) continue;
    if (!closeFile(path)) return path;
    const open = closeEntries(path, inside);
    if (open !== undefined) return open;
  }
  return undefined;
}

/**
 * The entries of a folder; null for one that belongs to another user and cannot be read, such as the `lost+found` of a volume. This
 * process has written nothing in it.
 */
function readFolder(path: string): readonly Dirent[] | null {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'EACCES' && statSync(path).uid !== process.geteuid?.()) return null;
    throw error;
  }
}

/** Takes the group's and others' rights of a file away. Returns false when that is not allowed. */
function closeFile(path: string): boolean {
  try {
    const mode = modeOf(path);
    if (isOpen(mode)) chmodSync(path, mode & ~OTHERS);
    return true;
  } catch (error) {
    // A backup that was moved away meanwhile needs no protection here.
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

const modeOf = (path: string): number => statSync(path).mode & 0o777;

const isOpen = (mode: number): boolean => (mode & OTHERS) !== 0;
