import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Context } from '../platform/context/context.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { postEntry, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { settlePayments } from '../payments/settlement.ts';
import { arePayoutsFrozen } from '../payouts/freeze.ts';
import { HIGH_WATER_FILE } from '../payouts/high-water.ts';
import { settlePayouts } from '../payouts/settlement.ts';
import { createRestoreTask, freezeAtStart } from '../restore/task.ts';
import { addPlayer, createTestContext, type TestContext } from './context.fixture.ts';
import { FAULTS } from './crash-run.ts';
import { createCrashableServer, isCrash, type CrashableServer } from './crashable-server.fixture.ts';
import { actOnce, createCustomer, GIFT_SUN, type Customer } from './restore-customer.ts';
import { findLosses, type Losses } from './restore-findings.ts';
import { putBackupBack, saveBackup } from './test-backup.fixture.ts';
import { testLocation } from './test-location.fixture.ts';

/** What came of restoring backups at random points of a run. */
export interface RestoreReport extends Losses {
  readonly restores: number;
  /** Deaths of servers besides, between two durable steps or before a commit. */
  readonly deaths: number;
  /** Transactions that were signed after the backup that was put back, so that its database did not know them. */
  readonly unknownPayouts: number;
}

/** What the house holds besides what the test's context gives it, sun. */
const HOUSE_SUN = 100_000_000_000;

/** What a customer holds on the chain, sun. */
const FUNDS_SUN = 300_000_000;

/** Longer than payouts stay frozen after a restore, ms. */
const THAW_MS = 12 * 60_000;

/** Most turns of the last server until it has done everything. */
const LAST_TURNS = 200;

/** A server that lives over one file, dies, and starts again as a real one does. */
interface House {
  readonly test: TestContext;
  readonly crashable: CrashableServer;
  readonly customers: Customer[];
  readonly file: string;
  /** The worker's task of this life. */
  run: () => Promise<void>;
}

/** Numbers that follow from a seed, 0 to 255. */
const draw = (seed: string): readonly number[] => [...createHash('sha512').update(seed).digest()];

/**
 * Restores a backup again and again: each is taken at a random point while a server is at work under faults of the chain, and is put back
 * after that server has gone on for a while and died; half of the time together with the file beside the database. Customers who see
 * their money again ask for it again. The last server ends everything.
 */
export async function runRestores(count: number, seed: string): Promise<RestoreReport> {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-restores-'));
  const file = join(folder, 'popfray.db');
  const test = await createTestContext({ database: file });
  const crashable = await createCrashableServer(test, file);
  const house: House = { test, crashable, customers: [], file, run: async () => undefined };
  let unknownPayouts = 0;
  try {
    await test.fund(test.context.house.address, HOUSE_SUN);
    await start(house);
    for (let number = 0; number < count; number++) {
      const random = draw(`${seed} ${number}`);
      await welcome(house, number);
      if ((random[0] ?? 0) % 4 !== 0) await thaw(house);
      await work(house, random.slice(2, 2 + 3 * ((random[1] ?? 0) % 7)), `${seed} ${number} before`);
      const backup = await save(house, (random[30] ?? 0) % 2 === 0);
      if ((random[31] ?? 0) % 2 === 0) crashable.crashAfter(1 + ((random[32] ?? 0) % 40));
      await work(house, random.slice(33, 36 + 3 * ((random[34] ?? 0) % 8)), `${seed} ${number} after`);
      unknownPayouts += await putBack(house, backup);
    }
    const { deaths } = crashable;
    await finish(house);
    const losses = await findLosses(crashable.context, house.customers);
    return {
      restores: count,
      deaths: deaths - count,
      unknownPayouts,
      ...losses,
      findings: [...losses.findings, ...faultsOf(test)],
    };
  } finally {
    await test.stop();
    await crashable.context.db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a server does at its start, and what customers have of the house, once. */
async function start(house: House): Promise<void> {
  const { context } = house.crashable;
  await freezeAtStart(context, '');
  house.run = createRestoreTask(context);
  for (const customer of house.customers) await give(context, customer);
}

/** A customer's profile and balance: those that a restored database does not have are made again. */
async function give({ db, now }: Context, { address }: Customer): Promise<void> {
  await addPlayer(db, address, now());
  const postings = [
    { account: HOUSE, amountSun: -GIFT_SUN },
    { account: playerAccount(address), amountSun: GIFT_SUN },
  ];
  await postEntry(db, { key: `gift:${address}`, kind: 'adjustment', reference: address, postings }, now());
}

async function welcome(house: House, number: number): Promise<void> {
  const customer = createCustomer(house.test.wallet(`customer ${number}`));
  house.test.devChain.chain.faults.set({});
  await house.test.fund(customer.address, FUNDS_SUN);
  house.customers.push(customer);
  await alive(house, async (context) => give(context, customer));
}

/** Does something; a server that dies of it starts again. */
async function alive<Value>(house: House, deed: (context: Context) => Value | Promise<Value>): Promise<void> {
  const { deaths } = house.crashable;
  await house.crashable.attempt(deed);
  if (house.crashable.deaths !== deaths) await start(house);
}

/** One turn of the worker, and a block. */
async function turn(house: House): Promise<void> {
  await alive(house, settlePayments);
  await alive(house, async () => house.run());
  await alive(house, settlePayouts);
  await house.test.mine(1);
}

/** Without faults, until payouts are open. */
async function thaw(house: House): Promise<void> {
  const { test } = house;
  test.devChain.chain.faults.set({});
  for (let time = 0; time < 40 && (await arePayoutsFrozen(house.crashable.context.db)); time++) {
    if (time === 3) test.clock.nowMs += THAW_MS;
    await turn(house);
  }
}

/** Customers act, and the worker takes its turns, as three numbers each say: who, what, and under which fault. */
async function work(house: House, random: readonly number[], salt: string): Promise<void> {
  const faults = Object.values(FAULTS);
  for (let at = 0; at + 2 < random.length; at += 3) {
    const [who = 0, what = 0, fault = 0] = random.slice(at, at + 3);
    house.test.devChain.chain.faults.set(faults[fault % faults.length] ?? {});
    // Those of late have most to do.
    const customer = house.customers.at(-1 - (who % Math.min(house.customers.length, 5)));
    if (customer !== undefined)
      await alive(house, async (context) => actOnce({ ...house.test, context }, customer, what, `${salt} ${at}`));
    for (let turns = 0; turns <= who % 4; turns++) await turn(house);
  }
}

/** A backup, taken while a server is at work; with the file beside the database, or without. */
interface Backup {
  readonly file: string;
  readonly highWater: string | null;
}

async function save({ file }: House, isWhole: boolean): Promise<Backup> {
  const target = join(dirname(file), 'backup.db');
  const mark = join(dirname(file), HIGH_WATER_FILE);
  await saveBackup(file, target);
  if (!isWhole || !existsSync(mark)) return { file: target, highWater: null };
  // A real restore happens more than some seconds after the file was written.
  const said = JSON.parse(readFileSync(mark, 'utf8')) as { readonly writtenMs: number };
  writeFileSync(`${mark}.saved`, JSON.stringify({ ...said, writtenMs: said.writtenMs - 60_000 }));
  return { file: target, highWater: `${mark}.saved` };
}

/** Ends the server, puts a backup in the database's place, and starts another. Returns how many signed payouts it does not know. */
async function putBack(house: House, { file: saved, highWater }: Backup): Promise<number> {
  const { file, crashable } = house;
  const attempts = async (path: string): Promise<number> => {
    const db: Database | { readonly message: string } = await openDatabase(await testLocation(path));
    if ('message' in db) throw new Error(db.message);
    const count = (await fetchValue<number>(db, 'SELECT count(*) FROM payout_attempts')) ?? 0;
    await db.close();
    return count;
  };
  await crashable.context.db.close();
  const unknown = (await attempts(file)) - (await attempts(saved));
  await putBackupBack(saved, file);
  if (highWater !== null) copyFileSync(highWater, join(dirname(file), HIGH_WATER_FILE));
  await crashable.restart();
  await start(house);
  return unknown;
}

/** Lets the last server do everything that is left. */
async function finish(house: House): Promise<void> {
  const { test, crashable } = house;
  test.devChain.chain.faults.set({});
  const left = `SELECT (SELECT count(*) FROM payouts WHERE status IN ('queued', 'sent')) + (SELECT count(*) FROM payments WHERE check_at IS NOT NULL)`;
  for (let time = 0; time < LAST_TURNS; time++) {
    if (time % 5 === 4) test.clock.nowMs += THAW_MS;
    await turn(house);
    const { db } = crashable.context;
    if (time > 10 && !(await arePayoutsFrozen(db)) && (await fetchValue(db, left)) === 0) return;
  }
}

/** What ended in a bug, and not in a death. */
const faultsOf = ({ log }: TestContext): string[] =>
  log.flatMap((entry) => (entry.event === 'fault' && !isCrash(entry.stack) ? [entry.stack] : []));
