import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { damage } from '../platform/database/damage.fixture.ts';
import { copyDatabase, openDatabase, type Database } from '../platform/database/index.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { playInstallation } from '../testing/installation.fixture.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
import { verify } from './report.ts';

const MAIN = fileURLToPath(new URL('../start/commands/verify.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'popfray-verification-'));

let test: TestContext;
/** Where the database is. */
let database = '';
let copies = 0;

beforeAll(async () => {
  database = await testLocation(join(folder, 'popfray.db'));
  test = await createTestContext({ database: join(folder, 'popfray.db') });
  await playInstallation(test);
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true });
});

/** A copy of the database with some damage done, and where it is. */
async function copy(...statements: readonly string[]): Promise<{ readonly db: Database; readonly location: string }> {
  const location = await testLocation(join(folder, `copy-${++copies}.db`));
  const db = await openDatabase(location);
  if ('code' in db) throw new Error(db.message);
  expect(await copyDatabase(test.context.db, db)).toHaveProperty('rows');
  await damage(db, ...statements);
  return { db, location };
}

const UNKNOWN_PLAYER: [string, string, RegExp] = [
  'a reference to an unknown player',
  `INSERT INTO sign_ins VALUES ('hash', 'stranger', 1, 1, 1)`,
  /^ERR_DATABASE_DAMAGED {2}sign_ins/m,
];

describe('a report', () => {
  it('on a sound database says what was compared, and what the house owes and holds', async () => {
    const { context } = test;
    const { isSound, lines } = await verify(context.db, { chain: context.chain, houseAddress: context.house.address });
    expect(lines.join('\n')).toContain('1 battles played again; 3 transactions compared with the chain');
    expect(lines.join('\n')).toMatch(/the house owes players 22 TRX, and its wallet holds \d+/);
    expect(lines.at(-1)).toBe('Nothing is wrong.');
    expect(isSound).toBe(true);
  });

  it.each<[string, string, RegExp]>([
    [
      'a payment that the chain has otherwise',
      `UPDATE payments SET amount_sun = amount_sun + 1`,
      /^ERR_PAYMENT_CHAIN {2}payment \S+ is applied, and its transaction \w+ moves \d+ sun, not \d+$/m,
    ],
    [
      'a payment that the chain has not',
      `UPDATE payments SET txid = '${'00'.repeat(32)}' WHERE purpose = 'upgrade' AND source = 'wallet'`,
      /^ERR_PAYMENT_CHAIN .* is absent on the chain$/m,
    ],
    [
      'a payment whose transaction is none',
      `UPDATE payments SET txid = 'gibberish' WHERE purpose = 'upgrade' AND source = 'wallet'`,
      /^ERR_PAYMENT_CHAIN .* gibberish is absent on the chain$/m,
    ],
    [
      'a payment to another wallet',
      `UPDATE payments SET recipient = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'`,
      /^ERR_PAYMENT_CHAIN .* goes to T\w+, not to TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy$/m,
    ],
    [
      'a payout in another block',
      `UPDATE payouts SET block_number = 1`,
      /^ERR_PAYOUT_CHAIN {2}payout withdrawal-1 is confirmed, and its transaction \w+ is in block \d+, not in 1$/m,
    ],
    [
      'a payout that was paid although it was given up',
      `UPDATE payout_attempts SET state = 'dead'`,
      /^ERR_PAYOUT_TWICE .* that was given up, \w+, paid 12000000 sun$/m,
    ],
    ['a ledger that does not balance', `UPDATE postings SET amount_sun = 7 WHERE entry_id = 1`, /^ERR_ENTRY_SUM /m],
    [
      'a score that was changed',
      `UPDATE results SET score = score + 1 WHERE user_id = 'bot-1'`,
      /^ERR_RECEIPT {2}receipt \S+, score of bot-1: score is \d+, not \d+$/m,
    ],
    [
      'a secret that was changed',
      `UPDATE battles SET secret = '${'ab'.repeat(32)}'`,
      /^ERR_RECEIPT {2}receipt \S+, commitment: the reveal of second 0 does not hash to the commitment$/m,
    ],
    // PostgreSQL always checks references; a program that opens an SQLite file may not.
    ...(process.env['TEST_DATABASE'] === 'postgres' ? [] : [UNKNOWN_PLAYER]),
  ])('names %s', async (_, statement, line) => {
    const { db } = await copy(statement);
    const { context } = test;
    const { isSound, lines } = await verify(db, { chain: context.chain, houseAddress: context.house.address });
    await db.close();
    expect(lines.join('\n')).toMatch(line);
    expect(lines.at(-1)).toMatch(/^\d+ differences\.$/);
    expect(isSound).toBe(false);
  });

  it('says what it could not check, and does not ask a silent node for ever', async () => {
    const { context } = test;
    let asked = 0;
    const chain: typeof context.chain = {
      ...context.chain,
      balance: async () => ({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'no route' } }),
      async findPayment() {
        asked++;
        return { ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'no route' } };
      },
    };
    const many = Array.from(
      { length: 9 },
      (_, at) =>
        `INSERT INTO payouts SELECT 'more-${at}', address, amount_sun, status, created_at, confirmed_at, txid, block_number, trouble, check_at, fee_sun, not_before FROM payouts WHERE id = 'withdrawal-1'`,
    );
    const { db } = await copy(...many);
    const { lines } = await verify(db, { chain, houseAddress: null });
    await db.close();
    expect(lines).toContain('not checked: 12 transactions, because the node does not answer (no route)');
    expect(lines).toContain('not checked: that payouts come from the house, because its key is not configured');
    expect(lines.join('\n')).toContain('owes players 22 TRX; not checked: what its wallet holds');
    expect(asked).toBe(3);
  });
});

describe('pnpm db:verify', () => {
  /** Runs the program against the tests' chain. */
  async function run(args: readonly string[], env: Record<string, string> = {}): Promise<[number, string, string]> {
    const places = { DATA_DIR: folder, DATABASE_URL: database.startsWith('postgres:') ? database : '' };
    const child = spawn(process.execPath, [MAIN, ...args], {
      env: { ...process.env, ...places, TRON_NODE_URL: test.devChain.url, ...env },
    });
    const [[status], out, errors] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return [status as number, out, errors];
  }

  it('ends with code 0 where nothing is wrong, also while a server is at work', async () => {
    const [status, out] = await run([]);
    expect(out).toContain('Nothing is wrong.');
    expect(out).toContain('3 transactions compared with the chain');
    expect(status).toBe(0);
  });

  it('ends with code 1 and a line a difference, for a database that is named', async () => {
    const { db, location } = await copy(`UPDATE payouts SET amount_sun = 13000000`);
    await db.close();
    const [status, out] = await run([location]);
    expect(out.split('\n')[0]).toBe(db.engine.label);
    expect(out.match(/^ {2}ERR_\w+ {2}/gm)).toEqual([
      '  ERR_ENTRY_MISSING  ',
      '  ERR_ENTRY_MISSING  ',
      '  ERR_PAYOUT_CHAIN  ',
    ]);
    expect(status).toBe(1);
  });

  it('says what it could not check where no node answers', async () => {
    const [status, out] = await run([], { TRON_NODE_URL: 'http://127.0.0.1:9' });
    expect(out).toContain('not checked: 3 transactions');
    expect(status).toBe(0);
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['no database', [join(folder, 'none.db')], {}, 'ERR_DATABASE_OPEN'],
    ['an environment that cannot be', [], { TRON_NETWORK: 'moon' }, 'ERR_CONFIG_NETWORK'],
    ['a wrong DATABASE_URL', [], { DATABASE_URL: 'popfray:hunter2@host/name' }, 'ERR_CONFIG_DATABASE'],
    ['no server', [], { DATABASE_URL: 'postgres://popfray:hunter2@127.0.0.1:1/name' }, 'ERR_DATABASE_OPEN'],
    ['a wrong URL', ['postgres://popfray:12/hunter2@host/name'], {}, 'ERR_USAGE'],
    ['a URL of another kind', ['mysql://popfray:hunter2@host/name'], {}, 'ERR_USAGE'],
  ])('says in words that there is %s', async (_, args, env, code) => {
    const [status, out, errors] = await run(args, env);
    expect(errors).toContain(code);
    expect(`${out}${errors}`).not.toContain('hunter2');
    expect(status).toBe(1);
  });
});
