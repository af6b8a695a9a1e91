/**
 * The server as a program that dies: it starts as usual, sends its parent its address, and kills itself at the step that the parent
 * orders. Started by crash-world.ts, never by hand.
 */
import { AGE_TEXT_VERSION } from '@popfray/protocol';
import { BATTLE_MS } from '@popfray/protocol/battle';
import { parseConfig } from '../start/config.ts';
import { CompiledQuery, type DatabaseConnection } from 'kysely';
import { SqliteEngine } from '../platform/database/sqlite-engine.ts';
import { PostgresEngine } from '../platform/database/postgres-engine.ts';
import type { TransactionMode } from '../platform/database/engine.ts';
import { postEntry, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { welcomePlayer } from '../players/player.ts';
import { confirmAge } from '../protection/protection.ts';
import { findSession } from '../sessions/session.ts';
import { findSoloRound } from '../sessions/solo-round.ts';
import { settleBattle } from '../settlement/settle.ts';
import { beginSignIn } from '../sign-in/sign-in.ts';
import { startServer } from '../start/start.ts';
import { playOut } from './battle.fixture.ts';
import type { CrashOrders, CrashReady } from './crash-world.ts';

/** Between two turns of the worker, ms: short, because a test's time flies. */
const WORK_EVERY_MS = 4;

/** Between two looks for battles that are over, ms: less than the server's own. */
const SETTLE_EVERY_MS = 2;

const orders = JSON.parse(process.env['CRASH_ORDERS'] ?? '{}') as CrashOrders;
let { aheadMs } = orders;
process.on('message', (ms: number) => {
  aheadMs = ms;
});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));

let isArmed = false;
let passed = 0;

/** Nothing of a process that is killed so runs on: no handler, no flush, no close. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

/** Kills the process when the parent has ordered it for this step and count. */
function pass(point: string): void {
  if (isArmed && point === orders.killAt && ++passed === orders.killNth) die();
}

/** The ledger's entries after one, in their order. */
async function entriesAfter(connection: DatabaseConnection, id: number): Promise<{ id: number; kind: string }[]> {
  const query = CompiledQuery.raw(`SELECT id, kind FROM entries WHERE id > ${id} ORDER BY id`);
  return (await connection.executeQuery<{ id: number; kind: string }>(query)).rows;
}

// The ledger's own boundary: what a transaction has posted is written, and not committed.
for (const { prototype } of [SqliteEngine, PostgresEngine]) {
  const { transact } = prototype;
  prototype.transact = async function <Value>(
    mode: TransactionMode,
    body: (connection: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    // The cross-chain server has a database too, without money.
    if (mode === 'snapshot' || this.location.includes('cross-chain')) return transact.call(this, mode, body) as Value;
    return transact.call(this, mode, async (connection) => {
      const last = (await newestEntry(connection)) ?? 0;
      const value = await body(connection);
      for (const { kind } of await entriesAfter(connection, last)) pass(`commit ${kind}`);
      return value;
    }) as Value;
  };
}

async function newestEntry(connection: DatabaseConnection): Promise<number | null> {
  const query = CompiledQuery.raw('SELECT max(id) AS id FROM entries');
  return (await connection.executeQuery<{ id: number | null }>(query)).rows[0]?.id ?? null;
}

const config = parseConfig(process.env);
if ('code' in config) throw new Error(config.message);
const server = await startServer(config, {
  hasWebsite: false,
  hasLimits: false,
  workEveryMs: WORK_EVERY_MS,
  log: (entry) => {
    if (entry.event === 'fault') process.send?.({ fault: entry.stack });
  },
  now: () => Date.now() + aheadMs,
  // A leap of the world's time is no outage of this process.
  steadyNow: () => performance.now(),
  onStep: pass,
});
if ('code' in server) throw new Error(server.message);

const { context, url } = server;

// People in battles play well, and all their clicks come in at the end. What the server would settle a second later is settled then,
// and once more.
async function settleBattles(): Promise<void> {
  const over = context.now() - BATTLE_MS;
  const playing = context.db.selectFrom('sessions').select('id').where('status', '=', 'playing');
  for (const { id } of await playing.where('starts_at', '<=', Math.floor(over)).execute()) {
    if (!(await hasTaken(id)) || ((await findSession(context.db, id))?.starts_at ?? Infinity) > over) continue;
    const isSolo = (await findSoloRound(context.db, id)) !== undefined;
    // A program's solo round would be held.
    const part = isSolo ? 'regular' : 'expert';
    const battle = await playOut(context.db, id, ({ bot_skill }) => (bot_skill === null ? part : 'novice'));
    for (let time = 0; time < 2; time++) await settleBattle(context, battle);
  }
  setTimeout(() => void settleBattles(), SETTLE_EVERY_MS);
}
void settleBattles();

/** Whether this process plays a battle, and has moved its start after an outage: the first row of its journal comes with that. */
async function hasTaken(sessionId: string): Promise<boolean> {
  const owner = await context.leases.ownerOf(`battle:${sessionId}`);
  if (owner?.nodeId !== context.leases.nodeId) return false;
  const rows = context.db.selectFrom('battle_journal').select('number').where('session_id', '=', sessionId);
  return (await rows.where('epoch', '=', owner.epoch).executeTakeFirst()) !== undefined;
}

const tokens: Record<string, string> = {};
for (const { address, balanceSun } of orders.players) {
  await welcomePlayer(context, address);
  await confirmAge(context, address, AGE_TEXT_VERSION);
  const postings = [
    { account: HOUSE, amountSun: -balanceSun },
    { account: playerAccount(address), amountSun: balanceSun },
  ];
  await postEntry(
    context.db,
    { key: `gift:${address}`, kind: 'adjustment', reference: address, postings },
    context.now(),
  );
  tokens[address] = (await beginSignIn(context, address)).token;
}
isArmed = true;
process.send?.({ url, tokens } satisfies CrashReady);
