import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** Lock that one server of a database holds; any number that nothing else in this database uses. */
const SERVER_LOCK = 7_074_002;

/** How long to wait for the server, ms. */
const CONNECT_MS = 5_000;

/** Time between two attempts to take the lock while another server has it, ms. */
const POLL_MS = 20;

/** `exclusive`: for a server that is alone. `shared`: for the nodes of a cluster, which keep such a server and the commands for maintenance out. */
export type LockMode = 'exclusive' | 'shared';

/**
 * The lock that allows one server, or the nodes of one cluster, to use a PostgreSQL database. It is held by a separate connection. PostgreSQL releases it when that connection ends for
 * any reason, so it has to be taken again after a restart of PostgreSQL.
 */
export class PostgresLock {
  readonly #url: string;
  readonly #mode: LockMode;
  #client: Client | null = null;
  #taking: Promise<boolean> | null = null;

  constructor(url: string, mode: LockMode = 'exclusive') {
    this.#url = url;
    this.#mode = mode;
  }

  get isHeld(): boolean {
    return this.#client !== null;
  }

  /**
   * Takes the lock unless it is held. Resolves with false when another server still has it after `waitMs`; rejects when PostgreSQL does not
   * answer.
   */
  async take(waitMs = 0): Promise<boolean> {
    if (this.#client !== null) return true;
    this.#taking ??= this.#connect(waitMs).finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  async release(): Promise<void> {
    await this.#taking?.catch(() => undefined);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connect(waitMs: number): Promise<boolean> {
    const { Client: PostgresClient } = await import('pg');
    const client = new PostgresClient({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'popfray lock',
    });
    const lose = (): void => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', lose);
    client.on('end', lose);
    let isTaken = false;
    try {
      await client.connect();
      const endMs = performance.now() + waitMs;
      isTaken = await this.#tryLock(client);
      while (!isTaken && performance.now() < endMs) {
        await delay(POLL_MS);
        isTaken = await this.#tryLock(client);
      }
      if (isTaken) this.#client = client;
      return isTaken;
    } finally {
      if (!isTaken) await client.end().catch(() => undefined);
    }
  }

  async #tryLock(client: Client): Promise<boolean> {
    const name = this.#mode === 'shared' ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query(`SELECT ${name}($1) AS taken`, [SERVER_LOCK]);
    return (rows[0] as { readonly taken: boolean } | undefined)?.taken === true;
  }
}
