import { sql as fragment, type RawBuilder } from 'kysely';
import { type Database, prepareQuery } from '../database/index.ts';
import { DATABASE_MS, DatabaseNodes, isLiveAt, type NodeOptions } from './database-nodes.ts';
import { HeldLease } from './held-lease.ts';
import {
  HEARTBEAT_MS,
  LeaseLostError,
  WORKER_LEASE,
  type Lease,
  type LeaseOwner,
  type Leases,
  type LiveNode,
  type TakenLease,
} from './lease.ts';

/** Leases of a range of names without a live owner, the oldest first. It is compiled once, because every node looks for them all the time. */
const orphans = (db: Database, first: string, end: string, clock: RawBuilder<number>) =>
  db
    .selectFrom('leases')
    .leftJoin('nodes', 'nodes.id', 'leases.owner')
    .select('name')
    .where('name', '>=', first)
    .where('name', '<', end)
    .where((where) => where.or([where('owner', 'is', null), where('nodes.id', 'is', null), where.not(isLiveAt(clock))]))
    .orderBy('taken_at');
const findOrphansByDatabase = prepareQuery((db: Database, first: string, end: string, limit: number) =>
  orphans(db, first, end, DATABASE_MS).limit(limit),
);
const findOrphansAt = prepareQuery((db: Database, first: string, end: string, nowMs: number, limit: number) =>
  orphans(db, first, end, fragment<number>`${nowMs}`).limit(limit),
);

/** What leases need from the server. */
export interface LeaseOptions extends NodeOptions {
  /** Whether this is the only process that can use the database, so that all others in it are dead. */
  readonly isAlone: boolean;
  /** Receives why a heartbeat failed. */
  readonly onFault: (error: unknown) => void;
  /** The clock by which leases expire for this node, ms: one that nothing corrects. Default: `now`. */
  readonly steadyNow?: (() => number) | undefined;
  /**
   * Called after each heartbeat if the database has a clock: with its time, epoch ms, this node's time at the middle of the request, and how
   * long that took, ms.
   */
  readonly onDatabaseTime?: (databaseMs: number, nowMs: number, roundTripMs: number) => void;
}

/** Leases in the table `leases`, and the heartbeats that prolong them. */
export class DatabaseLeases implements Leases {
  readonly nodeId: string;
  readonly #options: LeaseOptions;
  readonly #db: Database;
  readonly #nodes: DatabaseNodes;
  readonly #held = new Map<string, HeldLease>();
  /** Leases that this node may have in the database without knowing it, because the answer to its last query about them was lost. */
  readonly #uncertain = new Set<string>();
  readonly #isSqlite: boolean;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;
  readonly #steadyNow: () => number;
  /** Until when no other node can take the leases, by `steadyNow`. */
  #certainUntil = Number.NEGATIVE_INFINITY;
  /** Whether heartbeats were interrupted, and the work that stood still may not run yet. */
  #isWorkInDoubt = false;
  /** Highest epoch of a lease that this node has had. */
  #highestEpoch = 0;
  #isStopped = false;
  #hasHeartbeats = true;
  nodeUrls: readonly string[] = [];

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#db = options.db;
    this.#nodes = new DatabaseNodes(options);
    this.nodeId = options.nodeId;
    this.#steadyNow = options.steadyNow ?? options.now;
    this.#isSqlite = options.db.engine.name === 'sqlite';
  }

  async start(): Promise<void> {
    const sentAt = this.#steadyNow();
    await this.#db.inTransaction(async () => {
      // Each of them is dead, because this process has the lock that only one can have.
      if (this.#options.isAlone) await this.#nodes.expireAll();
      await this.#nodes.forgetOld();
      await this.#nodes.register();
    });
    this.#certainUntil = sentAt + this.#nodes.expiryMs;
    if (!this.#isSqlite) await this.#beat();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.stopHeartbeats();
    for (const lease of this.#held.values()) lease.isOver = true;
    this.#held.clear();
    const db = this.#db;
    const leave = async (): Promise<void> => {
      await db.updateTable('leases').set({ owner: null }).where('owner', '=', this.nodeId).execute();
      await this.#nodes.remove();
    };
    // Without the database the leases expire by themselves.
    await db.inTransaction(leave).catch(this.#options.onFault);
  }

  /** Sends no more heartbeats, as if the process had died: the leases keep their owner until they expire. Resolves when none is on its way. */
  async stopHeartbeats(): Promise<void> {
    this.#hasHeartbeats = false;
    clearTimeout(this.#timer);
    await this.#beating;
  }

  async take(name: string): Promise<TakenLease | null> {
    const db = this.#db;
    if (this.#isStopped) return null;
    // A node that has missed its heartbeats has to be live again first. SQLite has heartbeats only while there are leases.
    if (!this.#isCertain() || !this.#needsHeartbeat()) await this.#beat();
    this.#uncertain.add(name);
    const found = await db.inTransaction(async () => {
      const before = await db
        .selectFrom('leases')
        .leftJoin('nodes', 'nodes.id', 'leases.owner')
        .select(['epoch', 'owner', 'taken_at', 'seen_at', this.#nodes.isLive().as('isLive')])
        .where('name', '=', name)
        .executeTakeFirst();
      const isOwn = before?.owner === this.nodeId && !this.#held.has(name);
      if (before !== undefined && before.owner !== null && Boolean(before.isLive) && !isOwn) return null;
      if (!isOwn && typeof before?.owner === 'string') await this.#nodes.lock(before.owner);
      // The row of a lease that has ended is gone, so its next row could begin with an epoch under which this node still writes something.
      const epoch = Math.max(before?.epoch ?? 0, this.#highestEpoch) + 1;
      const row = { owner: this.nodeId, epoch, taken_at: this.#nodes.clock() };
      if (before === undefined)
        await db
          .insertInto('leases')
          .values({ name, ...row })
          .execute();
      else await db.updateTable('leases').set(row).where('name', '=', name).execute();
      return { epoch, before, isOwn };
    });
    this.#uncertain.delete(name);
    if (found === null) return null;
    const { epoch, before, isOwn } = found;
    const older = this.#held.get(name);
    if (older !== undefined) older.isOver = true;
    this.#highestEpoch = Math.max(this.#highestEpoch, epoch);
    const lease = new HeldLease(name, epoch, () => this.#isCertain());
    this.#held.set(name, lease);
    // Nothing was done under a lease of which this node did not know.
    const seenAt = (isOwn ? before?.taken_at : before?.seen_at) ?? null;
    const lastSeenAt = before?.owner === null ? null : seenAt;
    return { lease, previous: before === undefined ? null : { epoch: before.epoch, lastSeenAt } };
  }

  async release(lease: Lease): Promise<void> {
    this.#forget(lease);
    this.#uncertain.add(lease.name);
    await this.#db
      .updateTable('leases')
      .set({ owner: null })
      .where('name', '=', lease.name)
      .where('owner', '=', this.nodeId)
      .where('epoch', '=', lease.epoch)
      .execute();
    this.#uncertain.delete(lease.name);
  }

  async end(lease: Lease): Promise<void> {
    if (this.#db.isInTransaction) throw new Error(`the lease ${lease.name} cannot end within a transaction`);
    await this.#db
      .deleteFrom('leases')
      .where('name', '=', lease.name)
      .where('owner', '=', this.nodeId)
      .where('epoch', '=', lease.epoch)
      .execute();
    this.#forget(lease);
  }

  async listOrphans(prefix: string, limit: number): Promise<string[]> {
    const end = `${prefix}\u{10FFFF}`;
    const rows = this.#isSqlite
      ? await findOrphansAt(this.#db, prefix, end, Math.floor(this.#options.now()), limit)
      : await findOrphansByDatabase(this.#db, prefix, end, limit);
    const uncertain = [...this.#uncertain].filter((name) => name.startsWith(prefix));
    return [...new Set([...uncertain, ...rows.map(({ name }) => name)])].slice(0, limit);
  }

  async ownerOf(name: string): Promise<LeaseOwner | null> {
    const row = await this.#db
      .selectFrom('leases')
      .innerJoin('nodes', 'nodes.id', 'leases.owner')
      .select(['nodes.id', 'url', 'epoch'])
      .where('name', '=', name)
      .where(this.#nodes.isLive())
      .executeTakeFirst();
    return row === undefined ? null : { nodeId: row.id, url: row.url, epoch: row.epoch };
  }

  async listNodes(): Promise<LiveNode[]> {
    return this.#nodes.list();
  }

  async run<Value>(lease: Lease, work: () => Promise<Value>): Promise<Value> {
    return this.#db.runFenced(async () => {
      const [held] = await this.keepHeld([lease]);
      if (held === undefined) throw new LeaseLostError(lease.name);
    }, work);
  }

  noteWorkRuns(): void {
    this.#isWorkInDoubt = false;
  }

  async keepHeld(leases: readonly Lease[]): Promise<Lease[]> {
    const rows = await this.#ownRows(
      leases.map(({ name }) => name),
      true,
    );
    const epochs = new Map(rows.map(({ name, epoch }) => [name, epoch]));
    const held = leases.filter(({ name, epoch }) => epochs.get(name) === epoch);
    for (const lease of leases) if (!held.includes(lease)) this.#forget(lease);
    return held;
  }

  /** The rows of leases that this node owns. */
  async #ownRows(names: readonly string[], isLocking: boolean): Promise<{ name: string; epoch: number }[]> {
    const query = this.#db
      .selectFrom('leases')
      .select(['name', 'epoch'])
      .where('owner', '=', this.nodeId)
      .where('name', 'in', names);
    // On SQLite the transaction that checks is the only one that writes.
    return (isLocking && !this.#isSqlite ? query.forShare() : query).execute();
  }

  /** The lease has ended for this node. */
  #forget(lease: Lease): void {
    if (lease instanceof HeldLease) lease.isOver = true;
    if (this.#held.get(lease.name) === lease) this.#held.delete(lease.name);
  }

  #isCertain(): boolean {
    return this.#steadyNow() < this.#certainUntil || (this.#isSqlite && !this.#needsHeartbeat());
  }

  /** SQLite's database has one process, whose leases cannot expire. It notes when it was there only while a battle may have to be continued. */
  #needsHeartbeat(): boolean {
    return !this.#isSqlite || [...this.#held.keys()].some((name) => name !== WORKER_LEASE);
  }

  #schedule(): void {
    if (!this.#hasHeartbeats) return;
    this.#timer = setTimeout(() => {
      this.#beating = (this.#needsHeartbeat() ? this.#beat() : Promise.resolve())
        .catch(this.#options.onFault)
        .finally(() => {
          this.#beating = null;
          this.#schedule();
        });
    }, HEARTBEAT_MS);
  }

  /** Prolongs all leases of this node, and finds out which of them were lost meanwhile. */
  async #beat(): Promise<void> {
    const { now, onDatabaseTime } = this.#options;
    const sentAt = this.#steadyNow();
    const sentNow = now();
    // Without leases nothing stands still.
    const hasWork = this.#needsHeartbeat();
    if (hasWork && sentAt >= this.#certainUntil) this.#isWorkInDoubt = true;
    const nowMs = await this.#nodes.beat(!this.#isWorkInDoubt, sentNow);
    const roundTripMs = this.#steadyNow() - sentAt;
    if (hasWork && this.#steadyNow() >= this.#certainUntil) this.#isWorkInDoubt = true;
    if (nowMs === null) await this.#registerAgain();
    // A node that takes a lease locks the row that was just updated, so it has committed by now or will see the update.
    if (!this.#isSqlite) await this.#readCluster();
    this.#certainUntil = sentAt + this.#nodes.expiryMs;
    if (nowMs !== null && !this.#isSqlite) onDatabaseTime?.(nowMs, sentNow + roundTripMs / 2, roundTripMs);
  }

  /** The database has lost this node's row: another server of it has taken over, or an older copy was restored. */
  async #registerAgain(): Promise<void> {
    for (const lease of this.#held.values()) this.#forget(lease);
    await this.#nodes.register();
  }

  /** Finds out which leases other nodes have taken, and where the live nodes are reached. */
  async #readCluster(): Promise<void> {
    const { urls, own } = await this.#nodes.readCluster();
    if (urls.size !== this.nodeUrls.length || this.nodeUrls.some((url) => !urls.has(url))) this.nodeUrls = [...urls];
    const held = [...this.#held.values()];
    const epochs = held.reduce((sum, { epoch }) => sum + epoch, 0);
    // Leases that are being taken or released may make up for lost ones.
    const isComplete = own?.leases === held.length && own.epochs === epochs && this.#uncertain.size === 0;
    if (!isComplete && held.length > 0) await this.#findLost(held);
  }

  /** Ends those of the leases that this node does not have any more. */
  async #findLost(held: readonly HeldLease[]): Promise<void> {
    const names = held.map(({ name }) => name);
    const epochs = new Map((await this.#ownRows(names, false)).map(({ name, epoch }) => [name, epoch]));
    for (const lease of held) if (epochs.get(lease.name) !== lease.epoch) this.#forget(lease);
  }
}
