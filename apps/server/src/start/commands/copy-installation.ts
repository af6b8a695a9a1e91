import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { auditLedger } from '../../ledger/index.ts';
import {
  copyDatabase,
  type CopyError,
  type CopyProgress,
  createPrivateFile,
  type Database,
  inspectPostgres,
  isPostgresUrl,
  NEWEST_VERSION,
  openDatabase,
  PostgresLock,
  publishFile,
  readableUrl,
  readDatabase,
  takeFolderLocks,
} from '../../platform/database/index.ts';

/** Why an installation was not copied. */
export interface CopyFailure {
  readonly code: string;
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** What was copied. */
export interface CopiedInstallation {
  readonly rows: number;
  /** Entries of the ledger that were audited in the copy. */
  readonly entries: number;
  /** Where the copy is, without a password. */
  readonly label: string;
}

/** A path or a URL, and the name of the option that contains it. */
interface Side {
  readonly option: '--from' | '--to';
  readonly location: string;
}

/** How long to wait for a server or a copy that is just ending, ms: as long as for the lock of a folder. */
const LOCK_TIMEOUT_MS = 1_000;

/** Releases what was taken for the copy. */
type Close = () => unknown;

/**
 * Copies the database of an installation into a new one of any kind, and checks it row by row and by the ledger's audit. No server may use either.
 * A PostgreSQL target stays empty, and an SQLite target does not exist, until everything was checked.
 */
export async function copyInstallation(
  from: string,
  to: string,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedInstallation | CopyFailure> {
  const closes: Close[] = [];
  const source: Side = { option: '--from', location: from };
  const target: Side = { option: '--to', location: to };
  try {
    const taken = (await findConflict(source, target)) ?? (await lock([source, target], closes));
    if (taken !== undefined) return taken;
    const db = await readDatabase(from);
    if ('code' in db) return about(source, db);
    closes.push(async () => db.close());
    const [damage] = db.engine.name === 'sqlite' ? await db.engine.findDamage() : [];
    if (damage !== undefined)
      return about(source, { code: 'ERR_COPY_DAMAGED', message: `The database is damaged: ${damage}. Run db:verify.` });
    return await (isPostgresUrl(to) ? copyInto(db, target, onProgress) : copyIntoFile(db, target, onProgress));
  } catch (error) {
    return { code: 'ERR_COPY_FAILED', message: `The copy failed: ${(error as Error).message}.` };
  } finally {
    for (const close of closes.toReversed()) await close();
  }
}

/** Names the option in an error. The server's errors name the variable that contains its database. */
const about = ({ option }: Side, { code, message }: CopyFailure): CopyFailure => ({
  code,
  message: `${option}: ${message.replace('DATABASE_URL', option)}`,
});

const labelOf = (location: string): string => (isPostgresUrl(location) ? readableUrl(location) : location);

/** Why the two databases cannot be source and target, as far as that is known without opening them. */
async function findConflict(source: Side, target: Side): Promise<CopyFailure | undefined> {
  const [one, other] = [await identify(source.location), await identify(target.location)];
  if (typeof one === 'object') return about(source, one);
  if (typeof other === 'object') return about(target, other);
  if (one === undefined)
    return about(source, { code: 'ERR_DATABASE_OPEN', message: `There is no database ${source.location}.` });
  if (one === other)
    return { code: 'ERR_COPY_SAME', message: '--from and --to are the same database. Copy into a new one.' };
  if (isPostgresUrl(target.location)) return undefined;
  const file = ['', '-wal', '-journal'].map((end) => target.location + end).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  return about(target, {
    code: 'ERR_COPY_NOT_EMPTY',
    message: `${file} already exists. Name a new file, or move it away.`,
  });
}

/** A text that is equal for two locations of the same database; undefined for a file that does not exist. */
async function identify(location: string): Promise<string | CopyFailure | undefined> {
  if (!isPostgresUrl(location)) return existsSync(location) ? realpathSync(location) : undefined;
  const found = await inspectPostgres(location);
  return 'code' in found ? found : found.identity;
}

/** Makes sure that no server uses the databases until the copy ends. */
async function lock(sides: readonly Side[], closes: Close[]): Promise<CopyFailure | undefined> {
  const refuse = (side: Side): CopyFailure =>
    about(side, {
      code: 'ERR_DATA_LOCKED',
      message: `A server or another copy is using ${labelOf(side.location)}. Stop it first.`,
    });
  const folders: string[] = [];
  for (const side of sides) {
    if (isPostgresUrl(side.location)) {
      const server = new PostgresLock(side.location);
      closes.push(async () => server.release());
      if (!(await server.take(LOCK_TIMEOUT_MS))) return refuse(side);
      continue;
    }
    const folder = dirname(side.location);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A folder that both databases are in has one lock.
    if (folders.includes(realpathSync(folder))) continue;
    folders.push(realpathSync(folder));
    const taken = takeFolderLocks([folder]);
    if ('code' in taken) return taken.code === 'ERR_DATA_LOCKED' ? refuse(side) : about(side, taken);
    closes.push(() => taken.release());
  }
  return undefined;
}

/** Copies into a database without rows, whose tables are created if it has none, and closes it. */
async function copyInto(
  source: Database,
  target: Side,
  onProgress: (progress: CopyProgress) => void,
  finish: (db: Database) => Promise<void> = async () => undefined,
): Promise<CopiedInstallation | CopyFailure> {
  const older = isPostgresUrl(target.location) ? await findOlderTables(target) : undefined;
  if (older !== undefined) return older;
  const db = await openDatabase(target.location);
  if ('code' in db) return about(target, db);
  try {
    let entries = 0;
    const copied = await copyDatabase(source, db, {
      onProgress,
      check: async (copy): Promise<CopyError | undefined> => {
        const audit = await auditLedger(copy);
        entries = audit.entries;
        const [first] = audit.differences;
        if (first === undefined) return undefined;
        const message = `The ledger does not add up, in the source as in the copy: ${first.code}: ${first.message}. Run db:verify.`;
        return { code: 'ERR_COPY_AUDIT', message };
      },
    });
    if ('code' in copied) return copied;
    await finish(db);
    return { rows: copied.rows, entries, label: db.engine.label };
  } finally {
    await db.close();
  }
}

/** The error of a target with tables of an older version, which must not be migrated. */
async function findOlderTables(target: Side): Promise<CopyFailure | undefined> {
  const found = await inspectPostgres(target.location);
  if ('code' in found) return about(target, found);
  if (found.version === 0 || found.version >= NEWEST_VERSION) return undefined;
  const message = `${labelOf(target.location)} has tables of version ${found.version} already. Copy into a new database.`;
  return about(target, { code: 'ERR_COPY_NOT_EMPTY', message });
}

/** Copies into a new SQLite file, which gets its name when it is complete and on the disk. */
async function copyIntoFile(
  source: Database,
  target: Side,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopiedInstallation | CopyFailure> {
  const part = `${target.location}.part`;
  const removePart = (): void => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true });
  };
  // The folder is locked, so this is what an interrupted copy has left.
  removePart();
  try {
    createPrivateFile(part);
    // Writes the log back into the file, which then is the whole database.
    const finish = async (db: Database): Promise<void> => void (await sql`PRAGMA journal_mode = DELETE`.execute(db));
    const copied = await copyInto(source, { ...target, location: part }, onProgress, finish);
    if ('code' in copied) return copied;
    publishFile(part, target.location);
    return { ...copied, label: target.location };
  } finally {
    removePart();
  }
}
