import { defaultSettings } from '../../earning-limits/defaults.ts';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createSecurity } from './security.ts';
import type { Settings } from '../config/settings.ts';

function settingsOf(
  network: Settings['network']['id'],
  devNodeUrl: string | null = null,
  partnerOrigins: readonly string[] = [],
): Settings {
  return {
    network: { id: network, name: '', chainId: '', isPlayMoney: false, devNodeUrl },
    origins: [],
    partnerOrigins,
    crossChainUrl: null,
    otherChainPrizeTo: 'house',
    isBehindProxy: false,
    dailyCapSun: 0,
    rewardBudgetSun: 0,
    limitDefaults: defaultSettings(true),
    supportEmail: 'support@popfray.example',
    walletIssue: null,
    isPaidPlayOn: true,
    refusedCountries: [],
    countryHeader: null,
    adminAddresses: [],
    hasOwnAddress: false,
    canHouseSignIn: true,
    rateFactor: 1,
    commitmentMemoTo: null,
  };
}

/** Where the page of a network may connect to, by its policy. */
async function connections(...network: Parameters<typeof settingsOf>): Promise<string> {
  return connectionsOf(new Hono().use(createSecurity(settingsOf(...network))).get('/', (call) => call.text('')));
}

async function connectionsOf(app: Hono): Promise<string> {
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

  it('to sockets of the nodes of a cluster, as they are when it is loaded', async () => {
    const nodes: { nodeUrls: readonly string[] } = { nodeUrls: ['https://node-1.example', 'https://node-2.example'] };
    const app = new Hono().use(createSecurity(settingsOf('mainnet'), nodes)).get('/', (call) => call.text(''));
    expect(await connectionsOf(app)).toBe("'self' https://api.trongrid.io wss://node-1.example wss://node-2.example");
    nodes.nodeUrls = ['https://node-3.example'];
    expect(await connectionsOf(app)).toBe("'self' https://api.trongrid.io wss://node-3.example");
  });

  it.each([
    ['nile', "'self' https://nile.trongrid.io https://api.nileex.io"],
    ['shasta', "'self' https://api.shasta.trongrid.io"],
    ['mainnet', "'self' https://api.trongrid.io"],
  ] as const)('on %s to its own server and the nodes that TronLink asks there', async (network, expected) => {
    expect(await connections(network)).toBe(expected);
  });
});
