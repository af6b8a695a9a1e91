import { join } from 'node:path';
import { balanceOf, HOUSE, playerAccount } from '@popfray/server/ledger';
import { lines } from '@popfray/server/ledger/lines';
import { BareBooks, BarePostgresBooks, LedgerBooks, PLAYERS, type Books } from './books.ts';
import type { Readings } from './metric.ts';
import type { BenchPostgres } from './postgres.ts';
import { interleave, medianOf, medianRatio } from './sample.ts';

/** Entries a commit, and rounds. The most that the server ever commits together is what as many players finish at once: some 32. */
const BATCHES = { posting: [32, 200], single: [1, 400], bulk: [1_000, 40] } as const;

const WARM_UPS = 20;

/** Entries of two postings in the large ledger, and entries a commit while it is filled. */
const MILLION_ENTRIES = 500_000;
const FILL = 5_000;

const READ_ROUNDS = 200;
const READS = 100;

/** Databases on one engine that are created for a measurement. */
export interface Place {
  /** What the names of its metrics end with. */
  readonly suffix: '' | '_postgres';
  createLedger(name: string): Promise<LedgerBooks>;
  createBare(name: string): Promise<Books>;
}

/** SQLite files in a folder. */
export const onSqlite = (folder: string): Place => ({
  suffix: '',
  createLedger: async (name) => LedgerBooks.create(join(folder, `${name}.db`)),
  createBare: async (name) => new BareBooks(join(folder, `${name}.db`)),
});

/** Databases of a PostgreSQL server. */
export const onPostgres = (postgres: BenchPostgres): Place => ({
  suffix: '_postgres',
  createLedger: async (name) => LedgerBooks.create(await postgres.createDatabase(name)),
  createBare: async (name) => BarePostgresBooks.create(await postgres.createDatabase(name)),
});

/** What an entry costs, and the INSERTs of its postings alone, by the number of entries a commit. */
export async function measurePosting({ suffix, createLedger, createBare }: Place): Promise<Readings> {
  const ledger = await createLedger('ledger');
  const bare = await createBare('bare');
  const readings: Record<string, number> = {};
  for (const [name, [entries, rounds]] of Object.entries(BATCHES)) {
    const contenders = [
      { name: 'ledger', run: async () => ledger.commit(entries) },
      { name: 'bare', run: async () => bare.commit(entries) },
    ];
    const samples = await interleave(contenders, rounds, WARM_UPS);
    readings[`ledger.${name}_vs_raw${suffix}`] = medianRatio(samples, 'ledger', 'bare');
    readings[`ledger.${name}_us${suffix}`] = medianOf(samples, 'ledger') / entries;
    readings[`ledger.${name}_raw_us${suffix}`] = medianOf(samples, 'bare') / entries;
  }
  await ledger.close();
  await bare.close();
  return readings;
}

/** What reading balances and lines costs in a ledger of a million postings. */
export async function measureReading({ suffix, createLedger }: Place): Promise<Readings> {
  const books = await createLedger('million');
  for (let entries = 0; entries < MILLION_ENTRIES; entries += FILL) await books.commit(FILL);
  const { db } = books;
  let at = 0;
  const next = (): string => `player-${at++ % PLAYERS}`;
  const expected = (5 * MILLION_ENTRIES) / PLAYERS;
  const read = (balanceSun: number, wanted: number): void => {
    if (balanceSun !== wanted) throw new Error(`a balance is ${balanceSun}, not ${wanted}`);
  };
  const samples = await interleave(
    [
      { name: 'house', runs: READS, run: async () => read(await balanceOf(db, HOUSE), -5 * MILLION_ENTRIES) },
      { name: 'player', runs: READS, run: async () => read(await balanceOf(db, playerAccount(next())), expected) },
      { name: 'page', runs: READS, run: async () => read((await lines(db, next(), null, 25)).balanceSun, expected) },
    ],
    READ_ROUNDS,
    WARM_UPS,
  );
  await books.close();
  return {
    [`ledger.balance_read_us${suffix}`]: Math.max(medianOf(samples, 'house'), medianOf(samples, 'player')),
    [`ledger.page_read_us${suffix}`]: medianOf(samples, 'page'),
  };
}
