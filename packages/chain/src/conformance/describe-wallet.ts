import { afterEach, describe, it } from 'vitest';
import type { WalletCase } from './wallet-case.ts';
import { CONNECTION_CASES } from './wallet-connection.ts';
import { SIGNING_CASES } from './wallet-signing.ts';
import type { WalletFixtureOptions, WalletFixture } from './wallet-fixture.ts';

/** How to test an implementation of a wallet. */
export interface WalletSetUp {
  /** Creates the fixture of one test. */
  setUp(options: WalletFixtureOptions): Promise<WalletFixture>;
  /** Whether its fixtures have `switchNetwork`. */
  readonly hasNetworks?: boolean;
}

/** What every wallet must do. */
export const WALLET_CASES: readonly WalletCase[] = [...CONNECTION_CASES, ...SIGNING_CASES];

/** Defines the tests of a wallet: everything that Popfray requires. Call it at the top of a test file. */
export function describeWallet(name: string, { setUp, hasNetworks = false }: WalletSetUp): void {
  describe(`${name}, a wallet`, () => {
    let fixture: WalletFixture | undefined;
    afterEach(async () => {
      await fixture?.close();
      fixture = undefined;
    });

    const cases = WALLET_CASES.filter(({ needsNetworks }) => hasNetworks || !needsNetworks);
    it.for(cases.map((each) => [each.title, each] as const))(
      '%s',
      async ([, { run, isPresent, approvalTimeoutMs }]) => {
        fixture = await setUp({ isPresent, approvalTimeoutMs });
        await run(fixture);
      },
    );
  });
}
