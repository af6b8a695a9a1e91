/**
 * What a receipt is checked for, in this order. `shape`: it is a receipt of a version that we know. `rules`: they are rules that were ever
 * played. `commitment`: every reveal hashes to the one before, and the first to the commitment. `entropy`: a player's round was played
 * with the randomness of reveals and seeds. `round`: played again, a player's clicks give what the replay states. `score`: so does
 * the receipt. `outcome`: it was settled, cancelled or expired as its rounds and times call for. `positions`, `fees`, `shares`,
 * `refunds`, `payouts`: they follow from scores, fee and policy.
 */
export const CHECK_NAMES = [
  'shape',
  'rules',
  'commitment',
  'entropy',
  'round',
  'score',
  'outcome',
  'positions',
  'fees',
  'shares',
  'refunds',
  'payouts',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** What came of checking one thing. */
export interface Check {
  readonly name: CheckName;
  /** Whose round it is about; null when it is about the whole battle. */
  readonly userId: string | null;
  /** The problem, in English, for an investigator; null for none. */
  readonly problem: string | null;
}

/** A check of the whole battle. */
export const check = (name: CheckName, problem: string | null): Check => ({ name, userId: null, problem });

/** The first problem that there is. */
export const firstOf = (...problems: readonly (string | null)[]): string | null =>
  problems.find((problem) => problem !== null) ?? null;
