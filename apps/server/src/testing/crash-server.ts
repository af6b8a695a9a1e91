/**
 * The server as a program that dies: it starts as usual, sends its parent its address, and kills itself at the step that the parent
 * orders. Started by crash-world.ts, never by hand.
 */
import { BATTLE_MS } from '@popfray/protocol/battle';
import { parseConfig } from '../start/config.ts';
import { Database, sql } from '../platform/database/database.ts';
import { postEntry, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { welcomePlayer } from '../players/player.ts';
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
const playing = sql.selectFrom('sessions').select('id').where('status', '=', 'playing');
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

/** The cross-chain server has a database too, without money. */
const hasLedger = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").get() !== undefined;

// The ledger's own boundary: what a transaction has entered is written, and not committed.
const { transaction } = Database.prototype;
let isWithin = false;
Database.prototype.transaction = function (work: () => unknown): never {
  if (isWithin || !hasLedger(this)) return transaction.call(this, work) as never;
  isWithin = true;
  try {
    return transaction.call(this, () => {
      const before = this.prepare<[], number>('SELECT max(id) FROM entries').pluck().get() ?? 0;
      const value = work();
      const kinds = this.prepare<[number], string>('SELECT kind FROM entries WHERE id > ?').pluck().all(before);
      for (const kind of kinds) pass(`commit ${kind}`);
      return value;
    }) as never;
  } finally {
    isWithin = false;
  }
};

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
  onStep: pass,
});
if ('code' in server) throw new Error(server.message);

const { context, url } = server;

// People in battles play well, and all their clicks come in at the end. What the server would settle a second later is settled then,
// and once more.
setInterval(() => {
  const over = context.now() - BATTLE_MS;
  for (const { id } of context.db.all(playing.where('starts_at', '<=', Math.floor(over)))) {
    const battle = playOut(context.db, id, ({ bot_skill }) => (bot_skill === null ? 'expert' : 'novice'));
    for (let time = 0; time < 2; time++) settleBattle(context, battle);
  }
}, SETTLE_EVERY_MS);

const tokens: Record<string, string> = {};
for (const { address, balanceSun } of orders.players) {
  welcomePlayer(context, address);
  const postings = [
    { account: HOUSE, amountSun: -balanceSun },
    { account: playerAccount(address), amountSun: balanceSun },
  ];
  postEntry(context.db, { key: `gift:${address}`, kind: 'adjustment', reference: address, postings }, context.now());
  tokens[address] = beginSignIn(context, address).token;
}
isArmed = true;
process.send?.({ url, tokens } satisfies CrashReady);
