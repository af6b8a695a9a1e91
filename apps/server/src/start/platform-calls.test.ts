import { CALLS } from '@popfray/protocol';
import { TRON_NETWORKS } from '@popfray/tron/node';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import type { Settings } from '../platform/config/settings.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

/** The facts for the information pages from a server with other settings. */
async function aboutWith(changes: Partial<Settings>): Promise<unknown> {
  const context = { ...test.context, settings: { ...test.context.settings, ...changes } };
  return (await ask(createApp(context), CALLS.getAbout)).value;
}

describe('the facts for the information pages', () => {
  it('is the version, support, the daily cap and a node that anybody may ask', async () => {
    expect(await aboutWith({})).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      supportEmail: 'support@popfray.example',
      dailyCapSun: 100_000_000,
      publicNodeUrl: test.context.settings.network.devNodeUrl,
      walletIssue: null,
    });
  });

  it('names the public node of a public network, never the one that the operator pays for', async () => {
    const network: Settings['network'] = {
      id: 'nile',
      name: 'TRON Nile',
      chainId: TRON_NETWORKS.nile.chainId,
      isPlayMoney: true,
      devNodeUrl: null,
    };
    expect(await aboutWith({ network })).toMatchObject({ publicNodeUrl: 'https://nile.trongrid.io' });
  });

  it.each([
    ['before its first day', -1, false],
    ['on its first day', 0, true],
    ['on its last day', 30, true],
    ['after its last day', 31, false],
  ])('tells of a fault of the wallet extension, or does not: %s', async (_, days, isTold) => {
    const day = (offset: number): string => new Date(test.context.now() + offset * 86_400_000).toJSON().slice(0, 10);
    const walletIssue = { since: day(-days), until: day(30 - days) };
    expect(await aboutWith({ walletIssue })).toMatchObject({ walletIssue: isTold ? walletIssue : null });
  });
});
