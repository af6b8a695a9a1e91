import type { ChainNode } from '../chain-node.ts';
import type { Wallet } from '../wallet.ts';

/** What the person at the wallet does when it asks: agree (unlocking it where needed), refuse, or stay away. */
export type PersonAnswer = 'yes' | 'no' | 'nothing';

/** The person at the wallet. A test double presses the buttons of the real dialogs. */
export interface WalletPerson {
  /** From now on the person does this at every question, at one that is already open too. Starts as `yes`. */
  willAnswer(answer: PersonAnswer): void;
  /** How often the person has been asked something since the stage was set. */
  questions(): number;
  /** Locks the wallet. */
  lock(): Promise<void>;
  /** Unlocks it again, on the account it was on. */
  unlock(): Promise<void>;
  /** Makes the wallet speak for another of its accounts, with the page connected to it. */
  choose(address: string): Promise<void>;
}

/** The set-up of one test of a wallet: a fresh page without any state of an earlier test. */
export interface WalletStage {
  /** The implementation under test. */
  readonly wallet: Wallet;
  readonly person: WalletPerson;
  /** Two accounts in the wallet, the first one chosen. The page is connected to neither. */
  readonly accounts: readonly [string, string];
  /** Final balance of the first account in base units, at least 10. */
  readonly balance: number;
  /** A node of the chain that the wallet is on: it builds the payments and checks what the wallet signed. */
  readonly node: Pick<ChainNode, 'buildPayment' | 'chainId' | 'checkSigned' | 'findPayment' | 'recoverSigner'>;
  /** The chain's clock, epoch ms. */
  now(): number;
  /** Puts the wallet into a page that was opened without it. */
  enter(): Promise<void>;
  /** Takes the wallet out of the page, as a removed extension goes. */
  leave(): Promise<void>;
  /** Puts the wallet on another network and resolves with that one's chain id. Leave it out where there is only one. */
  switchNetwork?(): Promise<string>;
  /** Clears everything up. */
  close(): Promise<void>;
}

/** How a stage is to be set. */
export interface WalletScene {
  /** Whether the wallet is in the page from the beginning. */
  readonly isPresent: boolean;
  /** How long the implementation is to wait for the person before it gives up, ms. */
  readonly patienceMs: number;
}
