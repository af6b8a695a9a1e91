import { sql as fragment, type RawBuilder, type SqlBool } from 'kysely';
import { type Database, prepareQuery } from '../database/index.ts';
import {
  EXPIRY_MS,
  HEARTBEAT_MS,
  LeaseLostError,
  WORKER_LEASE,
  type Lease,
  type LeaseOwner,
  type Leases,
  type LiveNode,
  type TakenLease,
} from './lease.ts';

/** Rows of nodes that expired this long ago are removed, ms. */
const FORGET_MS = 24 * 60 * 60_000;

/** PostgreSQL's clock, epoch ms, and the expiry of a node that is seen now. SQLite has one process, whose node does not expire. */
const DATABASE_MS = fragment<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const DATABASE_EXPIRY_MS = fragment<number>`${DATABASE_MS} + ${fragment.lit(EXPIRY_MS)}`;
const NEVER_MS = fragment<number>`${fragment.lit(Number.MAX_SAFE_INTEGER)}`;

/**
 * The heartbeat of a node. It is compiled once, because every node runs it twice a second. `seen_at` proves that the node's work ran, so it stays what it was
 * when `isProof` is 0, and when the database has received the heartbeat after the expiry.
 */
const beatByDatabase = prepareQuery((db: Database, nodeId: string, isProof: number) =>
  db
    .updateTable('nodes')
    .set({
      seen_at: fragment<number>`CASE WHEN CAST(${isProof} AS integer) = 1 AND expires_at > ${DATABASE_MS} THEN ${DATABASE_MS} ELSE seen_at END`,
      expires_at: DATABASE_EXPIRY_MS,
    })
    .where('id', '=', nodeId)
    .returning(DATABASE_MS.as('nowMs')),
);
const beatAt = prepareQuery((db: Database, nodeId: string, isProof: number, nowMs: number) =>
  db
    .updateTable('nodes')
    .set({ seen_at: fragment<number>`CASE WHEN ${isProof} = 1 THEN ${nowMs} ELSE seen_at END`, expires_at: NEVER_MS })
    .where('id', '=', nodeId)
    .returning('expires_at as nowMs'),
);

/**
 * The live nodes' addresses, and in each row the same: how many leases a node has, and the sum of their epochs. It is compiled once, because every node runs
 * it after each heartbeat.
 */
const readClusterByDatabase = prepareQuery((db: Database, nodeId: string) =>
  db
    .selectFrom('nodes')
    .select(({ selectFrom }) => [
      'url',
      selectFrom('leases')
        .select(fragment<number>`count(*)::bigint`.as('count'))
        .where('owner', '=', nodeId)
        .as('leases'),
      selectFrom('leases')
        .select(fragment<number>`coalesce(sum(epoch), 0)::bigint`.as('epochs'))
        .where('owner', '=', nodeId)
        .as('epochs'),
    ])
    .where(isLiveAt(DATABASE_MS))
    .orderBy('url'),
);

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

/** Whether the node that was joined lives at a time. */
const isLiveAt = (clock: RawBuilder<number>): RawBuilder<SqlBool> =>
  fragment<SqlBool>`coalesce(nodes.expires_at, 0) > ${clock}`;

/** What leases need from the server. */
export interface LeaseOptions {
  readonly db: Database;
  /** Epoch ms, monotonic. */
  readonly now: () => number;
  /** Names this process among all. */
  readonly nodeId: string;
  /** Where clients reach this node directly; null when they cannot. */
  readonly url?: string | null;
  readonly version: string;
  /** Names without spaces of what this node can continue, for other nodes to read. Default: none. */
  readonly capabilities?: readonly string[];
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

/** A lease of this node. */
class HeldLease implements Lease {
  readonly name: string;
  readonly epoch: number;
  readonly #isCertain: () => boolean;
  /** Whether the lease has ended for this node, because of this node or of another one. */
  isOver = false;

  constructor(name: string, epoch: number, isCertain: () => boolean) {
    this.name = name;
    this.epoch = epoch;
    this.#isCertain = isCertain;
  }

  get isHeld(): boolean {
    return !this.isOver && this.#isCertain();
  }
}

/** Leases in the tables `nodes` and `leases`. */
export class DatabaseLeases implements Leases {
  readonly nodeId: string;
  readonly #options: LeaseOptions;
  readonly #db: Database;
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
  nodeUrls: readonly string[] = [];

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#db = options.db;
    this.nodeId = options.nodeId;
    this.#steadyNow = options.steadyNow ?? options.now;
    this.#isSqlite = options.db.engine.name === 'sqlite';
  }

  async start(): Promise<void> {
    const { isAlone } = this.#options;
    const db = this.#db;
    const clock = this.#clock();
    const sentAt = this.#steadyNow();
    await db.inTransaction(async () => {
      // Each of them is dead, because this process has the lock that only one can have.
      if (isAlone) await db.updateTable('nodes').set({ expires_at: 0 }).execute();
      await db
        .deleteFrom('nodes')
        .where('expires_at', '<', fragment<number>`${clock} - ${fragment.lit(FORGET_MS)}`)
        .where((node) =>
          node.not(node.exists(node.selectFrom('leases').whereRef('owner', '=', 'nodes.id').select('name'))),
        )
        .execute();
      await this.#register();
    });
    this.#certainUntil = sentAt + EXPIRY_MS;
    if (!this.#isSqlite) await this.#beat();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#beating;
    for (const lease of this.#held.values()) lease.isOver = true;
    this.#held.clear();
    const db = this.#db;
    const leave = async (): Promise<void> => {
      await db.updateTable('leases').set({ owner: null }).where('owner', '=', this.nodeId).execute();
      await db.deleteFrom('nodes').where('id', '=', this.nodeId).execute();
    };
    // Without the database the leases expire by themselves.
    await db.inTransaction(leave).catch(this.#options.onFault);
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
        .select(['epoch', 'owner', 'taken_at', 'seen_at', this.#isLive().as('isLive')])
        .where('name', '=', name)
        .executeTakeFirst();
      const isOwn = before?.owner === this.nodeId && !this.#held.has(name);
      if (before !== undefined && before.owner !== null && Boolean(before.isLive) && !isOwn) return null;
      if (!isOwn && typeof before?.owner === 'string') await this.#lockNode(before.owner);
      // The row of a lease that has ended is gone, so its next row could begin with an epoch under which this node still writes something.
      const epoch = Math.max(before?.epoch ?? 0, this.#highestEpoch) + 1;
      const row = { owner: this.nodeId, epoch, taken_at: this.#clock() };
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
      .where(this.#isLive())
      .executeTakeFirst();
    return row === undefined ? null : { nodeId: row.id, url: row.url, epoch: row.epoch };
  }

  async listNodes(): Promise<LiveNode[]> {
    const rows = await this.#db
      .selectFrom('nodes')
      .selectAll()
      .where(this.#isLive())
      .orderBy('started_at')
      .orderBy('id')
      .execute();
    return rows.map(({ id, url, version, capabilities, started_at, seen_at }) => ({
      id,
      url,
      version,
      capabilities: capabilities === '' ? [] : capabilities.split(' '),
      startedAt: started_at,
      seenAt: seen_at,
    }));
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
    if (this.#isStopped) return;
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
    const isProof = this.#isWorkInDoubt ? 0 : 1;
    const [row] = this.#isSqlite
      ? await beatAt(this.#db, this.nodeId, isProof, Math.floor(sentNow))
      : await beatByDatabase(this.#db, this.nodeId, isProof);
    const roundTripMs = this.#steadyNow() - sentAt;
    if (hasWork && this.#steadyNow() >= this.#certainUntil) this.#isWorkInDoubt = true;
    if (row === undefined) await this.#registerAgain();
    // A node that takes a lease locks the row that was just updated, so it has committed by now or will see the update.
    if (!this.#isSqlite) await this.#readCluster();
    this.#certainUntil = sentAt + EXPIRY_MS;
    if (row !== undefined && !this.#isSqlite) onDatabaseTime?.(row.nowMs, sentNow + roundTripMs / 2, roundTripMs);
  }

  /** Adds the row of this node. */
  async #register(): Promise<void> {
    const { url = null, version, capabilities: names = [] } = this.#options;
    const clock = this.#clock();
    const capabilities = names.join(' ');
    const row = {
      id: this.nodeId,
      url,
      version,
      capabilities,
      started_at: clock,
      seen_at: clock,
      expires_at: this.#expiry(),
    };
    await this.#db.insertInto('nodes').values(row).execute();
  }

  /** The database has lost this node's row: another server of it has taken over, or an older copy was restored. */
  async #registerAgain(): Promise<void> {
    for (const lease of this.#held.values()) this.#forget(lease);
    await this.#register();
  }

  /** Within a transaction: waits for the heartbeat of a node that has expired, or keeps it waiting until the commit. */
  async #lockNode(nodeId: string): Promise<void> {
    if (this.#isSqlite) return;
    await this.#db.selectFrom('nodes').select('id').where('id', '=', nodeId).forShare().execute();
  }

  /** Finds out which leases other nodes have taken, and where the live nodes are reached. */
  async #readCluster(): Promise<void> {
    const rows = await readClusterByDatabase(this.#db, this.nodeId);
    const urls = new Set(rows.flatMap(({ url }) => url ?? []));
    if (urls.size !== this.nodeUrls.length || this.nodeUrls.some((url) => !urls.has(url))) this.nodeUrls = [...urls];
    const [row] = rows;
    const held = [...this.#held.values()];
    const epochs = held.reduce((sum, { epoch }) => sum + epoch, 0);
    // Leases that are being taken or released may make up for lost ones.
    const isComplete = row?.leases === held.length && row.epochs === epochs && this.#uncertain.size === 0;
    if (!isComplete && held.length > 0) await this.#findLost(held);
  }

  /** Ends those of the leases that this node does not have any more. */
  async #findLost(held: readonly HeldLease[]): Promise<void> {
    const names = held.map(({ name }) => name);
    const epochs = new Map((await this.#ownRows(names, false)).map(({ name, epoch }) => [name, epoch]));
    for (const lease of held) if (epochs.get(lease.name) !== lease.epoch) this.#forget(lease);
  }

  /** The time of the database where it has one, epoch ms: the clocks of nodes may differ. */
  #clock(): RawBuilder<number> {
    return this.#isSqlite ? fragment<number>`${Math.floor(this.#options.now())}` : DATABASE_MS;
  }

  #expiry(): RawBuilder<number> {
    return this.#isSqlite ? NEVER_MS : DATABASE_EXPIRY_MS;
  }

  #isLive(): RawBuilder<SqlBool> {
    return isLiveAt(this.#clock());
  }
}
