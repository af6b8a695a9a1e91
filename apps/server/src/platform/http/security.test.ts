import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createSecurity } from './security.ts';
import type { Settings } from '../config/settings.ts';

/** Where the page of a network may connect to, by its policy. */
async function connections(
  network: Settings['network']['id'],
  devNodeUrl: string | null = null,
  partnerOrigins: readonly string[] = [],
): Promise<string> {
  const settings: Settings = {
    network: { id: network, name: '', chainId: '', isPlayMoney: false, devNodeUrl },
    origins: [],
    partnerOrigins,
    crossChainUrl: null,
    isBehindProxy: false,
    dailyCapSun: 0,
    rewardBudgetSun: 0,
    supportEmail: 'support@popfray.example',
    walletIssue: null,
    adminAddresses: [],
    canHouseSignIn: true,
    rateFactor: 1,
  };
  const app = new Hono().use(createSecurity(settings)).get('/', (call) => call.text(''));
  const policy = (await app.request('/')).headers.get('Content-Security-Policy') ?? '';
  return /connect-src ([^;]*)/.exec(policy)?.[1] ?? '';
}

describe('the page connects', () => {
  it('on the dev chain to its own server, that chain, and platforms of this machine that host battles', async () => {
    const hosts = 'http://localhost:* ws://localhost:* http://127.0.0.1:* ws://127.0.0.1:*';
    expect(await connections('dev', 'http://127.0.0.1:9090/path?and=more')).toBe(
      `'self' http://127.0.0.1:9090 ${hosts}`,
    );
  });

  it('in production to the servers of partners, which host battles', async () => {
    expect(await connections('mainnet', null, ['https://sol.example'])).toBe(
      "'self' https://api.trongrid.io https://sol.example wss://sol.example",
    );
  });

  it.each([
    ['nile', "'self' https://nile.trongrid.io https://api.nileex.io"],
    ['shasta', "'self' https://api.shasta.trongrid.io"],
    ['mainnet', "'self' https://api.trongrid.io"],
  ] as const)('on %s to its own server and the nodes that TronLink asks there', async (network, expected) => {
    expect(await connections(network)).toBe(expected);
  });
});
