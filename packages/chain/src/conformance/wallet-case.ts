import type { ConformanceCase } from './conformance-case.ts';
import type { WalletFixtureOptions, WalletFixture } from './wallet-fixture.ts';

/** A case, and the options of its fixture. */
export interface WalletCase extends ConformanceCase<WalletFixture>, WalletFixtureOptions {
  /** Whether it needs a wallet that knows two networks. */
  readonly needsNetworks: boolean;
}

/** How long an implementation waits for a user who answers, ms. */
const APPROVAL_TIMEOUT_MS = 10_000;

/** Options of most cases. */
export const DEFAULT_OPTIONS: Pick<WalletCase, 'isPresent' | 'approvalTimeoutMs' | 'needsNetworks'> = {
  isPresent: true,
  approvalTimeoutMs: APPROVAL_TIMEOUT_MS,
  needsNetworks: false,
};
