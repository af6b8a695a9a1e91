import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { FreezeCause } from '@popfray/protocol/admin';
import { z } from 'zod';
import { type Database, type PayoutAttemptRow, perDatabase } from '../platform/database/index.ts';

/** Name of the file in DATA_DIR that contains the payout that was signed last. */
export const HIGH_WATER_FILE = 'high-water.json';

/** How far the file system's time of the last change may be from the time in the file, ms. A copy of the file has a later one. */
const COPY_SLACK_MS = 5_000;

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

const highWaterFile = z.object({
  /** The transaction that was signed last; null when none was. */
  txid: z.string().nullable(),
  /** Id of the machine's boot during which it was written; empty when unknown. */
  bootId: z.string(),
  /** When it was written, by the file system's clock, epoch ms. */
  writtenMs: z.number(),
});

/** What this process has written: the time that the newest attempt in the file was built, epoch ms. */
const written = perDatabase(() => ({ builtAt: Number.NEGATIVE_INFINITY, bootId: '' }));

/** The id of the machine's current boot; empty on systems without one, where a reboot is not noticed. */
export function readBootId(): string {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    return '';
  }
}

const pathOf = ({ folder }: Database): string | null => (folder === null ? null : join(folder, HIGH_WATER_FILE));

const newestAttempt = async (db: Database): Promise<Pick<PayoutAttemptRow, 'txid' | 'built_at'> | undefined> =>
  db.selectFrom('payout_attempts').select(['txid', 'built_at']).orderBy('built_at', 'desc').limit(1).executeTakeFirst();

/**
 * Why the database may be older than the payouts that were signed from it; `start` when it is as new as the file beside it. The file cannot reveal a
 * restore of the whole folder that keeps the file's times, so the chain is read in any case.
 */
export async function judgeStart(db: Database, bootId: string): Promise<FreezeCause> {
  written(db).bootId = bootId;
  const path = pathOf(db);
  if (path === null) return 'start';
  const stored = readFile(path);
  if (stored === null) return (await isNew(db)) ? 'start' : 'moved';
  if (stored.txid !== null && !(await hasAttempt(db, stored.txid))) return 'restored';
  if (Math.abs(stored.changedMs - stored.writtenMs) > COPY_SLACK_MS) return 'copied';
  return stored.bootId === bootId ? 'start' : 'reboot';
}

/** Records that everything signed so far is in the database. Replaces the file. */
export async function resetHighWater(db: Database): Promise<void> {
  const newest = await newestAttempt(db);
  write(db, newest?.txid ?? null, newest?.built_at ?? 0);
}

/** Records a signed transaction before it is sent to the chain, unless the file has a newer one. */
export function raiseHighWater(db: Database, { txid, built_at: builtAt }: PayoutAttemptRow): void {
  if (builtAt > written(db).builtAt) write(db, txid, builtAt);
}

/** Replaces the file. It is on the disk when this returns. */
function write(db: Database, txid: string | null, builtAt: number): void {
  const path = pathOf(db);
  const state = written(db);
  if (path !== null) {
    const part = `${path}.part`;
    const file = openSync(part, 'w', 0o600);
    try {
      // The first write only reads the file system's clock.
      writeSync(file, '{}');
      const writtenMs = fstatSync(file).mtimeMs;
      ftruncateSync(file, 0);
      writeSync(file, JSON.stringify({ txid, bootId: state.bootId, writtenMs }), 0);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(part, path);
    syncFolder(dirname(path));
  }
  state.builtAt = builtAt;
}

/** Flushes a folder's list of files to the disk. Windows cannot do that. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The contents of the file and its modification time; null when it does not exist or is unreadable. */
function readFile(path: string): (z.infer<typeof highWaterFile> & { readonly changedMs: number }) | null {
  try {
    return { ...highWaterFile.parse(JSON.parse(readFileSync(path, 'utf8'))), changedMs: statSync(path).ctimeMs };
  } catch {
    return null;
  }
}

/** Whether a database has no ledger entries and no signed payouts. */
const isNew = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('entries').select('id').limit(1).executeTakeFirst()) === undefined &&
  (await newestAttempt(db)) === undefined;

const hasAttempt = async (db: Database, txid: string): Promise<boolean> =>
  (await db.selectFrom('payout_attempts').select('txid').where('txid', '=', txid).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('payouts').select('id').where('txid', '=', txid).executeTakeFirst()) !== undefined;
