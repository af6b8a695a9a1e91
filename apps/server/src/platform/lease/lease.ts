/** A responsibility that this process has, such as one battle, as long as no other node of the cluster has taken it over. */
export interface Lease {
  readonly name: string;
  /**
   * Higher with each owner of the lease. A node never has the same epoch of a name twice, although the count starts again when the lease has ended: writes
   * are checked by owner and epoch.
   */
  readonly epoch: number;
  /**
   * Whether this node can be sure that it still has the lease. False from the moment at which another node may take it, until a heartbeat has
   * shown that none did. What players see under a lease stops while this is false.
   */
  readonly isHeld: boolean;
}

/** A lease that was just taken. */
export interface TakenLease {
  readonly lease: Lease;
  /** The owner before; null for a new lease. `lastSeenAt`: its last heartbeat while its work ran, epoch ms; null when it has released the lease. */
  readonly previous: { readonly epoch: number; readonly lastSeenAt: number | null } | null;
}

/** Another node, or this one, that has a lease. */
export interface LeaseOwner {
  readonly nodeId: string;
  /** Where clients reach it directly; null when that is not configured. */
  readonly url: string | null;
  readonly epoch: number;
}

/** A node of the cluster whose heartbeat has not expired. */
export interface LiveNode {
  readonly id: string;
  readonly url: string | null;
  readonly version: string;
  /** Names of what the node can continue under leases that it takes. The parts of the server that take leases define them. */
  readonly capabilities: readonly string[];
  readonly startedAt: number;
  readonly seenAt: number;
}

/** A write under a lease that this node no longer has. Nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor(leaseName: string) {
    super(`the lease ${leaseName} has another owner`);
  }
}

/** The lease of the node that runs the background tasks: payments, payouts, lapses, sharing. */
export const WORKER_LEASE = 'worker';

/** Between two heartbeats, and how long a node keeps its leases without one, ms. A battle stands still for that long after its node has died. */
export const HEARTBEAT_MS = 400;
export const EXPIRY_MS = 1_200;

/** The leases of this process: docs/decisions/0058-leases.md. */
export interface Leases {
  /** Names this process among all; new with each start. */
  readonly nodeId: string;
  /** Where clients reach the live nodes directly, as the last heartbeat has read it. A new list whenever it changes. */
  readonly nodeUrls: readonly string[];
  /** Registers this node and begins the heartbeats. Nothing can be taken before. */
  start(): Promise<void>;
  /** Releases every lease, and removes this node. */
  stop(): Promise<void>;
  /** Takes a lease that is new or released, or whose owner has expired. Resolves with null while a live node has it, this one included. */
  take(name: string): Promise<TakenLease | null>;
  /** Gives a lease back, so that another node continues what it is about. */
  release(lease: Lease): Promise<void>;
  /** Removes a lease whose matter is over. Throws within a transaction: when that is rolled back, no node would have the lease. */
  end(lease: Lease): Promise<void>;
  /** Names of leases that begin with `prefix` and have no live owner, at most `limit`. */
  listOrphans(prefix: string, limit: number): Promise<string[]>;
  /** The live owner of a lease; null without one. */
  ownerOf(name: string): Promise<LeaseOwner | null>;
  /** All live nodes. */
  listNodes(): Promise<LiveNode[]>;
  /**
   * Runs `work` under a lease: every write within it is refused with a LeaseLostError when the lease has another owner by then. The check locks the
   * lease's row, so no node can take the lease between the check and the commit.
   */
  run<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value>;
  /**
   * All work under the leases of this node runs. Call it again and again: after heartbeats were interrupted, the next ones do not count as proof of that
   * until it is called, because the work stood still and has to be continued first.
   */
  noteWorkRuns(): void;
  /** Within a transaction: locks the rows of leases, and resolves with those of them that this node still has. */
  keepHeld(leases: readonly Lease[]): Promise<Lease[]>;
}
