import { isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context as Call } from 'hono';

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
  if (address === undefined) return UNKNOWN;
  return isIPv6(address) ? subnetOf(address) : address.slice(0, 64);
}

/** An address as some proxies write it: `203.0.113.7:50123`, `[2001:db8::6]:50123`. Each connection has another port. */
const withoutPort = (text: string): string => text.replace(/^(?:([\d.]+)|\[(.*)\])(?::\d+)?$/, '$1$2');

/** The first 64 bits of an IPv6 address as text; the IPv4 address within a mapped one. */
function subnetOf(address: string): string {
  const [mapped] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail === undefined ? [] : tail.split(':').filter((group) => group !== '');
  while (tail !== undefined && groups.length + after.length < 8) groups.push('0');
  const [a, b, c, d] = [...groups, ...after].map((group) => Number.parseInt(group, 16).toString(16));
  return `${a}:${b}:${c}:${d}::/64`;
}
