import { Context as Call } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import type { Settings } from '../platform/config/settings.ts';
import { cookieName } from '../platform/http/cookie.ts';
import { signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { findVisitor } from './visitor.ts';

const OWN = 'https://play.example';
const PARTNER = 'https://sol.example';

const test = await createTestContext();
afterAll(async () => test.stop());
const { address } = await test.player('ann');
const token = await signIn(test.context, address);

/** A server as it is in production: origins configured, a network that is none of play. */
const mainnet: Settings['network'] = { ...test.context.settings.network, id: 'mainnet', isPlayMoney: false };
const production: Context = {
  ...test.context,
  settings: { ...test.context.settings, network: mainnet, origins: [OWN], partnerOrigins: [PARTNER] },
};

/** What is found of a handshake with a player's cookie; the address for a player, `stranger`, or the failure's code. */
async function find(context: Context, url: string, headers: Record<string, string>): Promise<string> {
  const cookie = `${cookieName(context.settings)}=${token}`;
  const request = new Request(url, { headers: { Cookie: cookie, ...headers } });
  const found = await findVisitor(context, new Call(request));
  return found.ok ? (found.value.signIn?.address ?? 'stranger') : found.error;
}

describe('a client that opens a socket', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the game’s own page', { Origin: OWN }, address],
    ['the same, as browsers say where it comes from', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }, address],
    ['another page with its name', { Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }, 'ERR_ORIGIN'],
    ['another chain’s front end', { Origin: PARTNER }, 'stranger'],
    ['any other page', { Origin: 'https://evil.example' }, 'ERR_ORIGIN'],
    ['a page that looks like it', { Origin: `${OWN}.evil.example` }, 'ERR_ORIGIN'],
    ['the same over http', { Origin: 'http://play.example' }, 'ERR_ORIGIN'],
    ['a page of this machine', { Origin: 'http://localhost:3000' }, 'ERR_ORIGIN'],
    ['a page without a name', { Origin: 'null' }, 'ERR_ORIGIN'],
    ['a program', {}, 'ERR_ORIGIN'],
  ])('in production: %s', async (_, headers, expected) => {
    expect(await find(production, `http://10.0.0.7:8787/ws`, headers)).toBe(expected);
  });

  it.each<[string, Record<string, string>, string]>([
    ['the game’s own page', { Origin: OWN, 'Sec-Fetch-Site': 'cross-site' }, 'stranger'],
    ['the same within one site', { Origin: OWN, 'Sec-Fetch-Site': 'same-site' }, 'stranger'],
    ['any other page', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 'ERR_ORIGIN'],
    ['a page of the node’s address', { Origin: 'https://node-1.play.example' }, 'ERR_ORIGIN'],
    ['a page without a name', { Origin: 'null' }, 'ERR_ORIGIN'],
  ])('in production, at the address of one node: %s', async (_, headers, expected) => {
    const node = { ...production, settings: { ...production.settings, hasOwnAddress: true } };
    expect(await find(node, 'http://10.0.0.7:8787/ws', headers)).toBe(expected);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['its own page', 'http://localhost:8787', { Origin: 'http://localhost:8787' }, address],
    [
      'a page of this machine, with the cookie that its port shares',
      'http://localhost:8787',
      { Origin: 'http://localhost:5174' },
      'stranger',
    ],
    ['a program', 'http://localhost:8787', {}, 'stranger'],
    [
      'a page whose name was led here',
      'http://evil.example:8787',
      { Origin: 'http://evil.example:8787' },
      'ERR_ORIGIN',
    ],
    ['a page of the web', 'http://localhost:8787', { Origin: 'https://evil.example' }, 'ERR_ORIGIN'],
    ['a page whose origin is no address', 'http://localhost:8787', { Origin: 'localhost' }, 'ERR_ORIGIN'],
  ])('on the dev network: %s', async (_, base, headers, expected) => {
    expect(await find(test.context, `${base}/ws`, headers)).toBe(expected);
  });
});
