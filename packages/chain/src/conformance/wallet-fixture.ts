import type { ChainNode } from '../chain-node.ts';
import type { Wallet } from '../wallet.ts';

/** What the user at the wallet does when it asks: agree (unlocking it where needed), refuse, or not answer. */
export type UserAnswer = 'yes' | 'no' | 'nothing';

/** The user at the wallet. A test double presses the buttons of the real dialogs. */
export interface WalletUser {
  /** From now on the user does this at every question, at one that is already open too. Starts as `yes`. */
  willAnswer(answer: UserAnswer): void;
  /** How often the user has been asked something since the fixture was created. */
  questions(): number;
  /** Locks the wallet. */
  lock(): Promise<void>;
  /** Unlocks it again, on the account it was on. */
  unlock(): Promise<void>;
  /** Chooses another account of the wallet, with the page connected to it. */
  choose(address: string): Promise<void>;
}

/** What one test of a wallet uses: a page without state of an earlier test. */
export interface WalletFixture {
  /** The implementation under test. */
  readonly wallet: Wallet;
  readonly user: WalletUser;
  /** Two accounts in the wallet, the first one chosen. The page is connected to neither. */
  readonly accounts: readonly [string, string];
  /** Final balance of the first account in base units, at least 10. */
  readonly balance: number;
  /** A node of the chain that the wallet is on: it builds the payments and checks what the wallet signed. */
  readonly node: Pick<ChainNode, 'buildPayment' | 'chainId' | 'checkSigned' | 'findPayment' | 'recoverSigner'>;
  /** The chain's clock, epoch ms. */
  now(): number;
  /** Installs the wallet in a page that was opened without it. */
  install(): Promise<void>;
  /** Removes the wallet from the page, as a removed extension does. */
  uninstall(): Promise<void>;
  /** Switches the wallet to another network, and resolves with its chain id. Leave it out where there is only one. */
  switchNetwork?(): Promise<string>;
  /** Releases everything. */
  close(): Promise<void>;
}

/** Options of a fixture. */
export interface WalletFixtureOptions {
  /** Whether the wallet is in the page from the beginning. */
  readonly isPresent: boolean;
  /** How long the implementation is to wait for the user before it gives up, ms. */
  readonly approvalTimeoutMs: number;
}
