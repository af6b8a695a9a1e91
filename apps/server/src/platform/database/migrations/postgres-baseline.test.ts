import SQLite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPrivatePostgres } from '../../../testing/postgres-server.fixture.ts';
import { TABLE_NAMES } from '../copied-tables.ts';
import type { Condition } from './common-schema.fixture.ts';
import { MIGRATIONS, NEWEST_VERSION } from './index.ts';
import { postgresBaseline } from './postgres-baseline.ts';
import { readPostgresSchema } from './postgres-schema.fixture.ts';
import { readSqliteSchema } from './sqlite-schema.fixture.ts';

/** The version of a SQLite file that the baseline equals. Later migrations run on both engines, and leave equal schemas too. */
const BASELINE_VERSION = MIGRATIONS.findIndex(({ postgres }) => postgres === postgresBaseline) + 1;
const VERSIONS = [BASELINE_VERSION, MIGRATIONS.length] as const;

/** The one index in which the systems differ: docs/decisions/0078-journal-in-the-order-of-time.md. */
const SQLITE_JOURNAL_KEY = 'battle_journal PRIMARY KEY  (time_slot, session_id, epoch, number)';
const POSTGRES_JOURNAL_KEY = 'battle_journal PRIMARY KEY  (session_id, epoch, number)';

const server = await startPrivatePostgres();

afterAll(async () => {
  if (!('skipped' in server)) await server.stop();
});

describe.skipIf('skipped' in server).each(VERSIONS)('the schema of version %i on PostgreSQL', (version) => {
  const sqlite = new SQLite(':memory:');
  let postgres: pg.Client;

  beforeAll(async () => {
    if ('skipped' in server) return;
    const migrations = MIGRATIONS.slice(0, version);
    for (const migration of migrations) sqlite.exec(migration.sqlite);
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('recursive_triggers = ON');
    const types = new pg.TypeOverrides();
    types.setTypeParser(pg.types.builtins.INT8, Number);
    postgres = new pg.Client({ connectionString: server.url, types });
    await postgres.connect();
    await postgres.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    for (const migration of migrations) if (migration.postgres !== '') await postgres.query(migration.postgres);
  });

  afterAll(async () => {
    if ('skipped' in server) return;
    await postgres.end();
  });

  it('has the tables and columns of SQLite in the same order, with the same types, defaults and NOT NULL', async () => {
    const { columns } = await readPostgresSchema(postgres);
    expect(columns).toEqual(readSqliteSchema(sqlite).columns);
    expect(Object.keys(columns)).toHaveLength(version === NEWEST_VERSION ? TABLE_NAMES.length : 30);
  });

  it('has the primary keys, UNIQUE constraints and indexes of SQLite', async () => {
    const expected = readSqliteSchema(sqlite).indexes.map((index) =>
      index === SQLITE_JOURNAL_KEY ? POSTGRES_JOURNAL_KEY : index,
    );
    expect((await readPostgresSchema(postgres)).indexes).toEqual(expected);
  });

  it('has the foreign keys of SQLite, which are checked after each statement', async () => {
    expect((await readPostgresSchema(postgres)).foreignKeys).toEqual(readSqliteSchema(sqlite).foreignKeys);
  });

  it('has the triggers of SQLite, and refuses TRUNCATE where SQLite refuses DELETE', async () => {
    const { triggers } = readSqliteSchema(sqlite);
    const truncate = triggers.filter((trigger) => trigger.endsWith('_no_delete BEFORE DELETE'));
    const added = truncate.map((trigger) =>
      trigger.replace('_no_delete BEFORE DELETE', '_no_truncate BEFORE TRUNCATE'),
    );
    expect((await readPostgresSchema(postgres)).triggers).toEqual([...triggers, ...added].toSorted());
  });

  it('has the CHECKs and the conditions of partial indexes of SQLite, which accept the same values', async () => {
    const { conditions } = await readPostgresSchema(postgres);
    const expected = readSqliteSchema(sqlite).conditions;
    const keyOf = ({ place, columns }: Condition): string => `${place}: ${columns.join(', ')}`;
    expect(conditions.map(keyOf)).toEqual(expected.map(keyOf));
    for (const [at, condition] of expected.entries()) {
      const rows = sampleRows(condition);
      const onSqlite = sqlite
        .prepare(evaluation(condition, (index) => `json_extract(value, '$[${index}]')`, 'json_each(?)'))
        .pluck()
        .all(JSON.stringify(rows))
        .map((value) => (value === null ? null : value === 1));
      const onPostgres = await postgres.query<{ value: boolean | null }>(
        evaluation(
          { ...condition, expression: conditions[at]?.expression ?? '' },
          (index, type) => `(value->>${index})::${type === 'TEXT' ? 'text' : 'bigint'}`,
          'jsonb_array_elements($1) AS samples (value)',
        ),
        [JSON.stringify(rows)],
      );
      const differences = onPostgres.rows.flatMap(({ value }, row) =>
        value === onSqlite[row] ? [] : [{ row: rows[row], postgres: value, sqlite: onSqlite[row] }],
      );
      expect([condition.expression, differences]).toEqual([condition.expression, []]);
      // The samples reach both sides of the condition.
      expect([condition.expression, onSqlite.includes(true), onSqlite.includes(false)]).toEqual([
        condition.expression,
        true,
        true,
      ]);
    }
  });

  describe('answers statements as SQLite does', () => {
    beforeAll(async () => {
      sqlite.exec(ROWS.replaceAll('NO_BYTES', "x''"));
      await postgres.query(ROWS.replaceAll('NO_BYTES', "''"));
    });

    it.each(STATEMENTS.map(([title, expected, ...texts]) => [title, expected, texts] as const))(
      '%s: %s',
      async (_title, expected, texts) => {
        expect(outcomeOnSqlite(...texts)).toEqual(expected);
        expect(await outcomeOnPostgres(...texts)).toEqual(expected);
      },
    );

    it('refuses TRUNCATE of what is append only', async () => {
      for (const [table, message] of [
        ['postings', 'ledger: append only'],
        ['postings, entries, accounts', 'ledger: append only'],
        ['reviews', 'reviews: append only'],
        ['acts', 'audit log: append only'],
      ] as const)
        expect(await outcomeOnPostgres(`TRUNCATE ${table}`)).toBe(`TRIGGER ${message}`);
    });
  });

  /** Runs statements and a query, and rolls them back. Returns the rows as text, or the kind of the error. */
  function outcomeOnSqlite(statements: string, query = NO_ROWS): string {
    sqlite.exec('BEGIN');
    try {
      sqlite.exec(statements);
      return JSON.stringify(sqlite.prepare(query).raw().all());
    } catch (error) {
      if (!(error instanceof SQLite.SqliteError)) throw error;
      const kind = error.code.replace('SQLITE_CONSTRAINT_', '').replace('PRIMARYKEY', 'UNIQUE');
      return kind === 'TRIGGER' ? `TRIGGER ${error.message}` : kind;
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    }
  }

  async function outcomeOnPostgres(statements: string, query = NO_ROWS): Promise<string> {
    await postgres.query('BEGIN');
    try {
      await postgres.query(statements);
      const { rows } = await postgres.query<unknown[]>({ text: query, rowMode: 'array' });
      return JSON.stringify(rows);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      return error.code === '23000' ? `TRIGGER ${error.message}` : (KINDS[error.code ?? ''] ?? error.message);
    } finally {
      await postgres.query('ROLLBACK');
    }
  }
});

/** A query for statements whose rows do not matter. */
const NO_ROWS = 'SELECT 1 AS one';

/** SQLSTATE of each kind of constraint, as the last word of SQLite's code. */
const KINDS: Readonly<Record<string, string>> = {
  23502: 'NOTNULL',
  23503: 'FOREIGNKEY',
  23505: 'UNIQUE',
  23514: 'CHECK',
};

/** A query that evaluates a condition for each row of a JSON array of arrays. */
function evaluation(
  { columns, types, expression }: Condition,
  valueOf: (index: number, type: string) => string,
  source: string,
): string {
  const values = columns.map((column, index) => `${valueOf(index, types[index] ?? '')} AS ${column}`);
  return `SELECT (${expression}) AS value FROM (SELECT ${values.join(', ')} FROM ${source}) AS sample`;
}

/** Every combination of the values that matter to a condition: its literals, their neighbours, and null. */
function sampleRows({ columns, types, expression }: Condition): readonly (string | number | null)[][] {
  const texts = [...expression.matchAll(/'([^']*)'/g)].map(([, text = '']) => text);
  const numbers = [...expression.replaceAll(/'[^']*'/g, '').matchAll(/-?\b\d+\b/g)].map(([number]) => Number(number));
  const lengths = numbers.flatMap((number) => [number - 1, number, number + 1]).filter((number) => number >= 0);
  const samples: Readonly<Record<string, readonly (string | number | null)[]>> = {
    TEXT: [
      null,
      '',
      'other',
      ...texts,
      ...(expression.includes('length(') ? lengths.flatMap((length) => ['x'.repeat(length), '界'.repeat(length)]) : []),
      ...(expression.includes('GLOB') ? ['2026-01-15', '2026-01-15\n', '2026-1-15', 'x2026-01-15', '2026/01/15'] : []),
    ],
    INTEGER: [null, -1, 0, 1, 2, ...numbers.flatMap((number) => [number - 1, number, number + 1])],
  };
  return columns.reduce<(string | number | null)[][]>(
    (rows, _column, index) =>
      rows.flatMap((row) => [...new Set(samples[types[index] ?? ''])].map((value) => [...row, value])),
    [[]],
  );
}

/** Rows that the statements below start from. The engines write an empty BLOB differently. */
const ROWS = `
INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
  VALUES ('alice', 'Alice', 'automatic', 1, 1), ('Bob', 'Bob', 'automatic', 1, 1), ('émile', 'É', 'automatic', 1, 1);
INSERT INTO accounts (kind, owner) VALUES ('house', ''), ('player', 'alice');
INSERT INTO entries (key, kind, reference, created_at) VALUES ('first', 'credit', 'r', 1), ('second', 'credit', 'r', 2);
INSERT INTO postings (account_id, number, entry_id, amount_sun, balance_sun) VALUES (1, 1, 1, -5, -5), (2, 1, 1, 5, 5);
INSERT INTO tickets (id, address, seed, rules_id, rules_version, loadout, issued_at, expires_at, state)
  VALUES ('ticket', 'alice', 's', 'arena', 1, '[]', 1, 2, 'finished'), ('open', 'alice', 's', 'arena', 1, '[]', 1, 2, 'open');
INSERT INTO rounds (id, address, rules_id, rules_version, loadout, replay, score, popped, best_combo, earned_sun, credited_sun, status,
    suspicions, elapsed_ms, clicks, played_at)
  VALUES ('ticket', 'alice', 'arena', 1, '[]', NO_BYTES, 1, 1, 1, 5, 5, 'credited', '', 1, 1, 1);
INSERT INTO reviews (round_id, outcome, reason, by, at) VALUES ('ticket', 'paid', '', 'desk', 1);
INSERT INTO acts (at, by, act, subject, reason) VALUES (1, 'desk', 'pause', '', '');
INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s, policy, policy_version,
    status, created_at, expires_at)
  VALUES ('session', 'local', 'Battle', 'classic', 'alice', 2, 5, 300, 30, 'p', 1, 'waiting', 1, 2);
INSERT INTO payments (id, address, purpose, session_id, recipient, amount_sun, status, created_at, expires_at)
  VALUES ('payment', 'alice', 'entry', 'session', 'house', 5, 'awaiting', 1, 2);
INSERT INTO seats (session_id, user_id, place, chain, address, username, status, payment_id, joined_at)
  VALUES ('session', 'alice', 0, 'tron', 'alice', 'Alice', 'taken', 'payment', 1);
INSERT INTO chat_messages (id, session_id, user_id, username, address, chain, text, type, source, created_at)
  VALUES ('message', 'session', 'alice', 'Alice', 'alice', 'tron', 'hello', 'text', 'local', 1);
INSERT INTO chat_verdicts (message_id, outcome, reason, by, at) VALUES ('message', 'hidden', '', 'desk', 1);
INSERT INTO daily_results (date, entrant, name, score, popped, best_combo, inputs_hash, replay, played_at)
  VALUES ('2026-01-15', 'alice', '', 9, 1, 1, 'hash', NO_BYTES, 1);`;

const LEDGER = 'TRIGGER ledger: append only';
const CARRY = 'TRIGGER ledger: a posting does not carry its account on';
const OVERDRAWN = 'TRIGGER ledger: an account would be overdrawn';
const BEYOND = 'TRIGGER sessions: a place beyond the last';

/** Inserts a posting. */
const posting = (values: string): string =>
  `INSERT INTO postings (account_id, number, entry_id, amount_sun, balance_sun) VALUES (${values})`;

/** Every kind of account, and whether its balance may be below 0. */
const KINDS_OF_ACCOUNTS: readonly (readonly [string, boolean])[] = [
  ['house', true],
  ['reward-budget', false],
  ['player', false],
  ['escrow', false],
  ['fees', true],
  ['payouts', false],
  ['chain-in', true],
  ['chain-out', true],
];

/** Inserts a seat. */
const seat = (user: string, place: number, status = 'taken'): string =>
  `INSERT INTO seats (session_id, user_id, place, chain, address, username, status, joined_at)
   VALUES ('session', '${user}', ${place}, 'tron', '${user}', 'x', '${status}', 1)`;

/** Title, outcome on both engines, statements, and a query whose rows are the outcome when nothing is refused. */
const STATEMENTS: readonly (readonly [string, string, string, string?])[] = [
  [
    'a posting that continues its account',
    '[[4]]',
    posting('2, 2, 2, -1, 4'),
    'SELECT max(balance_sun) FROM postings WHERE number = 2',
  ],
  ['a posting with another balance', CARRY, posting('2, 2, 2, -1, 5')],
  ['a posting that leaves a number out', CARRY, posting('2, 3, 2, -1, 4')],
  [
    'a first posting with another balance',
    CARRY,
    `INSERT INTO accounts (id, kind, owner) VALUES (9, 'fees', ''); ${posting('9, 1, 2, 1, 2')}`,
  ],
  ['a posting that overdraws a player', OVERDRAWN, posting('2, 2, 2, -6, -1')],
  [
    'a posting that overdraws the house',
    '[[-11]]',
    posting('1, 2, 2, -6, -11'),
    'SELECT min(balance_sun) FROM postings',
  ],
  ...KINDS_OF_ACCOUNTS.map(
    ([kind, mayBeOverdrawn]) =>
      [
        `a first posting that overdraws an account of kind ${kind}`,
        mayBeOverdrawn ? '[[1]]' : OVERDRAWN,
        `INSERT INTO accounts (id, kind, owner) VALUES (9, '${kind}', 'owner'); ${posting('9, 1, 2, -1, -1')}`,
      ] as const,
  ),
  ['a posting with a number twice', 'UNIQUE', posting('2, 1, 2, 5, 5')],
  ['a posting of nothing', 'CHECK', posting('2, 2, 2, 0, 5')],
  ['a posting beyond exact numbers', 'CHECK', posting('1, 2, 2, -9007199254740990, -9007199254740995')],
  ['a posting of no account', 'FOREIGNKEY', posting('99, 1, 2, 1, 1')],
  ['a posting of no entry', 'FOREIGNKEY', posting('2, 2, 99, 1, 6')],
  ['a change of a posting', LEDGER, 'UPDATE postings SET amount_sun = 1'],
  ['a change of no posting', '[[1]]', 'UPDATE postings SET amount_sun = 1 WHERE number = 99'],
  [
    'a conflict that changes a posting',
    LEDGER,
    `${posting('2, 1, 1, 5, 5')} ON CONFLICT (account_id, number) DO UPDATE SET amount_sun = 1`,
  ],
  [
    'a conflict that does nothing',
    '[[2]]',
    `${posting('2, 1, 1, 5, 5')} ON CONFLICT (account_id, number) DO NOTHING`,
    'SELECT count(*) FROM postings',
  ],
  ['a deletion of a posting', LEDGER, 'DELETE FROM postings'],
  ['a change of an entry', LEDGER, "UPDATE entries SET kind = 'x'"],
  ['a deletion of an entry', LEDGER, "DELETE FROM entries WHERE key = 'second'"],
  ['a change of an account', LEDGER, "UPDATE accounts SET owner = 'x'"],
  ['a deletion of an account', LEDGER, 'DELETE FROM accounts'],
  ['a change of a review', 'TRIGGER reviews: append only', "UPDATE reviews SET reason = 'x'"],
  ['a deletion of a review', 'TRIGGER reviews: append only', 'DELETE FROM reviews'],
  ['a change of the audit log', 'TRIGGER audit log: append only', "UPDATE acts SET reason = 'x'"],
  ['a deletion from the audit log', 'TRIGGER audit log: append only', 'DELETE FROM acts'],
  ['a seat within the session', '[[2]]', seat('bob', 1), 'SELECT count(*) FROM seats'],
  ['a seat beyond the last', BEYOND, seat('bob', 2)],
  ['a seat that was left beyond the last', '[[2]]', seat('bob', 2, 'left'), 'SELECT count(*) FROM seats'],
  ['a seat that moves beyond the last', BEYOND, 'UPDATE seats SET place = 2'],
  [
    'a seat that is left and moves beyond the last',
    '[[2]]',
    "UPDATE seats SET place = 2, status = 'left'",
    'SELECT place FROM seats',
  ],
  ['a seat of no session', 'FOREIGNKEY', "UPDATE seats SET session_id = 'none'"],
  ['a place that is taken', 'UNIQUE', seat('bob', 0)],
  [
    'a place that was left',
    '[[2]]',
    `UPDATE seats SET status = 'left'; ${seat('bob', 0)}`,
    'SELECT count(*) FROM seats',
  ],
  [
    'a payment that goes, with its seat',
    '[["alice",null]]',
    'DELETE FROM payments',
    'SELECT user_id, payment_id FROM seats',
  ],
  ['a message that goes, with its verdict', '[[0]]', 'DELETE FROM chat_messages', 'SELECT count(*) FROM chat_verdicts'],
  ['a player that others refer to', 'FOREIGNKEY', "DELETE FROM players WHERE address = 'alice'"],
  ['a key that changes under its references', 'FOREIGNKEY', "UPDATE players SET address = 'x' WHERE address = 'alice'"],
  ['a second open ticket', 'UNIQUE', "UPDATE tickets SET state = 'open'"],
  [
    'a second awaiting payment for a session',
    'UNIQUE',
    `INSERT INTO payments (id, address, purpose, session_id, recipient, amount_sun, status, created_at, expires_at)
     VALUES ('again', 'alice', 'entry', 'session', 'house', 5, 'awaiting', 9, 9)`,
  ],
  ['a value that is missing', 'NOTNULL', 'UPDATE players SET username = NULL'],
  ['a primary key that is missing', 'NOTNULL', "INSERT INTO mutes (until, reason, by, since) VALUES (1, '', '', 1)"],
  ['a date that is none', 'CHECK', "UPDATE daily_results SET date = '2026-1-15'"],
  ['a name that is too long', 'CHECK', `UPDATE players SET username = '${'界'.repeat(33)}'`],
  ['a name of as many characters as allowed', '[[1]]', `UPDATE players SET username = '${'界'.repeat(32)}'`],
  ['the next id', '[[3]]', "INSERT INTO accounts (kind, owner) VALUES ('fees', '')", 'SELECT max(id) FROM accounts'],
  ['a second row of the scan', 'CHECK', "INSERT INTO house_scan (id, cause, trouble) VALUES (2, 'start', '')"],
  ['defaults', '[[0,0,null]]', '', "SELECT games_played, total_score, deleted_at FROM players WHERE address = 'alice'"],
  ['an order by bytes', '[["Bob"],["alice"],["émile"]]', '', 'SELECT address FROM players ORDER BY address'],
];
