import { describe, expect, it } from 'vitest';
import { NetworkLimiter, networkOfAddress, networksAround } from './network.ts';

const MINUTE_MS = 60_000;

/** A limiter of three at once and six a minute for a /64. */
const limiter = (share = 1) => new NetworkLimiter({ burst: 3, perMinute: 6 }, share);

/** The /64 with a number within a /48; 256 of them are a /56. */
const household = (number: number, site = '2001:db8:1'): string =>
  networkOfAddress(`${site}:${number.toString(16)}:1:2:3:4`);

/** How many of a client's tries pass, each from another /64. */
const passing = (from: NetworkLimiter, networks: readonly string[], nowMs = 0): number =>
  networks.filter((network) => from.take(network, nowMs) === 0).length;

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);

describe('the networks around a network', () => {
  it.each([
    ['2001:db8:1:23ff:3:4:5:6', ['2001:db8:1:23ff::/64', '2001:db8:1:2300::/56', '2001:db8:1::/48']],
    ['2001:db8::6', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['unknown', ['unknown']],
  ])('of %s are %j', (address, networks) => {
    expect(networksAround(networkOfAddress(address))).toEqual(networks);
  });
});

describe('a limiter of networks', () => {
  it('lets a /64 have its allowance, like an IPv4 address', () => {
    for (const address of ['2001:db8::1', '203.0.113.7']) {
      const network = networkOfAddress(address);
      expect(
        passing(
          limiter(),
          Array.from({ length: 9 }, () => network),
        ),
      ).toBe(3);
    }
  });

  it('lets a client that changes its /64 have twice that of its /56, and no more', () => {
    const limit = limiter();
    expect(
      passing(
        limit,
        numbers(0, 256).map((number) => household(number)),
      ),
    ).toBe(6);
    expect(
      passing(
        limit,
        numbers(256, 256).map((number) => household(number)),
      ),
    ).toBe(6);
  });

  it('lets one that changes its /56 have eight times that of its /48, and no more', () => {
    const limit = limiter();
    expect(
      passing(
        limit,
        numbers(0, 65_536).map((number) => household(number)),
      ),
    ).toBe(24);
    expect(passing(limit, [household(0, '2001:db8:2')])).toBe(1);
  });

  it('says how long the widest network that is used up has to wait, and counts nothing that it refuses', () => {
    const limit = limiter();
    passing(
      limit,
      numbers(0, 6).map((number) => household(number)),
    );
    expect(limit.take(household(7), 0)).toBe(5_000);
    expect(limit.wait(household(7), 0)).toBe(5_000);
    passing(
      limit,
      numbers(0, 1_000).map(() => household(7)),
    );
    expect(
      passing(
        limit,
        numbers(0, 9).map(() => household(7)),
        MINUTE_MS,
      ),
    ).toBe(3);
  });

  it('has none for an infinite share', () => {
    expect(
      passing(
        limiter(Infinity),
        numbers(0, 9_999).map(() => household(1)),
      ),
    ).toBe(9_999);
  });
});
