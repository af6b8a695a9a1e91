import { afterEach, beforeEach, describe, it } from 'vitest';
import type { ChainCase } from './chain-moves.ts';
import { PAYING_CASES } from './chain-paying.ts';
import { READING_CASES } from './chain-reading.ts';
import { SIGN_IN_CASES } from './chain-sign-in.ts';
import type { ChainStage } from './chain-stage.ts';

/** What a node's implementation brings to be tested. */
export interface ChainNodeSetUp {
  /** Sets a fresh stage for one test. */
  setUp(): Promise<ChainStage>;
  /** Whether its stages have `makeFailed`. */
  readonly hasFailed?: boolean;
}

/** What every node must do. */
export const CHAIN_NODE_CASES: readonly ChainCase[] = [...READING_CASES, ...PAYING_CASES, ...SIGN_IN_CASES];

/** Runs a chain's node through everything that Popfray asks of one. Call it at the top of a test file. */
export function describeChainNode(name: string, { setUp, hasFailed = false }: ChainNodeSetUp): void {
  describe(`${name}, a chain’s node`, () => {
    let stage: ChainStage;
    beforeEach(async () => {
      stage = await setUp();
    });
    afterEach(() => stage.close());

    const asked = CHAIN_NODE_CASES.filter(({ needsFailed }) => hasFailed || needsFailed !== true);
    it.for(asked.map(({ title, run }) => [title, run] as const))('%s', ([, run]) => run(stage));
  });
}
