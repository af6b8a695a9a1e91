import type { Findings } from './report.ts';

/** What a thread is to examine. */
export interface ThreadTask {
  /** The database's file, or its URL. */
  readonly location: string;
  readonly houseAddress: string;
}

/** Which method of the node it asks. */
export type ThreadQuestion = 'balance' | 'blockTransfers' | 'findPayment' | 'head';

/** What it says: a question for the chain, or what it has found. */
export type ThreadMessage =
  | {
      readonly type: 'ask';
      readonly number: number;
      readonly question: ThreadQuestion;
      /** What the node is asked about: an address, a transaction's id, a block's number, or nothing. */
      readonly about: readonly [] | readonly [string | number];
    }
  | { readonly type: 'done'; readonly findings: Findings };

/** What the chain says to a question. */
export interface ChainAnswer {
  readonly number: number;
  readonly answer: unknown;
}
