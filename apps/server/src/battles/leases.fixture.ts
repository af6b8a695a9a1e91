import { randomBytes } from 'node:crypto';
import type { Context } from '../platform/context/context.ts';
import { openLeases, type DatabaseLeases } from '../platform/lease/index.ts';
import type { Lease, LeaseOwner, Leases, LiveNode, TakenLease } from '../platform/lease/lease.ts';

/** Leases that do not expire by the test's clock, which runs ahead of the heartbeats. They are those of the test's database in all other respects. */
export class TestLeases implements Leases {
  /** Whether this node can be sure of its leases. */
  isCertain = true;
  /** When an owner before was seen last, epoch ms. Null: nothing but the journal proves how far a battle ran. */
  lastSeenAt: number | null = null;
  /** For each call of `noteWorkRuns`: whether the leases were certain. */
  readonly workRanAt: boolean[] = [];
  readonly #leases: Leases;

  constructor(leases: Leases) {
    this.#leases = leases;
  }

  get nodeId(): string {
    return this.#leases.nodeId;
  }

  get nodeUrls(): readonly string[] {
    return this.#leases.nodeUrls;
  }

  async start(): Promise<void> {
    await this.#leases.start();
  }

  async stop(): Promise<void> {
    await this.#leases.stop();
  }

  async take(name: string): Promise<TakenLease | null> {
    const taken = await this.#leases.take(name);
    if (taken === null) return null;
    const { lease, previous } = taken;
    return {
      lease: this.#steady(lease),
      previous: previous === null ? null : { epoch: previous.epoch, lastSeenAt: this.lastSeenAt },
    };
  }

  async release(lease: Lease): Promise<void> {
    await this.#leases.release(lease);
  }

  async end(lease: Lease): Promise<void> {
    await this.#leases.end(lease);
  }

  async listOrphans(prefix: string, limit: number): Promise<string[]> {
    return this.#leases.listOrphans(prefix, limit);
  }

  async ownerOf(name: string): Promise<LeaseOwner | null> {
    return this.#leases.ownerOf(name);
  }

  async listNodes(): Promise<LiveNode[]> {
    return this.#leases.listNodes();
  }

  async run<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value> {
    return this.#leases.run(lease, work);
  }

  noteWorkRuns(): void {
    this.workRanAt.push(this.isCertain);
    this.#leases.noteWorkRuns();
  }

  async keepHeld(leases: readonly Lease[]): Promise<Lease[]> {
    return this.#leases.keepHeld(leases);
  }

  #steady({ name, epoch }: Lease): Lease {
    const isCertain = (): boolean => this.isCertain;
    return {
      name,
      epoch,
      get isHeld() {
        return isCertain();
      },
    };
  }
}

/** Nodes of this test file that have not died yet. */
const living: DatabaseLeases[] = [];

/**
 * Starts the leases of a node. Unless `isAlone` is false, the nodes that were started before count as dead. They send no heartbeats any more, because the next
 * one would bring them back, and a player who connects then would wait for a turn of the test, which waits for the player.
 */
export async function openTestLeases({ db, now, log }: Context, isAlone = true): Promise<TestLeases> {
  if (isAlone) await Promise.all(living.splice(0).map(async (leases) => leases.stopHeartbeats()));
  const leases = await openLeases({ db, now, randomBytes, log, isAlone });
  living.push(leases);
  return new TestLeases(leases);
}
