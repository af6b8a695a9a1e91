/**
 * Pays upgrades from balances over the API at a steady rate and prints as JSON how long the answers took, in ms, counted from when each
 * request was due: `node balance-load-main.ts FOLDER [a second] [seconds]`. The database is a file in the folder. For the bench.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CALLS } from '@popfray/protocol';
import { createApp } from '../start/app.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, HOUSE } from '../ledger/ledger.ts';
import { ask, signIn } from './client.fixture.ts';
import { addPlayer, createTestContext } from './context.fixture.ts';
import { credit } from './money.fixture.ts';

/** sun; what `trx-boost` costs. */
const PRICE_SUN = 5_000_000;

const [folder = '.', perSecond = '100', seconds = '10'] = process.argv.slice(2);
const payments = Number(perSecond) * Number(seconds);

const test = await createTestContext({ database: join(folder, 'balance-load.db') });
const context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const app = createApp(context);
const tokens: string[] = [];
for (let number = 0; number < payments; number++) {
  const wallet = test.wallet(`payer ${number}`);
  await addPlayer(context.db, wallet.address, context.now());
  await credit(test, wallet, PRICE_SUN);
  tokens.push(await signIn(context, wallet.address));
}
const houseSun = await balanceOf(context.db, HOUSE);

const startMs = performance.now();
const pending = tokens.map(async (token, number) => {
  const dueMs = startMs + (number * 1_000) / Number(perSecond);
  await delay(Math.max(1, dueMs - performance.now()));
  const pay = { source: 'balance', paymentId: `payment-${number}` };
  const { value } = await ask(app, CALLS.createPayment, { token, body: { upgradeId: 'trx-boost', pay } });
  if (value.status !== 'applied') throw new Error(`payment ${number} is ${value.status}`);
  return performance.now() - dueMs;
});
const latencies = (await Promise.all(pending)).toSorted((a, b) => a - b);
const at = (share: number): number => latencies[Math.min(payments - 1, Math.floor(payments * share))] ?? 0;

if ((await balanceOf(context.db, HOUSE)) - houseSun !== payments * PRICE_SUN)
  throw new Error('the house has another sum');
const { differences } = await auditLedger(context.db);
if (differences.length > 0) throw new Error(JSON.stringify(differences));
console.log(JSON.stringify({ payments, p50Ms: at(0.5), p99Ms: at(0.99), mostMs: latencies.at(-1) }));
await test.stop();
