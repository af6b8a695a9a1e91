import { readFileSync } from 'node:fs';

/** The limit on systems that do not report one: the smallest common limit. */
const DEFAULT_LIMIT = 1_024;

/** File descriptors that are reserved for databases, the log, the node, and a margin. */
const OWN_FILES = 100;

/** The part of the remaining descriptors that is reserved for requests, and the most that it takes. A request has its descriptor for some ms. */
const REQUESTS_SHARE = 0.2;
const MOST_FOR_REQUESTS = 2_000;

/** How many descriptors the clients of a server can have. */
export interface FileBudget {
  /** Connections of any kind. */
  readonly connections: number;
  /** Connections that have become WebSockets. */
  readonly sockets: number;
}

/** How many file descriptors this process can have open, from `/proc` on Linux. Infinity when there is no limit. */
export function readFileLimit(path = '/proc/self/limits'): number {
  try {
    const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync(path, 'utf8')) ?? [];
    return soft === 'unlimited' ? Infinity : Number.parseInt(soft, 10) || DEFAULT_LIMIT;
  } catch {
    return DEFAULT_LIMIT;
  }
}

/** Divides the file descriptors of a process. At least one client is served, even with the lowest limit. */
export function shareFiles(limit: number): FileBudget {
  const connections = Math.max(2, limit - OWN_FILES);
  return { connections, sockets: Math.floor(connections - Math.min(connections * REQUESTS_SHARE, MOST_FOR_REQUESTS)) };
}
