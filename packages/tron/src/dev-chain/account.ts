/** An account at one block. */
export interface Account {
  /** Hex, `41…`. */
  readonly address: string;
  /** Sun, 0 or more. */
  readonly balanceSun: number;
  /** When it was first paid, epoch ms. */
  readonly createdMs: number;
  /** Free bandwidth used up as of `freeNetMs`, bytes. It comes back from then on. */
  readonly freeNetUsed: number;
  /** Epoch ms. */
  readonly freeNetMs: number;
  /** Time of its last transfer, epoch ms; 0 for none. */
  readonly operationMs: number;
}

/** The accounts as a transaction finds and leaves them. */
export interface Accounts {
  get(address: string): Account | undefined;
  put(account: Account): void;
}

/** Free bandwidth of an account a day, bytes. TRON.md section 4; java-tron's free_net_limit. */
export const FREE_NET_BYTES = 600;

/** Within which free bandwidth comes back in full, ms. java-tron's WINDOW_SIZE_MS. */
const RECOVERY_MS = 86_400_000;

/** Free bandwidth still used up at a time, bytes: it comes back evenly over a day. */
export function freeNetUsedAt({ freeNetUsed, freeNetMs }: Account, nowMs: number): number {
  const leftMs = Math.max(0, RECOVERY_MS - Math.max(0, nowMs - freeNetMs));
  return Math.round((freeNetUsed * leftMs) / RECOVERY_MS);
}

/** An account that has received nothing yet. */
export function createAccount(address: string, nowMs: number): Account {
  return { address, balanceSun: 0, createdMs: nowMs, freeNetUsed: 0, freeNetMs: 0, operationMs: 0 };
}
