import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { balanceOf, HOUSE, playerAccount } from '@popfray/server/ledger';
import { lines } from '@popfray/server/ledger/lines';
import { BareBooks, LedgerBooks, PLAYERS } from './books.ts';
import { ROOT } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { interleave, medianOf, medianRatio } from './sample.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'ledger.posting_vs_raw',
    bar: { atMost: 2.5 },
    note: '32 entries a commit: an entry of two postings over two bare INSERTs, all on the disk',
  },
  { name: 'ledger.posting_us', note: 'such an entry, and its share of the commit' },
  { name: 'ledger.posting_raw_us', note: 'two bare INSERTs, and their share of the commit' },
  { name: 'ledger.single_vs_raw', note: 'likewise with one entry a commit, as the server mostly has it' },
  { name: 'ledger.single_us', note: 'such an entry and its commit' },
  { name: 'ledger.single_raw_us', note: 'two bare INSERTs and their commit' },
  { name: 'ledger.bulk_vs_raw', note: 'likewise with 1,000 entries a commit, where the disk hides nothing' },
  { name: 'ledger.bulk_us', note: 'such an entry, and its share of the commit' },
  { name: 'ledger.bulk_raw_us', note: 'two bare INSERTs, and their share of the commit' },
  {
    name: 'ledger.balance_read_us',
    bar: { atMost: 200 },
    note: "with a million postings: the slower of the house's balance (half of them) and a player's",
  },
  { name: 'ledger.page_read_us', note: "a player's newest 25 lines there" },
  {
    name: 'ledger.balance_payment_p99_ms',
    bar: { atMost: 300 },
    note: '100 a second over the API for 10 s: an upgrade paid from the balance, on the disk when it is answered',
  },
  { name: 'ledger.balance_payment_p50_ms', note: 'likewise, the median' },
  {
    name: 'ledger.lost_or_doubled',
    bar: { atMost: 0 },
    note: 'payments and payouts lost, or done twice, by servers killed while the chain has faults',
  },
  { name: 'ledger.kills', note: 'how many were killed' },
  {
    name: 'ledger.restore_errors',
    bar: { atMost: 0 },
    note: 'sun paid twice or lost, and what db:verify finds, when backups are put back at random points of a run with faults',
  },
  { name: 'ledger.restores', note: 'how many backups were put back' },
  { name: 'ledger.restore_unknown', note: 'payouts that were signed after those backups' },
];

/** Entries a commit, and rounds. The most that the server ever commits together is what as many players finish at once: some 32. */
const BATCHES = { posting: [32, 200], single: [1, 400], bulk: [1_000, 40] } as const;

const WARM_UPS = 20;

/** Entries of two postings in the large ledger, and entries a commit while it is filled. */
const MILLION_ENTRIES = 500_000;
const FILL = 5_000;

const READ_ROUNDS = 200;
const READS = 100;

/** Servers killed. */
const KILLS = 200;

/** Backups put back. */
const RESTORES = 200;

/** Longest that killing or restoring them may take, ms. */
const KILLS_MS = 20 * 60_000;

/** What the ledger's guarantees cost, and whether they hold. */
export const ledgerSuite: Suite = { name: 'ledger', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  // Where the product's data is: a temporary folder may be in memory, and its commits are free.
  mkdirSync(join(ROOT, 'data'), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(ROOT, 'data', 'bench-'));
  try {
    progress('ledger: entries');
    const posting = measurePosting(folder);
    progress('ledger: a million postings');
    const reading = measureReading(folder);
    progress('ledger: payments from the balance');
    const paying = measureBalancePayments(folder);
    progress(`ledger: ${KILLS} servers killed, a few minutes`);
    const killing = killServers();
    progress(`ledger: ${RESTORES} backups put back, a few minutes`);
    return { ...posting, ...reading, ...paying, ...killing, ...restoreBackups() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measurePosting(folder: string): Readings {
  const ledger = new LedgerBooks(join(folder, 'ledger.db'));
  const bare = new BareBooks(join(folder, 'bare.db'));
  const readings: Record<string, number> = {};
  for (const [name, [entries, rounds]] of Object.entries(BATCHES)) {
    const contenders = [
      { name: 'ledger', run: () => ledger.commit(entries) },
      { name: 'bare', run: () => bare.commit(entries) },
    ];
    const samples = interleave(contenders, rounds, WARM_UPS);
    readings[`ledger.${name}_vs_raw`] = medianRatio(samples, 'ledger', 'bare');
    readings[`ledger.${name}_us`] = medianOf(samples, 'ledger') / entries;
    readings[`ledger.${name}_raw_us`] = medianOf(samples, 'bare') / entries;
  }
  ledger.close();
  bare.close();
  return readings;
}

function measureReading(folder: string): Readings {
  const books = new LedgerBooks(join(folder, 'million.db'));
  for (let entries = 0; entries < MILLION_ENTRIES; entries += FILL) books.commit(FILL);
  const { db } = books;
  let at = 0;
  const next = (): string => `player-${at++ % PLAYERS}`;
  const expected = (5 * MILLION_ENTRIES) / PLAYERS;
  const read = (balanceSun: number, wanted: number): void => {
    if (balanceSun !== wanted) throw new Error(`a balance is ${balanceSun}, not ${wanted}`);
  };
  const samples = interleave(
    [
      { name: 'house', runs: READS, run: () => read(balanceOf(db, HOUSE), -5 * MILLION_ENTRIES) },
      { name: 'player', runs: READS, run: () => read(balanceOf(db, playerAccount(next())), expected) },
      { name: 'page', runs: READS, run: () => read(lines(db, next(), null, 25).balanceSun, expected) },
    ],
    READ_ROUNDS,
    WARM_UPS,
  );
  books.close();
  return {
    'ledger.balance_read_us': Math.max(medianOf(samples, 'house'), medianOf(samples, 'player')),
    'ledger.page_read_us': medianOf(samples, 'page'),
  };
}

/** Longest that the payments from the balance may take, with what they need before, ms. */
const PAYMENTS_MS = 2 * 60_000;

function measureBalancePayments(folder: string): Readings {
  const program = join(ROOT, 'apps/server/src/testing/balance-load-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], {
    encoding: 'utf8',
    timeout: PAYMENTS_MS,
  });
  if (status !== 0) throw new Error(`payments from the balance failed: ${stderr}`);
  const { p50Ms, p99Ms } = JSON.parse(stdout) as { readonly p50Ms: number; readonly p99Ms: number };
  return { 'ledger.balance_payment_p99_ms': p99Ms, 'ledger.balance_payment_p50_ms': p50Ms };
}

/** What the restoring program prints. */
interface RestoreReport {
  readonly restores: number;
  readonly unknownPayouts: number;
  readonly paidTwiceSun: number;
  readonly lostSun: number;
  readonly findings: readonly string[];
}

function restoreBackups(): Readings {
  const program = join(ROOT, 'apps/server/src/testing/restore-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, String(RESTORES)], {
    encoding: 'utf8',
    timeout: KILLS_MS,
  });
  if (status !== 0) throw new Error(`backups could not be put back: ${stderr}`);
  const { restores, unknownPayouts, paidTwiceSun, lostSun, findings } = JSON.parse(stdout) as RestoreReport;
  for (const finding of findings) console.error(`  ${finding}`);
  return {
    'ledger.restore_errors': Math.max(paidTwiceSun + lostSun, findings.length),
    'ledger.restores': restores,
    'ledger.restore_unknown': unknownPayouts,
  };
}

/** What the killing program prints. */
interface KillReport {
  readonly kills: number;
  readonly lost: number;
  readonly doubled: number;
  readonly findings: readonly string[];
}

function killServers(): Readings {
  const program = join(ROOT, 'apps/server/src/testing/crash-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, String(KILLS)], {
    encoding: 'utf8',
    timeout: KILLS_MS,
  });
  if (status !== 0) throw new Error(`servers could not be killed: ${stderr}`);
  const { kills, lost, doubled, findings } = JSON.parse(stdout) as KillReport;
  for (const finding of findings) console.error(`  ${finding}`);
  // What the audit finds is neither lost nor doubled by name, and as bad.
  return { 'ledger.lost_or_doubled': Math.max(lost + doubled, findings.length), 'ledger.kills': kills };
}
