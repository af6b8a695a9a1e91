import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { fetchRow, fetchRows } from '../platform/database/raw-query.fixture.ts';
import type { Context } from '../platform/context/context.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { balanceOf, CHAIN_IN, escrowAccount, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { findPayment } from '../payments/payment.ts';
import { addPlayer, createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
import { expectSound, work } from '../testing/session.fixture.ts';
import { TRANSITIONS } from './machine.ts';
import { Model, type ModelSession } from './model.fixture.ts';
import { MOVES } from './moves.fixture.ts';
import { recoverSessions } from './recovery.ts';
import { seatsOf } from './seat.ts';

/** Number of histories that are tried. */
const RUNS = 10;

const folder = mkdtempSync(join(tmpdir(), 'popfray-sessions-'));
const shared = await createTestContext();
const wallets = [await shared.player('alice'), await shared.player('bob'), await shared.player('carol')];
for (const { address } of wallets) shared.devChain.chain.faucet(address, 10_000_000_000);
await shared.mine();
afterAll(async () => {
  await shared.stop();
  rmSync(folder, { recursive: true });
});

/** The server of one history. All histories share one chain; each has its own database file. */
interface World {
  readonly test: TestContext;
  readonly context: Context;
  readonly file: string;
}

let files = 0;
async function createWorld(): Promise<World> {
  const file = join(folder, `${++files}.db`);
  return onDatabase(file);
}

async function onDatabase(file: string): Promise<World> {
  const db = await openDatabase(await testLocation(file));
  if ('code' in db) throw new Error(db.message);
  const context: Context = { ...shared.context, db };
  for (const { address } of wallets) await addPlayer(db, address, 0);
  return { test: { ...shared, context }, context, file };
}

type Doing = keyof typeof MOVES | keyof typeof SEQUENCES;

/** One move of a player or of the environment. */
interface Move {
  readonly does: Doing;
  /** The player, the session counted from the newest, and a number that the move takes for its other choices. */
  readonly who: TestWallet;
  readonly which: number;
  readonly how: number;
}

/** What `create` is given, which makes the first one. */
const NO_SESSION: ModelSession = {
  id: '',
  creator: '',
  feeSun: 0,
  most: 0,
  timeLimitMs: 0,
  status: 'expired',
  expiresAt: 0,
  startsAt: 0,
  seats: new Map(),
  removed: new Set(),
};

/** That the server is as the model says, and that nothing moved but by the table. */
async function expectSame(db: Database, model: Model, before: ReadonlyMap<string, string>): Promise<void> {
  for (const session of model.sessions) {
    const row = await fetchRow<{ status: ModelSession['status'] }>(
      db,
      'SELECT status FROM sessions WHERE id = ?',
      session.id,
    );
    expect(row?.status).toBe(session.status);
    const was = before.get(session.id) as ModelSession['status'] | undefined;
    if (was !== undefined && was !== session.status) expect(TRANSITIONS[was]).toContain(session.status);
    const seats = await seatsOf(db, session.id);
    expect(seats.length).toBeLessThanOrEqual(session.most);
    expect(new Map(seats.map((seat) => [seat.user_id, [seat.status, seat.is_ready === 1, seat.fee_sun]]))).toEqual(
      new Map(Array.from(session.seats, ([user, seat]) => [user, [seat.state, seat.isReady, seat.feeSun]])),
    );
    const held = model.isOver(session) ? 0 : seats.reduce((sum, { fee_sun }) => sum + fee_sun, 0);
    expect(await balanceOf(db, escrowAccount(session.id))).toBe(held);
  }
  for (const { id, status } of model.intents) expect((await findPayment(db, id))?.status).toBe(status);
  for (const { address } of wallets)
    expect(await balanceOf(db, playerAccount(address))).toBe(model.balances.get(address) ?? 0);
}

/** The players of each session who had paid and were ready when its countdown began. */
type Countdowns = Map<string, ReadonlySet<string>>;

/** Notes each countdown that has begun, and that those who play it have all paid and are ready, two at least, where there is a fee. */
async function noteCountdowns(
  db: Database,
  model: Model,
  before: ReadonlyMap<string, string>,
  countdowns: Countdowns,
): Promise<void> {
  for (const { id, status, feeSun } of model.sessions) {
    if (status !== 'starting' || before.get(id) === 'starting') continue;
    const paid = (await seatsOf(db, id)).filter(({ fee_sun }) => fee_sun > 0);
    expect(paid.every(({ is_ready }) => is_ready === 1)).toBe(true);
    if (feeSun > 0) expect(paid.length).toBeGreaterThanOrEqual(2);
    countdowns.set(id, new Set(paid.map(({ user_id }) => user_id)));
  }
}

/** What belongs together more often than chance would have it. */
const SEQUENCES = {
  enter: ['join', 'pay'],
  battle: ['play', 'settle', 'settle'],
  joinAndLeave: ['join', 'leave'],
  payTwice: ['join', 'cancelPayment', 'join', 'pay', 'payLate'],
} as const;

/** How often each is tried. */
const WEIGHTS: Readonly<Record<Doing, number>> = {
  create: 1,
  join: 3,
  pay: 5,
  enter: 6,
  payLate: 3,
  payTwice: 2,
  joinAndLeave: 3,
  cancelPayment: 1,
  leave: 2,
  joinForeign: 3,
  ready: 4,
  start: 2,
  begin: 8,
  bot: 2,
  remove: 2,
  cancel: 1,
  play: 3,
  settle: 3,
  battle: 6,
  fault: 1,
  wait: 4,
};

const move: fc.Arbitrary<Move> = fc.record({
  does: fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Move['does']) })),
  ),
  who: fc.constantFrom(...wallets),
  // Mostly the newest.
  which: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 2 }) }),
  how: fc.nat({ max: 1_000 }),
});

/** The server, held in the world so that a restart can put another in its place. */
class Server {
  world: World;
  readonly countdowns: Countdowns = new Map();

  constructor(world: World) {
    this.world = world;
  }

  async restart(): Promise<void> {
    await this.world.context.db.close();
    this.world = await onDatabase(this.world.file);
    await recoverSessions(this.world.context);
  }
}

/** A move as a command that fast-check can leave out, repeat and shrink. */
class MoveCommand implements fc.AsyncCommand<Model, Server> {
  readonly #move: Move;
  constructor(next: Move) {
    this.#move = next;
  }

  check = (): boolean => true;

  async run(model: Model, { world, countdowns }: Server): Promise<void> {
    const { does, who, which, how } = this.#move;
    const newest = model.sessions.at(-1);
    // There is always one where something can happen.
    const first = newest === undefined || model.isOver(newest) ? ['create' as const] : [];
    for (const step of [...first, ...(does in SEQUENCES ? SEQUENCES[does as 'enter'] : [does as 'join'])]) {
      const before = new Map(model.sessions.map(({ id, status }) => [id, status]));
      const session = model.sessions.at(-1 - (which % Math.max(model.sessions.length, 1))) ?? NO_SESSION;
      await MOVES[step]({ ...world, ...who, model, session, how });
      await expectSame(world.context.db, model, before);
      await noteCountdowns(world.context.db, model, before, countdowns);
    }
  }

  toString = (): string => JSON.stringify(this.#move);
}

class RestartCommand implements fc.AsyncCommand<Model, Server> {
  check = (): boolean => true;

  async run(model: Model, server: Server): Promise<void> {
    const before = new Map(model.sessions.map(({ id, status }) => [id, status]));
    await server.restart();
    model.restart();
    await expectSame(server.world.context.db, model, before);
  }

  toString = (): string => 'restart';
}

it('sessions match their model, and every fee is in one place, under any moves of players, time and restarts', async () => {
  const command = fc.oneof(
    { weight: 30, arbitrary: move.map((next): fc.AsyncCommand<Model, Server> => new MoveCommand(next)) },
    { weight: 1, arbitrary: fc.constant(new RestartCommand()) },
  );
  const commands = fc.array(command, { minLength: 40, maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (history) => {
      const server = new Server(await createWorld());
      const model = new Model(shared.context.now);
      try {
        await fc.asyncModelRun(() => ({ model, real: server }), history);
        await expectEnd(server.world, model);
        await expectFairLosses(server.world.context.db, server.countdowns);
      } finally {
        await server.world.context.db.close();
      }
    }),
    { numRuns: RUNS },
  );
});

/** Lets everything come to its end: no session is open, none holds money, and every fee went back, or into shares. */
async function expectEnd({ test, context }: World, model: Model): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    test.clock.nowMs += 25 * 60_000;
    await test.mine(1);
    await work(test);
    model.lapse();
  }
  const { db } = context;
  expect(model.sessions.filter((session) => !model.isOver(session))).toEqual([]);
  await expectSound(test);
  let owed = 0;
  for (const { address } of wallets) owed += await balanceOf(db, playerAccount(address));
  expect(owed + (await balanceOf(db, HOUSE))).toBe(0 - (await balanceOf(db, CHAIN_IN)));
  const homeless = `
    SELECT id FROM payments WHERE purpose = 'entry' AND status = 'applied'
      AND NOT EXISTS (SELECT 1 FROM entries WHERE key = 'refund:' || payments.id)
      AND NOT EXISTS (SELECT 1 FROM entries WHERE key = 'settle:' || session_id)`;
  expect(await fetchRows(db, homeless)).toEqual([]);
}

/** Checks that a fee was shared out only if its player was ready at the countdown, and only together with another player's. */
async function expectFairLosses(db: Database, countdowns: Countdowns): Promise<void> {
  const lost = `
    SELECT session_id, address FROM payments WHERE purpose = 'entry' AND status = 'applied'
      AND NOT EXISTS (SELECT 1 FROM entries WHERE key = 'refund:' || payments.id)
      AND EXISTS (SELECT 1 FROM entries WHERE key = 'settle:' || session_id)`;
  const payers = await fetchRows<{ readonly session_id: string; readonly address: string }>(db, lost);
  for (const { session_id, address } of payers) expect(countdowns.get(session_id)).toContain(address);
  for (const id of new Set(payers.map(({ session_id }) => session_id)))
    expect(payers.filter(({ session_id }) => session_id === id).length).toBeGreaterThanOrEqual(2);
}
