import server from '../../../package.json' with { type: 'json' };
import type { Log } from '../log/index.ts';
import { DatabaseLeases, type LeaseOptions } from './database-leases.ts';

/** Random bytes of a node's name. */
const NODE_ID_BYTES = 8;

/** What a process passes to its leases. */
type OpenOptions = Pick<
  LeaseOptions,
  'db' | 'now' | 'isAlone' | 'url' | 'capabilities' | 'expiryMs' | 'steadyNow' | 'onDatabaseTime'
> & {
  readonly randomBytes: (count: number) => Uint8Array;
  readonly log: Log;
};

/** Registers this process as a node under a new name. Failed heartbeats are logged. */
export async function openLeases({ randomBytes, log, ...options }: OpenOptions): Promise<DatabaseLeases> {
  const leases = new DatabaseLeases({
    ...options,
    nodeId: Buffer.from(randomBytes(NODE_ID_BYTES)).toString('hex'),
    version: server.version,
    onFault: (error) => log({ event: 'notice', about: 'lease', message: `a heartbeat failed: ${String(error)}` }),
  });
  await leases.start();
  return leases;
}
