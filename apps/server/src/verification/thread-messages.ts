import type { Findings } from './report.ts';

/** What a thread is to examine. */
export interface ThreadTask {
  /** The database's file. */
  readonly path: string;
  readonly houseAddress: string;
}

/** What it says: a question for the chain, or what it has found. */
export type ThreadSaid =
  | {
      readonly type: 'ask';
      readonly number: number;
      readonly question: 'balance' | 'findPayment';
      /** An address, or a transaction's id. */
      readonly about: string;
    }
  | { readonly type: 'done'; readonly findings: Findings };

/** What the chain says to a question. */
export interface ChainAnswer {
  readonly number: number;
  readonly answer: unknown;
}
