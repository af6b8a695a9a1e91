import { readFileSync } from 'node:fs';

/** The limit where the system does not say: the smallest that is usual. */
const DEFAULT_LIMIT = 1_024;

/** File descriptors for what is no client: databases, the log, the node, a few to spare. */
const OWN_FILES = 100;

/** The part of the remaining descriptors that WebSockets can take. The others are for requests. */
const SOCKETS_SHARE = 0.8;

/** How many descriptors the clients of a server can have. */
export interface FileBudget {
  /** Connections of any kind. */
  readonly connections: number;
  /** Connections that have become WebSockets. */
  readonly sockets: number;
}

/** How many file descriptors this process can have open: Linux says so in `/proc`. Infinity when there is no limit. */
export function readFileLimit(path = '/proc/self/limits'): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8')) ?? [];
    return soft === 'unlimited' ? Infinity : Number.parseInt(soft, 10) || DEFAULT_LIMIT;
  } catch {
    return DEFAULT_LIMIT;
  }
}

/** Shares the file descriptors of a process out. At least one client is served, however low the limit is. */
export function shareFiles(limit: number): FileBudget {
  const connections = Math.max(2, limit - OWN_FILES);
  return { connections, sockets: Math.floor(connections * SOCKETS_SHARE) };
}
