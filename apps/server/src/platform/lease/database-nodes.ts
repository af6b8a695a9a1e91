import { sql as fragment, type RawBuilder, type SqlBool } from 'kysely';
import { type Database, prepareQuery } from '../database/index.ts';
import { EXPIRY_MS, type LiveNode } from './lease.ts';

/** Rows of nodes that expired this long ago are removed, ms. */
const FORGET_MS = 24 * 60 * 60_000;

/** PostgreSQL's clock, epoch ms. */
export const DATABASE_MS = fragment<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
/** The expiry of a node on SQLite, which has one process, whose node does not expire. */
const NEVER_MS = fragment<number>`${fragment.lit(Number.MAX_SAFE_INTEGER)}`;

/** When a node expires that PostgreSQL sees now, epoch ms. */
const databaseExpiry = (expiryMs: number): RawBuilder<number> =>
  fragment<number>`${DATABASE_MS} + CAST(${expiryMs} AS bigint)`;

/**
 * The heartbeat of a node. It is compiled once, because every node runs it twice a second. `seen_at` proves that the node's work ran, so it stays what it was
 * when `isProof` is 0, and when the database has received the heartbeat after the expiry.
 */
const beatByDatabase = prepareQuery((db: Database, nodeId: string, isProof: number, expiryMs: number) =>
  db
    .updateTable('nodes')
    .set({
      seen_at: fragment<number>`CASE WHEN CAST(${isProof} AS integer) = 1 AND expires_at > ${DATABASE_MS} THEN ${DATABASE_MS} ELSE seen_at END`,
      expires_at: databaseExpiry(expiryMs),
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

/** Whether the node that was joined lives at a time. */
export const isLiveAt = (clock: RawBuilder<number>): RawBuilder<SqlBool> =>
  fragment<SqlBool>`coalesce(nodes.expires_at, 0) > ${clock}`;

/** How a node is stored. */
export interface NodeOptions {
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
  /** How long this node lives without a heartbeat, ms. Default: `EXPIRY_MS`. */
  readonly expiryMs?: number;
}

/** What a node reads after each heartbeat. */
export interface ClusterState {
  /** Where clients reach the live nodes directly, each address once. */
  readonly urls: ReadonlySet<string>;
  /** How many leases the node has, and the sum of their epochs; undefined when the node is not a live one. */
  readonly own: { readonly leases: number | null; readonly epochs: number | null } | undefined;
}

/** The nodes of a database in the table `nodes`, and in it the row of this process. */
export class DatabaseNodes {
  readonly #options: NodeOptions;
  readonly #db: Database;
  readonly #isSqlite: boolean;
  /** How long this node lives without a heartbeat, ms. */
  readonly expiryMs: number;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.expiryMs = options.expiryMs ?? EXPIRY_MS;
    this.#db = options.db;
    this.#isSqlite = options.db.engine.name === 'sqlite';
  }

  /** Adds the row of this node. */
  async register(): Promise<void> {
    const { nodeId, url = null, version, capabilities: names = [] } = this.#options;
    const clock = this.clock();
    const capabilities = names.join(' ');
    const expiry = this.#isSqlite ? NEVER_MS : databaseExpiry(this.expiryMs);
    const row = { id: nodeId, url, version, capabilities, started_at: clock, seen_at: clock, expires_at: expiry };
    await this.#db.insertInto('nodes').values(row).execute();
  }

  /** Removes the row of this node. */
  async remove(): Promise<void> {
    await this.#db.deleteFrom('nodes').where('id', '=', this.#options.nodeId).execute();
  }

  /** Marks all nodes as dead. */
  async expireAll(): Promise<void> {
    await this.#db.updateTable('nodes').set({ expires_at: 0 }).execute();
  }

  /** Removes nodes that have been dead for long and own no lease. */
  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom('nodes')
      .where('expires_at', '<', fragment<number>`${this.clock()} - ${fragment.lit(FORGET_MS)}`)
      .where((node) =>
        node.not(node.exists(node.selectFrom('leases').whereRef('owner', '=', 'nodes.id').select('name'))),
      )
      .execute();
  }

  /**
   * Stores a heartbeat of this node at its time, epoch ms. Resolves with the database's time, on SQLite with the expiry, and with null when the database has
   * no row of this node.
   */
  async beat(isProof: boolean, nowMs: number): Promise<number | null> {
    const { nodeId } = this.#options;
    const proof = isProof ? 1 : 0;
    const [row] = this.#isSqlite
      ? await beatAt(this.#db, nodeId, proof, Math.floor(nowMs))
      : await beatByDatabase(this.#db, nodeId, proof, this.expiryMs);
    return row?.nowMs ?? null;
  }

  /** Reads the addresses of the live nodes, and how many leases this one has. PostgreSQL only. */
  async readCluster(): Promise<ClusterState> {
    const rows = await readClusterByDatabase(this.#db, this.#options.nodeId);
    return { urls: new Set(rows.flatMap(({ url }) => url ?? [])), own: rows[0] };
  }

  /** Within a transaction: waits for the heartbeat of a node that has expired, or keeps it waiting until the commit. */
  async lock(nodeId: string): Promise<void> {
    // On SQLite the transaction is the only one that writes.
    if (this.#isSqlite) return;
    await this.#db.selectFrom('nodes').select('id').where('id', '=', nodeId).forShare().execute();
  }

  /** All live nodes. */
  async list(): Promise<LiveNode[]> {
    const rows = await this.#db
      .selectFrom('nodes')
      .selectAll()
      .where(this.isLive())
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

  /** The time of the database where it has one, epoch ms: the clocks of nodes may differ. */
  clock(): RawBuilder<number> {
    return this.#isSqlite ? fragment<number>`${Math.floor(this.#options.now())}` : DATABASE_MS;
  }

  /** Whether the node that was joined lives now. */
  isLive(): RawBuilder<SqlBool> {
    return isLiveAt(this.clock());
  }
}
