import type { ChainNode } from '@popfray/chain';
import type { Blockchain, FailureCode } from '@popfray/protocol';
import type { AdminSystem } from '@popfray/protocol/admin';
import type { Database, PaymentRow } from '../database/index.ts';
import type { Leases } from '../lease/index.ts';
import type { Log } from '../log/index.ts';
import type { Bus } from '../bus/index.ts';
import type { CrossChainLink } from './cross-chain-link.ts';
import type { RedisLink } from '../redis/index.ts';
import type { Presence } from './presence.ts';
import type { Settings } from '../config/index.ts';
import type { Step } from './step.ts';
import type { Translator } from './translator.ts';
import type { Website } from '../website/index.ts';

/** The house's wallet. */
export interface House {
  readonly address: string;
  /** Hex. Never logged, never sent. */
  readonly privateKey: string;
}

/**
 * What the server knows of the chain's node. `ok`: it answers for the right chain. `unreachable`: it has not answered yet, or did not answer
 * the last time. `other-chain`: it answers for another chain than the configured one, and is asked nothing more.
 */
export type ChainHealth = 'ok' | 'unreachable' | 'other-chain';

/** Faults that this process has counted, for `/readyz` and the operator's desk. */
export interface Diagnostics {
  /** Lines of the log that could not be written. */
  readonly droppedLogLines: () => number;
  /** How often the machine's wall clock has jumped. */
  readonly clockLeaps: () => number;
}

/** Something that a payment can be for. */
export type PaymentPurposeName = Exclude<PaymentRow['purpose'], 'recovered'>;

/**
 * How a payment obtains what it is for. `payments/` calls it and knows neither upgrades nor sessions; the folder that sells something
 * implements it, and the composition root registers it.
 */
export interface PaymentPurpose {
  /** The price, sun; null when nothing of this id is for sale. */
  readonly price: (db: Database, id: string) => Promise<number | null>;
  /** Why the player cannot have it now; null when a final payment obtains it. */
  readonly refuse: (context: Context, address: string, id: string) => Promise<FailureCode | null>;
  /** Reserves it for a player whose payment is open, or returns why that is impossible. Runs in the caller's transaction. */
  readonly reserve: (context: Context, payment: PaymentRow) => Promise<FailureCode | null>;
  /** Gives the player what was paid for, in the transaction that books the payment. */
  readonly fulfil: (context: Context, payment: PaymentRow) => Promise<void>;
  /** Ends the reservation of a payment that was cancelled. Runs in the caller's transaction. */
  readonly release: (context: Context, payment: PaymentRow) => Promise<void>;
  /** Publishes the new state of a payment after the transaction was committed. */
  readonly notify: (context: Context, payment: PaymentRow) => Promise<void>;
}

/** Everything that can be paid for. */
export type PaymentPurposes = Readonly<Record<PaymentPurposeName, PaymentPurpose>>;

/** What the composition root passes to every part. All differences between production and a test are in here. */
export interface Context {
  /** The built web app; `undefined` when it has not been built. */
  readonly website: Website | undefined;
  /** The chain of this platform, and so of its signed-in players and its sessions. */
  readonly blockchain: Blockchain;
  readonly db: Database;
  readonly chain: ChainNode;
  /** Whether the chain can be used, from what is known already; sends no request. */
  readonly chainHealth: () => ChainHealth;
  /** What is known of each provider of nodes, where there are several; sends no request. */
  readonly nodeProviders: () => Readonly<AdminSystem['nodeProviders']>;
  readonly house: House;
  /** What this process is responsible for, among all that share the database. */
  readonly leases: Leases;
  /** Publishes events to the other parts of this process. */
  readonly bus: Bus;
  /** The link to Redis of a node in a cluster; null for a server that is alone. */
  readonly redis: RedisLink | null;
  /** Connected players, and the scores of live battles. */
  readonly presence: Presence;
  /** The link to the cross-chain server. */
  readonly crossChain: CrossChainLink;
  /** Translates texts that are not in the phrase book; null when no translation server is configured. */
  readonly translator: Translator | null;
  /** What can be paid for; registered in the composition root. */
  readonly paymentPurposes: PaymentPurposes;
  readonly settings: Settings;
  /**
   * Country of the request that is answered, as the operator's proxy states it: two capitals, or empty when it states none. Null outside of requests,
   * and where the operator names no header.
   */
  readonly country: string | null;
  readonly log: Log;
  readonly diagnostics: Diagnostics;
  /** Epoch time in ms, with a fraction. It is monotonic and keeps its pace when the machine's clock is set. */
  readonly now: () => number;
  /** Unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Called between two durable steps that concern money, such as `payout.signed`. A crash there must do no harm; tests crash there. */
  readonly onStep: (step: Step) => void;
  /** Whether the server is stopping and only finishes requests in flight. */
  readonly isStopping: () => boolean;
}
