import { fetchValues } from '../platform/database/raw-query.fixture.ts';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES } from '../ledger/ledger.ts';
import { showReceipt } from '../settlement/receipt.ts';
import { STRANGERS_SUN, type CrashPlayer, type Job } from './crash-jobs.ts';
import { HOUSE_SUN, type CrashWorld } from './crash-world.ts';

/** What came of the money when servers were killed. */
export interface Findings {
  /** Payments that were made and not counted, payouts that were promised and not paid. */
  readonly lost: number;
  /** Payments that were counted twice or never made, payouts that were paid twice. */
  readonly doubled: number;
  /** What is wrong, in words: each of the above, what the audit finds, what processes said of bugs. */
  readonly findings: readonly string[];
}

/** Texts of a query's one column. */
const texts = async (db: Database, query: string): Promise<string[]> => fetchValues<string>(db, query);

/** Compares what servers wrote down with what the chain did, after the last has ended. `open`: jobs that came to no end. */
export async function findErrors(
  world: CrashWorld,
  players: readonly CrashPlayer[],
  open: readonly Job[],
): Promise<Findings> {
  const db = await openDatabase(world.database);
  if ('code' in db) throw new Error(db.message);
  try {
    const lost = open.map(({ name, player }) => `${name} of ${player.address} came to no end`);
    const doubled: string[] = [];
    const wrong: string[] = [];
    await comparePayments(world, db, players, lost, doubled);
    await compareBalancePayments(db, players, lost, doubled);
    await comparePayouts(world, db, lost, doubled);
    await compareBalance(world, db, players.length, lost, doubled);
    await compareSessions(world, db, lost, wrong);
    const books = (await auditLedger(db)).differences.map(({ message }) => message);
    return {
      lost: lost.length,
      doubled: doubled.length,
      findings: [...lost, ...doubled, ...wrong, ...books, ...(await db.engine.findDamage()), ...world.faults],
    };
  } finally {
    await db.close();
  }
}

/** That every payment of the chain was counted, and nothing else. */
async function comparePayments(
  world: CrashWorld,
  db: Database,
  players: readonly CrashPlayer[],
  lost: string[],
  doubled: string[],
): Promise<void> {
  const settled = new Set(
    await texts(db, "SELECT txid FROM payments WHERE settled_at IS NOT NULL AND source = 'wallet'"),
  );
  for (const txid of settled) if (!(await isPaid(world, txid))) doubled.push(`${txid} was counted and not paid`);
  const known = players.flatMap(({ txids }) => [...txids]);
  for (const txid of known)
    if (!settled.has(txid) && (await isPaid(world, txid))) lost.push(`${txid} was paid and not counted`);
}

/** That every payment from a balance that a server has answered is stored, and that each has one entry in the ledger. */
async function compareBalancePayments(
  db: Database,
  players: readonly CrashPlayer[],
  lost: string[],
  doubled: string[],
): Promise<void> {
  const stored = new Set(await texts(db, "SELECT id FROM payments WHERE source = 'balance'"));
  for (const id of players.flatMap(({ applied }) => [...applied]))
    if (!stored.has(id)) lost.push(`payment ${id} from the balance was answered and is not stored`);
  const paid = (await texts(db, "SELECT reference FROM entries WHERE kind IN ('purchase', 'entry-fee')")).filter((id) =>
    stored.has(id),
  );
  for (const id of stored.difference(new Set(paid))) lost.push(`payment ${id} from the balance has no entry`);
  if (paid.length > new Set(paid).size) doubled.push('a payment from the balance has several entries');
}

/** That one transaction of each payout is on the chain. */
async function comparePayouts(world: CrashWorld, db: Database, lost: string[], doubled: string[]): Promise<void> {
  for (const id of await texts(db, 'SELECT id FROM payouts')) {
    const txids = await texts(db, `SELECT txid FROM payout_attempts WHERE payout_id = '${id}'`);
    const paid = (await Promise.all(txids.map(async (txid) => isPaid(world, txid)))).filter(Boolean).length;
    if (paid === 0) lost.push(`payout ${id} was not paid`);
    for (let more = 1; more < paid; more++) doubled.push(`payout ${id} was paid once more`);
  }
}

/** That the house holds what its books say: what no row of a table knows of would show here. */
async function compareBalance(
  world: CrashWorld,
  db: Database,
  players: number,
  lost: string[],
  doubled: string[],
): Promise<void> {
  const balance = await world.node.balance(world.houseAddress);
  if (!balance.ok) throw new Error(balance.error.reason);
  const moved = -(await balanceOf(db, CHAIN_IN)) - (await balanceOf(db, CHAIN_OUT)) - (await balanceOf(db, FEES));
  const unexplained = balance.value - HOUSE_SUN - moved - players * STRANGERS_SUN;
  if (unexplained > 0) lost.push(`the house holds ${unexplained} sun more than its books say`);
  if (unexplained < 0) doubled.push(`the house holds ${-unexplained} sun less than its books say`);
}

/** That no fee is still held for a battle, and that every receipt is good. */
async function compareSessions({ node }: CrashWorld, db: Database, lost: string[], wrong: string[]): Promise<void> {
  const held =
    'SELECT DISTINCT id FROM sessions JOIN seats ON session_id = id WHERE ended_at IS NULL AND seats.fee_sun > 0';
  for (const id of await texts(db, held)) lost.push(`session ${id} came to no end`);
  for (const id of await texts(db, 'SELECT id FROM sessions WHERE ended_at IS NOT NULL')) {
    const receipt = await showReceipt({ db, chain: node, network: { name: 'dev', isPlayMoney: true } }, id);
    const { checks } = verifyReceipt(receipt.ok ? receipt.value : receipt.error);
    for (const { name, problem } of checks) if (problem !== null) wrong.push(`receipt ${id}: ${name}: ${problem}`);
  }
}

async function isPaid({ node }: CrashWorld, txid: string): Promise<boolean> {
  const found = await node.findPayment(txid);
  if (!found.ok) throw new Error(found.error.reason);
  return found.value.state === 'paid';
}
