import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { measureBalancePayments, withDataFolder } from './balance-load.ts';
import { ROOT } from './build.ts';
import { killServers } from './kills.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { startBenchPostgres } from './postgres.ts';
import { measurePosting, measureReading, onPostgres, onSqlite } from './posting.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'ledger.posting_vs_raw',
    bar: { atMost: 3 },
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
    bar: { atMost: 300 },
    note: "with a million postings: the slower of the house's balance (half of them) and a player's",
  },
  { name: 'ledger.page_read_us', note: "a player's newest 25 lines there" },
  {
    name: 'ledger.posting_vs_raw_postgres',
    needs: 'PostgreSQL',
    bar: { atMost: 4 },
    note: 'posting_vs_raw on PostgreSQL: two bare INSERTs as prepared statements of one connection',
  },
  { name: 'ledger.posting_us_postgres', needs: 'PostgreSQL', note: 'such an entry, and its share of the commit' },
  {
    name: 'ledger.posting_raw_us_postgres',
    needs: 'PostgreSQL',
    note: 'two bare INSERTs, and their share of the commit',
  },
  { name: 'ledger.single_vs_raw_postgres', needs: 'PostgreSQL', note: 'likewise with one entry a commit' },
  { name: 'ledger.single_us_postgres', needs: 'PostgreSQL', note: 'such an entry and its commit' },
  { name: 'ledger.single_raw_us_postgres', needs: 'PostgreSQL', note: 'two bare INSERTs and their commit' },
  { name: 'ledger.bulk_vs_raw_postgres', needs: 'PostgreSQL', note: 'likewise with 1,000 entries a commit' },
  { name: 'ledger.bulk_us_postgres', needs: 'PostgreSQL', note: 'such an entry, and its share of the commit' },
  {
    name: 'ledger.bulk_raw_us_postgres',
    needs: 'PostgreSQL',
    note: 'two bare INSERTs, and their share of the commit',
  },
  {
    name: 'ledger.balance_read_us_postgres',
    needs: 'PostgreSQL',
    bar: { atMost: 300 },
    note: 'balance_read_us on PostgreSQL',
  },
  { name: 'ledger.page_read_us_postgres', needs: 'PostgreSQL', note: "a player's newest 25 lines there" },
  {
    name: 'ledger.balance_payment_p99_ms',
    bar: { atMost: 300 },
    note: '100 a second over the API for 10 s: an upgrade paid from the balance, on the disk when it is answered',
  },
  { name: 'ledger.balance_payment_p50_ms', note: 'likewise, the median' },
  {
    name: 'ledger.lost_or_doubled',
    bar: { atMost: 0 },
    note: 'payments and payouts lost, or done twice, by servers killed while the chain has faults: the figure of balance.lost_or_doubled',
  },
  { name: 'ledger.kills', note: 'how many were killed' },
  {
    name: 'ledger.lost_or_doubled_postgres',
    needs: 'PostgreSQL',
    bar: { atMost: 0 },
    note: 'likewise with their database on PostgreSQL, which outlives them',
  },
  { name: 'ledger.kills_postgres', needs: 'PostgreSQL', note: 'how many were killed' },
  {
    name: 'ledger.restore_errors',
    bar: { atMost: 0 },
    note: 'sun paid twice or lost, and what db:verify finds, when backups are put back at random points of a run with faults',
  },
  { name: 'ledger.restores', note: 'how many backups were put back' },
  { name: 'ledger.restore_unknown', note: 'payouts that were signed after those backups' },
];

/** Backups put back. */
const RESTORES = 200;

/** Longest that restoring them may take, ms. */
const RESTORES_MS = 20 * 60_000;

/** What the ledger's guarantees cost, and whether they hold. */
export const ledgerSuite: Suite = { name: 'ledger', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  const sqlite = await measureSqlite(progress);
  const postgres = await measurePostgres(progress);
  const killing = measureKills('sqlite', progress);
  if (postgres === null) return { ...sqlite, ...killing, ...restore(progress) };
  return { ...sqlite, ...postgres, ...killing, ...measureKills('postgres', progress), ...restore(progress) };
}

async function measureSqlite(progress: Progress): Promise<Readings> {
  return withDataFolder(async (folder) => {
    const place = onSqlite(folder);
    progress('ledger: entries');
    const posting = await measurePosting(place);
    progress('ledger: a million postings');
    const reading = await measureReading(place);
    progress('ledger: payments from the balance');
    const { p50Ms, p99Ms } = measureBalancePayments(folder, 'upgrades');
    return {
      ...posting,
      ...reading,
      'ledger.balance_payment_p99_ms': p99Ms,
      'ledger.balance_payment_p50_ms': p50Ms,
    };
  });
}

/** Null without PostgreSQL. */
async function measurePostgres(progress: Progress): Promise<Readings | null> {
  const postgres = await startBenchPostgres('ledger');
  if (postgres === undefined) return null;
  try {
    const place = onPostgres(postgres);
    progress('ledger: entries on PostgreSQL');
    const posting = await measurePosting(place);
    progress('ledger: a million postings on PostgreSQL, a few minutes');
    return { ...posting, ...(await measureReading(place)) };
  } finally {
    await postgres.stop();
  }
}

/** What the restoring program prints. */
interface RestoreReport {
  readonly restores: number;
  readonly unknownPayouts: number;
  readonly paidTwiceSun: number;
  readonly lostSun: number;
  readonly findings: readonly string[];
}

function restore(progress: Progress): Readings {
  progress(`ledger: ${RESTORES} backups put back, a few minutes`);
  const program = join(ROOT, 'apps/server/src/testing/restore-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, String(RESTORES)], {
    encoding: 'utf8',
    timeout: RESTORES_MS,
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

/** `engine`: where the database of the servers is. */
function measureKills(engine: 'sqlite' | 'postgres', progress: Progress): Readings {
  const { kills, lostOrDoubled } = killServers(engine, (line) => progress(`ledger: ${line}`));
  const suffix = engine === 'postgres' ? '_postgres' : '';
  return { [`ledger.lost_or_doubled${suffix}`]: lostOrDoubled, [`ledger.kills${suffix}`]: kills };
}
