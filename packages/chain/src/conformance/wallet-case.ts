import type { ConformanceCase } from './conformance-case.ts';
import type { WalletScene, WalletStage } from './wallet-stage.ts';

/** A case and the scene it is played in. */
export interface WalletCase extends ConformanceCase<WalletStage>, WalletScene {
  /** Whether it needs a wallet that knows two networks. */
  readonly needsNetworks: boolean;
}

/** ms that an implementation waits for a person who answers. */
const PATIENCE_MS = 10_000;

/** The usual scene. */
export const there: Pick<WalletCase, 'isPresent' | 'patienceMs' | 'needsNetworks'> = {
  isPresent: true,
  patienceMs: PATIENCE_MS,
  needsNetworks: false,
};
