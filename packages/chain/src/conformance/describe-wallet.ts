import { afterEach, describe, it } from 'vitest';
import type { WalletCase } from './wallet-case.ts';
import { CONNECTION_CASES } from './wallet-connection.ts';
import { SIGNING_CASES } from './wallet-signing.ts';
import type { WalletScene, WalletStage } from './wallet-stage.ts';

/** What a wallet's implementation brings to be tested. */
export interface WalletSetUp {
  /** Sets a fresh stage for one test. */
  setUp(scene: WalletScene): Promise<WalletStage>;
  /** Whether its stages have `switchNetwork`. */
  readonly hasNetworks?: boolean;
}

/** What every wallet must do. */
export const WALLET_CASES: readonly WalletCase[] = [...CONNECTION_CASES, ...SIGNING_CASES];

/** Runs a wallet through everything that Popfray asks of one. Call it at the top of a test file. */
export function describeWallet(name: string, { setUp, hasNetworks = false }: WalletSetUp): void {
  describe(`${name}, a wallet`, () => {
    let stage: WalletStage | undefined;
    afterEach(async () => {
      await stage?.close();
      stage = undefined;
    });

    const asked = WALLET_CASES.filter(({ needsNetworks }) => hasNetworks || !needsNetworks);
    it.for(asked.map((each) => [each.title, each] as const))('%s', async ([, { run, isPresent, patienceMs }]) => {
      stage = await setUp({ isPresent, patienceMs });
      await run(stage);
    });
  });
}
