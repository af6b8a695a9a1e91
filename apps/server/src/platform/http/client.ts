import type { HttpBindings } from '@hono/node-server';
import type { Context as Call } from 'hono';
import { networkOfAddress } from './network.ts';

/** The address of a request without a socket, as tests make it. */
const UNKNOWN = 'unknown';

/**
 * The network of the client: its IPv4 address, or the /64 of its IPv6 address, as one household has it. Behind a trusted proxy the address is
 * the last entry of X-Forwarded-For, which the proxy itself has added.
 */
export function networkOf(call: Call, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? call.req.header('X-Forwarded-For')?.split(',').at(-1) : undefined;
  const address =
    withoutPort(forwarded?.trim() ?? '') ||
    (call.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return address === undefined ? UNKNOWN : networkOfAddress(address);
}

/** An address with a port, as some proxies write it: `203.0.113.7:50123`, `[2001:db8::6]:50123`. Each connection has another port. */
const withoutPort = (text: string): string => text.replace(/^(?:([\d.]+)|\[(.*)\])(?::\d+)?$/, '$1$2');
