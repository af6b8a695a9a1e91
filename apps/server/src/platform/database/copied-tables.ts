import type { Schema } from './schema.ts';

/**
 * The primary key of every table. A table comes after the tables that it refers to, and the compiler refuses a list without one of the schema's
 * tables.
 */
const PRIMARY_KEYS: { readonly [Name in keyof Schema]: readonly (keyof Schema[Name] & string)[] } = {
  players: ['address'],
  challenges: ['nonce'],
  sign_ins: ['token_hash'],
  accounts: ['id'],
  entries: ['id'],
  postings: ['account_id', 'number'],
  tickets: ['id'],
  rounds: ['id'],
  reviews: ['round_id'],
  sessions: ['id'],
  solo_rounds: ['session_id'],
  payments: ['id'],
  purchases: ['id'],
  payouts: ['id'],
  payout_attempts: ['txid'],
  seats: ['session_id', 'user_id'],
  foreign_seats: ['session_id', 'address'],
  battles: ['session_id'],
  results: ['number'],
  chat_messages: ['id'],
  chat_reports: ['message_id', 'reporter'],
  chat_verdicts: ['message_id'],
  mutes: ['address'],
  translations: ['text_hash', 'target'],
  acts: ['id'],
  pauses: ['kind'],
  daily_results: ['id'],
  game_statistics: ['address', 'category'],
  practice_rounds: ['address', 'hash'],
  house_scan: ['id'],
  found_transfers: ['txid'],
  nodes: ['id'],
  leases: ['name'],
  live_battles: ['session_id'],
  battle_journal: ['time_slot', 'session_id', 'epoch', 'number'],
  protections: ['address'],
  player_limits: ['address', 'kind', 'period'],
  commitments: ['commitment'],
  operator_settings: ['name'],
  network_salts: ['day'],
  reward_hours: ['hour'],
  examinations: ['id'],
  passed_shares: ['from_id', 'to_place'],
  path_marks: ['mark', 'examined_at', 'round_id'],
  shared_rounds: ['id'],
  rating_changes: ['number'],
  ratings: ['season', 'address'],
  play_days: ['address', 'day'],
  skin_purchases: ['id'],
};

/** Columns that refer to rows of their own table, which can come later. They are written when all rows are there. */
const OWN_REFERENCES: { readonly [Name in keyof Schema]?: keyof Schema[Name] & string } = { sessions: 'rematch_of' };

/** A table that is copied. */
export interface CopiedTable {
  readonly name: keyof Schema;
  /** Columns of the primary key, by which the rows are ordered. */
  readonly key: readonly string[];
  /** A column that refers to other rows of the same table. */
  readonly ownReference: string | undefined;
}

/** Names of all tables. */
export const TABLE_NAMES = Object.keys(PRIMARY_KEYS) as readonly (keyof Schema)[];

/** Tables about the processes of the original, which do not use the copy. */
const LEFT_OUT: ReadonlySet<keyof Schema> = new Set(['nodes']);

/** All tables that are copied, in their order. */
export const TABLES: readonly CopiedTable[] = TABLE_NAMES.filter((name) => !LEFT_OUT.has(name)).map((name) => ({
  name,
  key: PRIMARY_KEYS[name],
  ownReference: OWN_REFERENCES[name],
}));

/** Names of all tables that are copied. */
export const COPIED_TABLES: readonly string[] = TABLES.map(({ name }) => name);
