/** Responsibilities that one node of a cluster at a time can have, kept in the database. */
export { DatabaseLeases, type LeaseOptions } from './database-leases.ts';
export { openLeases } from './open-leases.ts';
export {
  EXPIRY_MS,
  LeaseLostError,
  WORKER_LEASE,
  type Lease,
  type LeaseOwner,
  type Leases,
  type TakenLease,
} from './lease.ts';
