import { CALLS } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { credit } from '../testing/money.fixture.ts';
import { showPlayer } from './player.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { context } = test;
const app = createApp(context);
const ann = await test.player('ann');
const bob = await test.player('bob');
const token = await signIn(context, ann.address);

describe('a player', () => {
  it('sees the profile and the balance', async () => {
    await credit(test, ann, 12_500_000);
    expect((await ask(app, CALLS.getMe, { token })).value).toMatchObject({
      address: ann.address,
      username: `TRON_${ann.address.slice(0, 6)}`,
      balanceSun: 12_500_000,
      heldSun: 0,
      isOperator: false,
      prizesTo: 'wallet',
    });
  });

  it.each(['Ann', '<img src=x onerror=alert(1)>', "Robert'); DROP TABLE players;--", '💥'.repeat(32)])(
    'can be called %j, which is just text',
    async (username) => {
      const others = await showPlayer(context, bob.address);
      expect((await ask(app, CALLS.renameMe, { token, body: { username: `  ${username} ` } })).value.username).toBe(
        username,
      );
      expect((await ask(app, CALLS.getMe, { token })).value.username).toBe(username);
      expect(await showPlayer(context, bob.address)).toEqual(others);
    },
  );

  it.each(['', '   ', 'x'.repeat(33), 'Ann\u0000', 'Ann\nBob'])('cannot be called %j', async (username) => {
    const before = await dumpAll(context.db);
    expect(await ask(app, CALLS.renameMe, { token, body: { username } })).toMatchObject({
      code: 'ERR_USERNAME',
      status: 400,
    });
    expect(await dumpAll(context.db)).toEqual(before);
  });

  it('who never signed in is none', async () => {
    await expect(async () => showPlayer(context, test.wallet('stranger').address)).rejects.toThrow('is no player');
  });
});

describe('the platform', () => {
  it('tells anybody the network, the house and the least withdrawal', async () => {
    expect((await ask(app, CALLS.getPlatform)).value).toEqual({
      network: context.settings.network,
      houseAddress: context.house.address,
      freeWithdrawalSun: 10_000_000,
      crossChainUrl: null,
      otherChainPrizeTo: 'house',
    });
  });
});
