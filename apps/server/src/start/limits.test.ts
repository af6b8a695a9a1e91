import { CALLS, LIMITS, NETWORK_SHARE, NETWORK_SIZES, READS, type Call } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { ask, EVERY_CALL, ORIGIN, signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { context, clock } = test;
const limited = EVERY_CALL.filter(([, { limit }]) => limit !== undefined);

/** A body of the right shape that gets nowhere. */
const BODIES: Readonly<Record<string, unknown>> = {
  createChallenge: { address: test.wallet('ann').address },
  signIn: { address: test.wallet('ann').address, nonce: 'x', signature: 'x' },
  renameMe: { username: '' },
  deleteMe: { nonce: 'x', signature: 'x' },
  purchaseUpgrade: { walletAddress: test.wallet('bob').address, upgradeId: 'none', txHash: 'x' },
  createPayment: { upgradeId: 'none' },
  createDeposit: { amountSun: 1_000_000 },
  submitPayment: { transaction: 'x' },
  recoverPayment: { txid: 'x' },
  finishDaily: { date: '2000-01-01', replay: '' },
  nameDailyGuest: { secret: 'x'.repeat(22), name: '' },
  createWithdrawal: { id: 'withdrawal', amountSun: 1 },
  createSession: { sessionName: '', maxPlayers: 4, timeLimit: 300 },
  joinQuickBattle: { entryFeeSun: 1_000_000, paymentId: 'some-payment' },
  chooseGameMode: { mode: null },
  choosePrizes: { to: 'wallet' },
  setLimit: { kind: 'loss', period: 'day', amountSun: null },
  takeBreak: { days: 1 },
  excludeSelf: { months: 6 },
  confirmAge: { version: 1 },
  finishPractice: { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', replay: '' },
  setReady: { isReady: true },
  removePlayer: { userId: 'unknown' },
  postChat: { message: '' },
  reportChat: { sessionId: 'no-session', messageId: 'none' },
  translate: { messageId: 'none' },
  shareRound: { replay: '' },
  buySkin: { skinId: 'none', paymentId: 'some-payment' },
  sendEmote: { emote: 'clap' },
};

/** Queries of the calls that need one. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  watchBattle: { spectator: 'x'.repeat(22) },
};

/** How often a player may make a call at once, and the answer to the next one. */
async function exhaust(name: string, call: Call, token: string) {
  const app = createApp(context);
  const body = BODIES[name] ?? {};
  const query = QUERIES[name] ?? {};
  for (let made = 0; ; made++) {
    const { code, status, headers } = await ask(app, call, { token, body, query });
    if (code === 'ERR_RATE' || made > 200) return { made, status, retryAfter: headers.get('Retry-After') };
  }
}

describe('a limited call', () => {
  it('is each that signs in, writes, opens a round, moves money or calls another service', () => {
    expect(limited.map(([name]) => name)).toEqual([
      'createChallenge',
      'signIn',
      'renameMe',
      'chooseGameMode',
      'choosePrizes',
      'getMySeries',
      'exportMe',
      'createDeletion',
      'deleteMe',
      'setLimit',
      'takeBreak',
      'excludeSelf',
      'confirmAge',
      'answerRealityCheck',
      'getStatement',
      'exportStatement',
      'openSoloRound',
      'finishPractice',
      'finishDaily',
      'nameDailyGuest',
      'shareRound',
      'purchaseUpgrade',
      'buySkin',
      'createPayment',
      'createDeposit',
      'submitPayment',
      'recoverPayment',
      'createWithdrawal',
      'getWithdrawalTerms',
      'createSession',
      'joinQuickBattle',
      'startSession',
      'cancelSession',
      'rematch',
      'joinSession',
      'leaveSession',
      'removePlayer',
      'setReady',
      'addBot',
      'watchBattle',
      'sendEmote',
      'postChat',
      'reportChat',
      'translate',
    ]);
  });

  it.each(limited)('%s is refused with 429 and the seconds to wait, when it is made too often', async (name, call) => {
    clock.nowMs += 60_000;
    const ann = await test.player('ann');
    const { burst, perMinute } = LIMITS[call.limit ?? 'signIn'];
    expect(await exhaust(name, call, await signIn(context, ann.address))).toEqual({
      made: burst,
      status: 429,
      retryAfter: String(Math.ceil(60 / perMinute)),
    });
  });

  it.each(limited)('%s is refused to all players of a network together', async (name, call) => {
    clock.nowMs += 60_000;
    const app = createApp(context);
    const { burst } = LIMITS[call.limit ?? 'signIn'];
    const from = async (remoteAddress: string, token: string): Promise<number> => {
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', Cookie: `popfray=${token}` };
      const body = JSON.stringify(BODIES[name] ?? {});
      const request = { method: call.method, headers, ...(call.body !== undefined && { body }) };
      const path = call.path.replaceAll(/\{\w+\}/g, 'nothing-here');
      return (await app.request(path, request, { incoming: { socket: { remoteAddress } } })).status;
    };
    const tokens: string[] = [];
    for (let number = 0; number <= NETWORK_SHARE; number++)
      tokens.push(await signIn(context, (await test.player(`player ${number}`)).address));
    // Those who are not signed in name one wallet: it is the network's turns that they use up all the same.
    for (const token of tokens.slice(1)) for (let made = 0; made < burst; made++) await from('203.0.113.7', token);
    expect(await from('203.0.113.7', tokens[0] ?? '')).toBe(429);
    expect(await from('203.0.113.8', tokens[0] ?? '')).not.toBe(429);
  });

  it('is counted together with the others of its limit, and apart from all the rest', async () => {
    const app = createApp(context);
    const ann = await test.player('ann');
    const token = await signIn(context, ann.address);
    const calls = new Map(limited);
    const make = async (name: string) => {
      const call = calls.get(name);
      if (call === undefined) throw new Error(name);
      return (await ask(app, call, { token, body: BODIES[name] ?? {} })).code;
    };
    for (let made = 0; made < LIMITS.recovery.burst; made++) await make('recoverPayment');
    expect(await make('purchaseUpgrade')).toBe('ERR_RATE');
    expect(await make('createPayment')).toBe('ERR_UPGRADE_UNKNOWN');
  });

  it.each([
    [56, 'changes its /64', (number: number) => number % 256],
    [48, 'changes its /56', (number: number) => (number % 256) << 8],
  ])('has an allowance for a /%d, which a client that %s cannot exceed', async (bits, _, subnetOf) => {
    clock.nowMs += 60_000;
    const app = createApp(context);
    const { method, path } = CALLS.createSession;
    const from = async (remoteAddress: string): Promise<number> => {
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
      return (await app.request(path, { method, headers, body: '{}' }, { incoming: { socket: { remoteAddress } } }))
        .status;
    };
    const allowance = NETWORK_SIZES.find((size) => size.bits === bits)?.allowance ?? 0;
    const most = LIMITS.session.burst * NETWORK_SHARE * allowance;
    let answered = 0;
    for (let made = 0; made < 2 * most; made++)
      if ((await from(`2001:db8:${bits}:${subnetOf(made).toString(16)}::1`)) !== 429) answered++;
    expect(answered).toBe(most);
    expect(await from(`2001:db8:1${bits}::1`)).toBe(401);
  });
});

describe('reading', () => {
  const from = async (app: ReturnType<typeof createApp>, path: string, remoteAddress: string) =>
    app.request(path, {}, { incoming: { socket: { remoteAddress } } });

  it('is limited for each network, all reads together, except those of load balancers', async () => {
    const app = createApp(context);
    const paths = ['/api/platform', '/api/nothing', '/arena', '/assets/none.js'];
    for (let made = 0; made < READS.burst; made++) {
      const { status } = await from(app, paths[made % paths.length] ?? '', '203.0.113.7');
      if (status === 429) throw new Error(`refused after ${made}`);
    }
    for (const path of paths) {
      const refused = await from(app, path, '203.0.113.7');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('1');
    }
    expect((await from(app, '/healthz', '203.0.113.7')).status).toBe(200);
    expect((await from(app, '/readyz', '203.0.113.7')).status).not.toBe(429);
    expect((await from(app, '/api/platform', '203.0.113.8')).status).toBe(200);
  });

  it('has a limit that a page of ours does not reach', () => {
    expect(READS.perMinute / 60).toBeGreaterThanOrEqual(100);
    expect(READS.burst).toBeGreaterThanOrEqual(100 * 80);
  });
});
