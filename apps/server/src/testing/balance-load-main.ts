/**
 * Pays from balances over the API at a steady rate and prints as JSON how long the answers took, in ms, counted from when each request was due:
 * `node balance-load-main.ts FOLDER upgrades|entries [a second] [seconds]`. The database is a file in the folder. For the bench.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../start/app.ts';
import { auditLedger } from '../ledger/audit.ts';
import { signIn } from './client.fixture.ts';
import { addPlayer, createTestContext } from './context.fixture.ts';
import { BALANCE_LOADS } from './balance-loads.ts';
import { credit } from './money.fixture.ts';

const [folder = '.', kind = '', perSecond = '100', seconds = '10'] = process.argv.slice(2);
const load = kind === 'upgrades' || kind === 'entries' ? BALANCE_LOADS[kind] : undefined;
if (load === undefined) throw new Error('the second argument is upgrades or entries');
const payments = Number(perSecond) * Number(seconds);

const test = await createTestContext({ database: join(folder, `balance-${kind}.db`) });
const context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const app = createApp(context);

/** Signs in a new player whose balance pays for one payment. */
async function signInPayer(name: string): Promise<string> {
  const wallet = test.wallet(name);
  await addPlayer(context.db, wallet.address, context.now());
  await credit(test, wallet, load?.priceSun ?? 0);
  return signIn(context, wallet.address);
}

const tokens: string[] = [];
for (let number = 0; number < payments; number++) tokens.push(await signInPayer(`payer ${number}`));
const { pay, check } = await load.prepare({ context, app, signInPayer });

const startMs = performance.now();
const pending = tokens.map(async (token, number) => {
  const dueMs = startMs + (number * 1_000) / Number(perSecond);
  await delay(Math.max(1, dueMs - performance.now()));
  await pay(token, number);
  return performance.now() - dueMs;
});
const latencies = (await Promise.all(pending)).toSorted((a, b) => a - b);
const at = (share: number): number => latencies[Math.min(payments - 1, Math.floor(payments * share))] ?? 0;

// A page that has received no answer repeats its request. That pays nothing again.
for (const [number, token] of tokens.entries()) await pay(token, number);
await check(payments);
const { differences } = await auditLedger(context.db);
if (differences.length > 0) throw new Error(JSON.stringify(differences));
console.log(JSON.stringify({ payments, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: latencies.at(-1) }));
await test.stop();
