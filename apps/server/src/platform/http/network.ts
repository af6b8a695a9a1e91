import { isIPv6 } from 'node:net';
import { NETWORK_SIZES, type RateLimit } from '@popfray/protocol';
import { RateLimiter } from './rate-limiter.ts';

/** An IPv4 address within IPv6: the first 96 bits. RFC 4291, section 2.5.5.2. */
const MAPPED = [0, 0, 0, 0, 0, 0xffff];

/** The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, as one household has it. */
export function networkOfAddress(address: string): string {
  if (!isIPv6(address)) return address.slice(0, 64);
  const groups = groupsOf(address);
  if (MAPPED.every((group, at) => groups[at] === group)) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return prefixOf(groups, 64);
}

/** The networks that a network lies in, with itself, as `NETWORK_SIZES` has them: the /64, the /56 and the /48 of an IPv6 address. */
export function networksAround(network: string): readonly string[] {
  if (!network.endsWith('::/64')) return [network];
  const groups = network.split(':').map((group) => Number.parseInt(group, 16));
  return NETWORK_SIZES.map(({ bits }) => prefixOf(groups, bits));
}

/** The first bits of an IPv6 address as text: `2001:db8:1:200::/56`. */
function prefixOf(groups: readonly number[], bits: number): string {
  const shown = groups.slice(0, Math.ceil(bits / 16)).map((group, at) => {
    const spareBits = Math.max(0, (at + 1) * 16 - bits);
    return ((group >> spareBits) << spareBits).toString(16);
  });
  return `${shown.join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutZone(withoutDots(address)).split('::');
  const parse = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const before = parse(head);
  const after = parse(tail ?? '');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

const withoutZone = (address: string): string => address.split('%')[0] ?? '';

/** An address whose last 32 bits are written as an IPv4 address, with two groups instead. */
function withoutDots(address: string): string {
  const [, a = '', b = '', c = '', d = ''] = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address) ?? [];
  if (d === '') return address;
  const group = (high: string, low: string): string => ((Number(high) << 8) | Number(low)).toString(16);
  return `${address.slice(0, address.lastIndexOf(':') + 1)}${group(a, b)}:${group(c, d)}`;
}

/**
 * A rate limiter for networks. An IPv6 network is also counted for the wider networks around it, each with its own limit: a client that changes
 * its /64 reaches the limit of its /56, and one that changes its /56 reaches that of its /48.
 */
export class NetworkLimiter {
  readonly #limiters: readonly RateLimiter[];

  /** `share` times the limit for an IPv4 address or a /64; Infinity for none. */
  constructor(limit: RateLimit, share: number) {
    this.#limiters = NETWORK_SIZES.map(({ allowance }) => new RateLimiter(limit, share * allowance));
  }

  /** Returns 0 when a network is within the limits, or the ms until it is. Counts nothing. */
  wait(network: string, nowMs: number): number {
    return this.#longestWait(networksAround(network), nowMs);
  }

  /** Counts one use and returns 0, or counts nothing and returns the ms until the next use is allowed. */
  take(network: string, nowMs: number): number {
    const networks = networksAround(network);
    const waitMs = this.#longestWait(networks, nowMs);
    if (waitMs === 0) for (const [size, key] of networks.entries()) this.#limiters[size]?.take(key, nowMs);
    return waitMs;
  }

  #longestWait(networks: readonly string[], nowMs: number): number {
    return Math.max(...networks.map((key, size) => this.#limiters[size]?.wait(key, nowMs) ?? 0));
  }
}
