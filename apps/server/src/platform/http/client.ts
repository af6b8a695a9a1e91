import type { HttpBindings } from '@hono/node-server';
import type { Context as Call } from 'hono';
import { networkOfAddress } from './network.ts';

/** What stands for a client whose address is not known: an app that is asked without a socket. */
const UNKNOWN = 'unknown';

/**
 * The network address that a request came from, as far as one household has it: an IPv6 address counts as its /64. Behind a
 * proxy of ours it is the last entry of X-Forwarded-For, the one that the proxy itself has added.
 */
export function networkOf(call: Call, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? call.req.header('X-Forwarded-For')?.split(',').at(-1) : undefined;
  const address =
    withoutPort(forwarded?.trim() ?? '') ||
    (call.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return address === undefined ? UNKNOWN : networkOfAddress(address);
}

/** An address as some proxies write it: `203.0.113.7:50123`, `[2001:db8::6]:50123`. Each connection has another port. */
const withoutPort = (text: string): string => text.replace(/^(?:([\d.]+)|\[(.*)\])(?::\d+)?$/, '$1$2');
