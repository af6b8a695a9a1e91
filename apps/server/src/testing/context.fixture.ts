import { createHash, randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { ChainNode } from '@popfray/chain';
import { AGE_TEXT_VERSION } from '@popfray/protocol';
import { DEV_CHAIN_ID, startDevChain, type DevChainServer } from '@popfray/tron/dev-chain';
import { createTronNode } from '@popfray/tron/node';
import { createBus } from '../platform/bus/bus.ts';
import { guardNode } from '../chain/guarded-node.ts';
import { NO_LINK } from '../platform/context/cross-chain-link.ts';
import { createPresence } from '../platform/context/presence.ts';
import { PAYMENT_PURPOSES } from '../start/payment-purposes.ts';
import type { Context } from '../platform/context/context.ts';
import { testLocation } from './test-location.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { DEV_HOUSE_KEY } from '../chain/house.ts';
import { defaultSettings } from '../earning-limits/defaults.ts';
import type { SettingValues } from '../platform/config/index.ts';
import { confirmAge } from '../protection/index.ts';
import { openLeases } from '../platform/lease/index.ts';
import type { Log, LogEntry } from '../platform/log/log.ts';

/** When the tests' clock starts, epoch ms: noon, so that a day's limits have room on both sides. */
export const START_MS = Date.UTC(2026, 0, 15, 12);

/** Blocks until one is final on the tests' chain. */
const SOLID_AFTER = 2;

/** What the house holds on the tests' chain, sun. */
const HOUSE_SUN = 10_000_000_000;

/** A key pair of the tests. */
export interface TestWallet {
  readonly address: string;
  /** Hex. */
  readonly privateKey: string;
}

/** A context of real parts: SQLite in memory, a dev chain on a free port that makes blocks on request, a clock that the test sets. */
export interface TestContext {
  readonly context: Context;
  readonly devChain: DevChainServer;
  /** The time that the server and the chain read. Set it. */
  readonly clock: { nowMs: number };
  readonly log: LogEntry[];
  /** What `onStep` was told. */
  readonly steps: string[];
  /** The same key for the same name. */
  wallet(name: string): TestWallet;
  /** A wallet that is a player, and holds this much on the chain. */
  player(name: string, amountSun?: number): Promise<TestWallet>;
  /** Gives coins to an address, final at once. */
  fund(address: string, amountSun: number): Promise<void>;
  /** Makes blocks, 3 s apart by the clock; by default as many as make what waits now final. */
  mine(blocks?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Limits of earnings that no test reaches by accident. Tests about them set their own. */
export const NO_LIMITS: SettingValues = {
  ...defaultSettings(true),
  'round-cap': 100_000_000_000,
  'new-account-cap': 100_000_000_000,
  'network-cap': 100,
  'hour-share': 100,
};

/** What a test may have otherwise. */
export interface TestOptions {
  readonly changes?: Partial<Context>;
  /** File of the database. Default: in memory. */
  readonly database?: string;
}

const SECOND_MS = 1_000;
const BLOCK_MS = 3 * SECOND_MS;

/** Fails each call of a part within a transaction: what a transaction has published or changed outside the database would stay when it is rolled back. */
function refuseInTransaction<Part extends object>(db: Database, part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !EFFECTS.has(String(name))) return value;
      return (...values: unknown[]): unknown => {
        if (db.isInTransaction) throw new Error(`${String(name)} is called within a transaction`);
        return Reflect.apply(value, target, values);
      };
    },
  });
}

/** Methods of the bus and of the presence that change something. */
const EFFECTS: ReadonlySet<string> = new Set(['publish', 'publishHere', 'addPlayer', 'score', 'forget']);

/** Sets up a context for a test. Stop it at the end. */
export async function createTestContext({ changes = {}, database }: TestOptions = {}): Promise<TestContext> {
  const clock = { nowMs: START_MS };
  const now = (): number => clock.nowMs;
  const devChain = await startDevChain({ port: 0, path: ':memory:', blockMs: 0, solidAfter: SOLID_AFTER, now });
  if ('code' in devChain) throw new Error(devChain.message);
  const guarded = guardNode(
    createTronNode({ url: devChain.url, explorerUrl: `${devChain.url}/dev/tx/{txid}` }),
    DEV_CHAIN_ID,
    now,
  );
  const db =
    changes.db ??
    (await openDatabase(await testLocation(database), undefined, database === undefined ? null : dirname(database)));
  if ('code' in db) throw new Error(db.message);
  const steps: string[] = [];
  let drawn = 0;

  const wallet = (name: string): TestWallet => {
    const privateKey = createHash('sha256').update(`wallet ${name}`).digest('hex');
    return { privateKey, address: addressOf(guarded.chain, privateKey) };
  };
  const mine = async (blocks = SOLID_AFTER + 1): Promise<void> => {
    for (let block = 0; block < blocks; block++) {
      clock.nowMs += BLOCK_MS;
      devChain.chain.mine(1);
    }
  };
  const fund = async (address: string, amountSun: number): Promise<void> => {
    const given = devChain.chain.faucet(address, amountSun);
    if (!given.ok) throw new Error(given.error.message);
    await mine();
  };

  const log: LogEntry[] = [];
  const note: Log = (entry) => void log.push(entry);
  // A lease does not expire unless the test moves the clock and waits for a heartbeat.
  const leases = changes.leases ?? (await openLeases({ db, now, randomBytes, log: note, isAlone: true }));

  const context: Context = {
    website: undefined,
    blockchain: 'tron',
    db,
    chain: guarded.chain,
    chainHealth: guarded.health,
    nodeProviders: () => [],
    house: { privateKey: DEV_HOUSE_KEY, address: addressOf(guarded.chain, DEV_HOUSE_KEY) },
    leases,
    bus: refuseInTransaction(
      db,
      createBus((error) => {
        throw error;
      }),
    ),
    redis: null,
    presence: refuseInTransaction(db, createPresence()),
    crossChain: NO_LINK,
    country: null,
    translator: null,
    paymentPurposes: PAYMENT_PURPOSES,
    settings: {
      network: {
        id: 'dev',
        name: 'Dev chain: play money',
        chainId: DEV_CHAIN_ID,
        isPlayMoney: true,
        devNodeUrl: devChain.url,
      },
      origins: [],
      partnerOrigins: [],
      crossChainUrl: null,
      otherChainPrizeTo: 'house',
      commitmentMemoTo: null,
      isBehindProxy: false,
      dailyCapSun: 100_000_000,
      rewardBudgetSun: 10_000_000_000,
      limitDefaults: NO_LIMITS,
      supportEmail: 'support@popfray.example',
      walletIssue: null,
      isPaidPlayOn: true,
      refusedCountries: [],
      countryHeader: null,
      adminAddresses: [],
      hasOwnAddress: false,
      canHouseSignIn: true,
      rateFactor: 1,
    },
    log: note,
    diagnostics: { droppedLogLines: () => 0, clockLeaps: () => 0 },
    now,
    // Different each time, and the same in every run.
    randomBytes: (count) => bytes(`random ${drawn++}`, count),
    onStep: (step) => steps.push(step),
    isStopping: () => false,
    ...changes,
  };
  await fund(context.house.address, HOUSE_SUN);
  await guarded.check();

  return {
    context,
    devChain,
    clock,
    log,
    steps,
    wallet,
    async player(name, amountSun = 0) {
      const player = wallet(name);
      await addPlayer(db, player.address, clock.nowMs);
      if (amountSun > 0) await fund(player.address, amountSun);
      return player;
    },
    fund,
    mine,
    async stop() {
      await context.leases.stop();
      await devChain.stop();
      await db.close();
    },
  };
}

/** Adds a player, as the first sign-in does, who has confirmed the age before a first paid action. An existing player stays. */
export async function addPlayer(db: Database, address: string, nowMs: number): Promise<void> {
  await db
    .insertInto('players')
    .values({
      address,
      username: `TRON_${address.slice(0, 6)}`,
      games_played: 0,
      total_score: 0,
      preferred_game_mode: 'automatic',
      created_at: nowMs,
      last_connected: nowMs,
      prizes_to: 'wallet',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await confirmAge({ db, now: () => nowMs }, address, AGE_TEXT_VERSION);
}

function addressOf(chain: ChainNode, privateKey: string): string {
  const address = chain.addressOf(privateKey);
  if (address === null) throw new Error('not a private key');
  return address;
}

/** Bytes that follow from a text. */
function bytes(text: string, count: number): Uint8Array {
  const parts = Array.from({ length: Math.ceil(count / 32) }, (_, part) =>
    createHash('sha256').update(`${text} ${part}`).digest(),
  );
  return new Uint8Array(Buffer.concat(parts).subarray(0, count));
}
