import { afterEach, beforeEach, describe, it } from 'vitest';
import type { ChainCase } from './chain-steps.ts';
import { PAYING_CASES } from './chain-paying.ts';
import { READING_CASES } from './chain-reading.ts';
import { SIGN_IN_CASES } from './chain-sign-in.ts';
import type { ChainFixture } from './chain-fixture.ts';

/** How to test an implementation of a node. */
export interface ChainNodeSetUp {
  /** Creates the fixture of one test. */
  setUp(): Promise<ChainFixture>;
  /** Whether its fixtures have `makeFailed`. */
  readonly hasFailed?: boolean;
}

/** What every node must do. */
export const CHAIN_NODE_CASES: readonly ChainCase[] = [...READING_CASES, ...PAYING_CASES, ...SIGN_IN_CASES];

/** Defines the tests of a chain's node: everything that Popfray requires. Call it at the top of a test file. */
export function describeChainNode(name: string, { setUp, hasFailed = false }: ChainNodeSetUp): void {
  describe(`${name}, a chain’s node`, () => {
    let fixture: ChainFixture;
    beforeEach(async () => {
      fixture = await setUp();
    });
    afterEach(() => fixture.close());

    const cases = CHAIN_NODE_CASES.filter(({ needsFailed }) => hasFailed || needsFailed !== true);
    it.for(cases.map(({ title, run }) => [title, run] as const))('%s', ([, run]) => run(fixture));
  });
}
