/**
 * The program `pnpm payouts`, which can run beside a server. It lists the open payouts. `pnpm payouts retry ID` queues a stuck payout again, and
 * `pnpm payouts return ID` returns it to the player's balance; both write to the audit log.
 */
import { makeTrx } from '@popfray/protocol';
import { type ConfigError, parseDatabaseLocation, readDataDir } from '../../platform/config/index.ts';
import {
  type Database,
  type DatabaseError,
  keepFilesPrivate,
  openDatabase,
  readDatabase,
} from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { CAUSES, openTransfers } from '../../restore/index.ts';
import { findScan, type PayoutWish, rescuePayout, unfinishedPayouts, type WishError } from '../../payouts/index.ts';

const USAGE = 'pnpm payouts | pnpm payouts retry ID | pnpm payouts return ID';

/** The operator in the audit log: any user who can run programs on the server's machine. */
const BY = 'command line';

const WHY: Readonly<Record<WishError, string>> = {
  ERR_PAYOUT_UNKNOWN: 'There is no such payout.',
  ERR_PAYOUT_STATE: 'This payout is not stuck.',
  ERR_PAYOUTS_FROZEN:
    'Payouts are frozen, and this one may have been paid since the backup. Ask again when they are open.',
  ERR_PAYOUT_LIVING: 'A transaction of this payout may still be included. Ask again in a quarter of an hour.',
};

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'));

async function main([verb, id, ...more]: readonly string[]): Promise<number> {
  const act = verb === 'retry' || verb === 'return' ? verb : null;
  const isKnown = verb === undefined || (act !== null && id !== undefined);
  if (!isKnown || more.length > 0) return refuse(USAGE, 'ERR_USAGE');
  const db = await open();
  if ('code' in db) return refuse(db.message, db.code);
  try {
    return act === null || id === undefined ? await list(db) : await rescue(db, id, act);
  } finally {
    await db.close();
  }
}

/** Opens the server's database, which must exist and be of this version: only a server creates or migrates one. */
async function open(): Promise<Database | DatabaseError | ConfigError> {
  const found = parseDatabaseLocation(process.env);
  if ('code' in found) return found;
  const existing = await readDatabase(found.location);
  if ('code' in existing) return existing;
  await existing.close();
  return openDatabase(found.location, undefined, readDataDir(process.env));
}

async function list(db: Database): Promise<number> {
  const lines = (await unfinishedPayouts(db)).map(({ id, status, amount_sun, address, created_at, trouble }) =>
    [id, status, `${makeTrx(amount_sun)} TRX`, address, new Date(created_at).toISOString(), trouble].join('  '),
  );
  const shown = [...(await freezeLines(db)), lines.length === 0 ? 'No payout is open.' : lines.join('\n')];
  process.stdout.write(`${shown.join('\n')}\n`);
  return 0;
}

/** Describes why payouts are frozen, the last block read, and the transfers that wait for a decision; empty while payouts are open. */
async function freezeLines(db: Database): Promise<readonly string[]> {
  const { frozen_since, cause, block_number, target_number, waits_until, trouble } = await findScan(db);
  if (frozen_since === null) return [];
  const undecided = (await openTransfers(db)).filter(({ direction }) => direction === 'out');
  return [
    `Payouts are frozen since ${new Date(frozen_since).toISOString()}: ${CAUSES[cause]}.`,
    `Blocks read: up to ${block_number ?? 'none'} of ${target_number ?? 'not known yet'}.${trouble === '' ? '' : ` ${trouble}`}`,
    ...(waits_until === null
      ? []
      : [`They stay frozen until the chain is past ${new Date(waits_until).toISOString()}.`]),
    ...undecided.map(
      ({ txid, address, amount_sun, status }) =>
        `${status === 'undecided' ? 'Decide at the desk' : 'Is being booked'}: ${txid}  ${makeTrx(amount_sun)} TRX to ${address}`,
    ),
  ];
}

async function rescue(db: Database, id: string, act: PayoutWish['act']): Promise<number> {
  const granted = await rescuePayout(db, { id, act, reason: '', by: BY }, Date.now());
  if (!granted.ok) return refuse(WHY[granted.error], granted.error);
  process.stdout.write(`${id}  ${granted.value.status}\n`);
  return 0;
}

function refuse(message: string, code: string): number {
  printError({ code, message });
  return 1;
}
