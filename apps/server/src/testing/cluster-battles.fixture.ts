/** Battles for money in the database of a cluster: sessions whose countdown has begun, their fees paid from balances, and a check of everything afterwards. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '@popfray/engine/result';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, HOUSE, playerAccount, postEntry } from '../ledger/ledger.ts';
import type { Context } from '../platform/context/context.ts';
import { openDatabase } from '../platform/database/index.ts';
import { openLeases } from '../platform/lease/index.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { setReady } from '../sessions/ready.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { startSession } from '../sessions/start.ts';
import { showReceipt } from '../settlement/receipt.ts';
import { addPlayer, createTestContext, type TestWallet } from './context.fixture.ts';
import { planOf } from './session.fixture.ts';

/** The fee of a seat, TRX and sun. */
const FEE_TRX = 5;
const SUN_PER_TRX = 1_000_000;

/** What a player has before, sun. */
const FUNDS_SUN = 100 * SUN_PER_TRX;

/** Errors while balances or fees are checked. */
const CHECKED: ReadonlySet<string> = new Set(['ERR_BALANCE_CHECKED', 'ERR_FEES_CHECKED']);

/** Between two attempts meanwhile, ms. */
const CHECK_EVERY_MS = 100;

/** A player's way into a battle. */
export interface ClusterSeat {
  readonly sessionId: string;
  readonly userId: string;
  readonly token: string;
}

/** Prepares battles in a database that nodes share, and checks what became of them. */
export interface ClusterBattles {
  /** Begins so many battles of so many players, whose first second is so many ms from now. With a fee, every player pays it from the balance. */
  begin(battles: number, seats: number, inMs: number, hasFee: boolean): Promise<ClusterSeat[]>;
  /** Everything that is wrong with the battles and their money, in words. Every battle must be over. */
  findWrong(): Promise<string[]>;
  /** Everything that is wrong with the refunds of battles that could not be continued, in words. Every battle must have been refunded. */
  findWrongRefunds(): Promise<string[]>;
  /** How many battles are not over. */
  countOpen(): Promise<number>;
  stop(): Promise<void>;
}

/** Opens the database of a server: its location, and its folder when it is on SQLite. */
export async function openClusterBattles(database: string, folder: string | null = null): Promise<ClusterBattles> {
  const db = await openDatabase(database, undefined, folder);
  if ('code' in db) throw new Error(db.message);
  const leases = await openLeases({ db, now: Date.now, randomBytes, log: () => undefined, isAlone: false });
  // It only holds the place: this process takes no lease, and nodes must not wait for it.
  await leases.stop();
  const test = await createTestContext({ changes: { db, leases, now: Date.now, randomBytes } });
  const { context } = test;
  const sessionIds: string[] = [];
  const addresses: string[] = [];

  async function createPlayer(): Promise<TestWallet> {
    const wallet = test.wallet(`cluster ${database} ${addresses.length}`);
    addresses.push(wallet.address);
    await addPlayer(db as Context['db'], wallet.address, Date.now());
    const key = createHash('sha256').update(wallet.address).digest('hex');
    const postings = [
      { account: HOUSE, amountSun: -FUNDS_SUN },
      { account: playerAccount(wallet.address), amountSun: FUNDS_SUN },
    ];
    await postEntry(
      context.db,
      { key: `adjustment:${key}`, kind: 'adjustment', reference: wallet.address, postings },
      Date.now(),
    );
    return wallet;
  }

  const payment = (hasFee: boolean) =>
    hasFee ? { source: 'balance' as const, paymentId: randomBytes(12).toString('hex') } : undefined;

  /** Pays from the balance, or starts a session. A node that takes over the payments checks balances and fees first, and refuses both meanwhile. */
  async function afterCheck<Value>(act: () => Promise<Result<Value, string>>): Promise<Value> {
    for (;;) {
      const done = await act();
      if (done.ok) return done.value;
      if (!CHECKED.has(done.error)) throw new Error(done.error);
      await delay(CHECK_EVERY_MS);
    }
  }

  async function beginOne(seats: number, inMs: number, hasFee: boolean): Promise<ClusterSeat[]> {
    const wallets = await Array.fromAsync({ length: seats }, async () => createPlayer());
    const [creator] = wallets;
    if (creator === undefined) throw new Error('a battle needs players');
    const pay = payment(hasFee);
    const plan = planOf({
      entryFee: hasFee ? FEE_TRX : 0,
      maxPlayers: 4,
      timeLimit: 1_200,
      ...(pay !== undefined && { pay }),
    });
    const made = await afterCheck(async () => createSession(context, creator.address, plan));
    const { id } = made.session;
    for (const { address } of wallets.slice(1))
      await afterCheck(async () => joinSession(context, address, id, payment(hasFee)));
    for (const { address } of wallets) {
      const ready = await setReady(context, id, address, true);
      if (!ready.ok) throw new Error(ready.error);
    }
    await afterCheck(async () => startSession(context, id, creator.address));
    await context.db
      .updateTable('sessions')
      .set({ starts_at: Math.round(Date.now() + inMs) })
      .where('id', '=', id)
      .execute();
    sessionIds.push(id);
    return wallets.map(({ address }) => ({
      sessionId: id,
      userId: address,
      token: makeSeatToken(context, id, address),
    }));
  }

  const statuses = async () =>
    context.db.selectFrom('sessions').select(['id', 'status', 'reason']).where('id', 'in', sessionIds).execute();

  return {
    async begin(battles, seats, inMs, hasFee) {
      const begun = performance.now();
      const all: ClusterSeat[] = [];
      for (let battle = 0; battle < battles; battle++)
        all.push(...(await beginOne(seats, inMs - (performance.now() - begun), hasFee)));
      return all;
    },
    async findWrong() {
      if (sessionIds.length === 0) return [];
      const wrong = (await auditLedger(context.db)).differences.map(({ message }) => message);
      for (const { id, status, reason } of await statuses()) {
        if (status !== 'settled') wrong.push(`session ${id} is ${status} ${reason}`);
        const receipt = await showReceipt({ ...context, network: context.settings.network }, id);
        if (!receipt.ok) wrong.push(`receipt ${id}: ${receipt.error}`);
        else
          for (const { name, problem } of verifyReceipt(receipt.value).checks)
            if (problem !== null) wrong.push(`receipt ${id}: ${name}: ${problem}`);
      }
      return wrong;
    },
    async findWrongRefunds() {
      // The audit knows of each refund that has to be booked, and that it is booked once.
      const wrong = (await auditLedger(context.db)).differences.map(({ message }) => message);
      for (const { id, status, reason } of await statuses())
        if (status !== 'cancelled' || reason !== 'fault') wrong.push(`session ${id} is ${status} ${reason}`);
      for (const address of addresses) {
        const balanceSun = await balanceOf(context.db, playerAccount(address));
        if (balanceSun !== FUNDS_SUN) wrong.push(`player ${address} has ${balanceSun} sun`);
      }
      return wrong;
    },
    async countOpen() {
      if (sessionIds.length === 0) return 0;
      return (await statuses()).filter(({ status }) => status === 'starting' || status === 'playing').length;
    },
    stop: async () => test.stop(),
  };
}
