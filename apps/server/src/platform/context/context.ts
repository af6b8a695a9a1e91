import type { ChainNode } from '@popfray/chain';
import type { Blockchain } from '@popfray/protocol';
import type { ChainHealth } from '../../chain/guarded-node.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { CrossChainLink } from './cross-chain-link.ts';
import type { Presence } from './presence.ts';
import type { Settings } from '../config/settings.ts';
import type { Step } from './step.ts';
import type { Translator } from './translator.ts';
import type { Website } from '../website/website.ts';

/** The house's wallet. */
export interface House {
  readonly address: string;
  /** Hex. Never logged, never sent. */
  readonly privateKey: string;
}

/** What this process has counted of its own troubles, for `/readyz` and the operator's desk. */
export interface Diagnostics {
  /** Lines of the log that could not be written. */
  readonly droppedLogLines: () => number;
  /** How often the machine's wall clock has leapt. */
  readonly clockLeaps: () => number;
}

/** What the app stands on. Everything that differs between production and a test comes in here. */
export interface Context {
  /** The built web app; `undefined` when it has not been built. */
  readonly website: Website | undefined;
  /** The chain that this platform is of: its signed-in players are of it, and its sessions are hosted by it. */
  readonly blockchain: Blockchain;
  readonly db: Database;
  readonly chain: ChainNode;
  /** Whether the chain can be used; nothing is asked for it. */
  readonly chainHealth: () => ChainHealth;
  readonly house: House;
  /** What happens, for whoever wants to hear it, within this process. */
  readonly bus: Bus;
  /** Who is connected, and how live battles stand. */
  readonly presence: Presence;
  /** The way to the cross-chain server. */
  readonly crossChain: CrossChainLink;
  /** Translates what the phrase book has not; null for nobody. */
  readonly translator: Translator | null;
  readonly settings: Settings;
  readonly log: Log;
  readonly diagnostics: Diagnostics;
  /** Epoch time in ms, with a fraction; never goes backwards, and never stands still when the machine's clock is set. */
  readonly now: () => number;
  /** Unpredictable bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Told at each point between two durable steps of money, where a crash must do no harm: `payout.signed`. */
  readonly onStep: (step: Step) => void;
  /** Whether the server has been told to stop and only finishes what it has begun. */
  readonly isStopping: () => boolean;
}
