import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { networkOf } from './client.ts';

/** The network that a request from an address is counted for. */
async function network(remoteAddress: string | undefined, forwarded?: string, isBehindProxy = false): Promise<string> {
  const app = new Hono().get('/', (call) => call.text(networkOf(call, isBehindProxy)));
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const socket = remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } };
  return (await app.request('/', { headers }, socket)).text();
}

describe('the network of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', async (address, expected) => {
    expect(await network(address)).toBe(expected);
  });

  it('is the same for every address of a household', async () => {
    expect(await network('2001:db8:1:2::1')).toBe(await network('2001:db8:1:2:ffff::9'));
    expect(await network('2001:db8:1:2::1')).not.toBe(await network('2001:db8:1:3::1'));
  });

  it('is what a proxy of ours says last, and not what the client said before it', async () => {
    expect(await network('10.0.0.1', '198.51.100.9, 203.0.113.7', true)).toBe('203.0.113.7');
    expect(await network('10.0.0.1', undefined, true)).toBe('10.0.0.1');
    expect(await network('10.0.0.1', '::ffff:cb00:7107', true)).toBe('203.0.113.7');
  });

  it('is the same on every port, where a proxy of ours names it', async () => {
    expect(await network('10.0.0.1', '203.0.113.7:50123', true)).toBe('203.0.113.7');
    expect(await network('10.0.0.1', '[2001:db8:1:2::6]:50123', true)).toBe('2001:db8:1:2::/64');
    expect(await network('10.0.0.1', '[2001:db8:1:2::6]', true)).toBe('2001:db8:1:2::/64');
  });

  it('is never what a client says without a proxy of ours', async () => {
    expect(await network('203.0.113.7', '198.51.100.9')).toBe('203.0.113.7');
  });

  it('is one for all who have no socket', async () => {
    expect(await network(undefined)).toBe('unknown');
  });
});
