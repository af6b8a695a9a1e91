import { CALLS } from '@popfray/protocol';
import { ADMIN_CALLS, type AdminTransaction, type TransactionType } from '@popfray/protocol/admin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { postChat } from '../chat/post.ts';
import { nameTransaction } from '../payments/naming.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { settleBattle } from '../settlement/settle.ts';
import { checkSolvency } from '../solvency/solvency.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { credit, pay, settleAll } from '../testing/money.fixture.ts';
import { playAsPerson, textOf } from '../testing/player.fixture.ts';
import { settleReplay } from '../testing/settled-round.fixture.ts';
import { gather, join, play, work } from '../testing/session.fixture.ts';

const TRX = 1_000_000;
const DAY_MS = 86_400_000;

let test: Desk;
let ann: TestWallet;
let bob: TestWallet;
let token: string;
let battleId: string;
let expiredId: string;
let roundId: string;

/** Two days of a house: a purchase, a battle, a session that came to nothing, a Solo round, a withdrawal. */
beforeAll(async () => {
  test = await createDesk();
  const { context, clock } = test;
  ann = await test.player('ann', 1_000 * TRX);
  bob = await test.player('bob', 1_000 * TRX);
  await pay(test, ann, 'trx-boost');
  await settleAll(test);

  clock.nowMs = START_MS + DAY_MS;
  await test.mine();
  expiredId = await gather(test, bob, { entryFee: 5, sessionName: '=1+1' });
  clock.nowMs += 400_000;
  await test.mine();
  await work(test);
  battleId = await gather(test, ann, { entryFee: 50, maxPlayers: 2 });
  await join(test, bob, battleId);
  await postChat(context, bob.address, battleId, { message: 'gl hf' });
  for (const { address } of [ann, bob]) await setReady(context, battleId, address, true);
  await startSession(context, battleId, ann.address);
  await play(test, battleId);
  clock.nowMs += 70_000;
  const settled = await settleBattle(
    context,
    await playOut(context.db, battleId, (seat) => (seat.user_id === ann.address ? 'expert' : 'novice')),
  );
  if (!settled.ok) throw new Error(settled.error);
  await settleAll(test);

  clock.nowMs += 60_400;
  roundId = (
    await settleReplay(context, {
      address: ann.address,
      replay: textOf(playAsPerson('a round', { loadout: ['trx-boost'] })),
    })
  ).id;
  await credit(test, bob, 20 * TRX);
  await createWithdrawal(context, bob.address, { id: 'withdrawal-1', amountSun: 20 * TRX });
  await checkSolvency(context);
  token = await signIn(context, test.house);
});
afterAll(async () => test.stop());

describe('the figures', () => {
  it('are those of the ledger, the tables and the process', async () => {
    const { value } = await ask(test.app, ADMIN_CALLS.getStats, { token });
    // 3 % of the pool of 100, and the upgrade's price.
    expect(value).toMatchObject({
      totalRevenue: '8',
      todayRevenue: '3',
      totalPlayers: 3,
      todayPlayers: 0,
      activeSessions: 0,
      averageSessionSize: 0,
      waiting: { reviews: 0, reports: 0, payouts: 0 },
    });
    expect(Number(value.houseBalance)).toBeGreaterThan(9_000);
    const { value: players } = await ask(test.app, ADMIN_CALLS.getPlayers, { token });
    expect(players.topEarners).toMatchObject([{ address: ann.address, winRate: 100, gamesPlayed: 2 }]);
    expect(Number(players.topEarners[0]?.totalEarnings)).toBeGreaterThan(96);
    expect(players.recentPlayers.find(({ address }) => address === ann.address)).toMatchObject({ totalSpent: '55' });
    expect(players.recentPlayers.find(({ address }) => address === bob.address)).toMatchObject({ totalSpent: '50' });
  });

  it('of days have those without revenue too, and sum up to the total', async () => {
    const { value } = await ask(test.app, ADMIN_CALLS.getFinancial, { token, query: { days: 4 } });
    expect(value.dailyRevenue).toEqual([
      { date: '2026-01-13', revenue: '0', transactions: 0, players: 0, rounds: 0 },
      { date: '2026-01-14', revenue: '0', transactions: 0, players: 0, rounds: 0 },
      { date: '2026-01-15', revenue: '5', transactions: 1, players: 3, rounds: 0 },
      { date: '2026-01-16', revenue: '3', transactions: 1, players: 0, rounds: 1 },
    ]);
    const { creditedSun } = (await ask(test.app, CALLS.getRound, { params: { id: roundId } })).value;
    expect(value.revenueBreakdown).toMatchObject({
      entryFees: '100',
      houseFees: '3',
      upgradeSales: '5',
      totalPayouts: '96',
      rewards: String(creditedSun / TRX),
    });
    const again = await ask(test.app, ADMIN_CALLS.getFinancial, { token, query: { days: 4 } });
    expect(again.value).toEqual(value);
  });

  it('of the process are measured in the process', async () => {
    const diagnostics = { droppedLogLines: () => 12, clockLeaps: () => 1 };
    const providers = [
      { host: 'node.example', state: 'resting', code: 'ERR_CHAIN_BUSY', retryAt: test.clock.nowMs + 60_000 },
      { host: 'other.example', state: 'ok', code: null, retryAt: null },
    ] as const;
    const context = {
      ...test.context,
      diagnostics,
      nodeProviders: () => providers.map((provider) => ({ ...provider })),
    };
    const app = createApp(context, { countSockets: () => 7 });
    app.get('/fails', () => {
      throw new Error('a bug');
    });
    for (let made = 0; made < 1_500; made++) await app.request(made % 100 === 0 ? '/fails' : '/healthz');
    test.clock.nowMs += 5_000;
    const { value } = await ask(app, ADMIN_CALLS.getSystem, { token });
    expect(value).toMatchObject({ activeWebSockets: 7, serverUptime: 5, requests: 1_000, errorRate: 1, chain: 'ok' });
    expect(value).toMatchObject({ droppedLogLines: 12, clockLeaps: 1, databaseRetries: 0 });
    expect(value.nodeProviders).toEqual(providers);
    expect(value.dbConnections).toBeGreaterThan(0);
    expect(value.databaseBytes).toBeGreaterThan(100_000);
  });
});

describe('the transactions', () => {
  const all = async (query: Record<string, string | number> = {}): Promise<AdminTransaction[]> => {
    const found: AdminTransaction[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page: { transactions: AdminTransaction[]; next: string | null } = (
        await ask(test.app, ADMIN_CALLS.getTransactions, {
          token,
          query: { limit: 3, ...query, ...(before !== '' && { before }) },
        })
      ).value;
      found.push(...page.transactions);
      before = page.next;
    }
    return found;
  };

  it('are every movement once, the newest first, however they are paged', async () => {
    const found = await all();
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(await all({ limit: 1 })).toEqual(found);
    expect(await all({ limit: 100 })).toEqual(found);
    expect(found.map(({ createdAt }) => createdAt)).toEqual(
      found.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
    );
    const count = (type: TransactionType): number => found.filter((of) => of.type === type).length;
    expect({
      upgrade: count('upgrade'),
      'entry-fee': count('entry-fee'),
      payout: count('payout'),
      'battle-share': count('battle-share'),
      'entry-refund': count('entry-refund'),
      'round-reward': count('round-reward'),
    }).toEqual({ upgrade: 1, 'entry-fee': 3, payout: 2, 'battle-share': 1, 'entry-refund': 1, 'round-reward': 1 });
  });

  it('are filtered by address, kind and day', async () => {
    const found = await all();
    for (const type of ['upgrade', 'entry-fee', 'deposit', 'payout', 'round-reward', 'battle-share', 'refund'] as const)
      expect(await all({ type })).toEqual(found.filter((of) => of.type === type));
    for (const { address } of [ann, bob, test.wallet('stranger')])
      expect(await all({ address })).toEqual(found.filter(({ playerAddress }) => playerAddress === address));
    expect(await all({ day: '2026-01-15' })).toMatchObject([{ type: 'upgrade', amount: '5', amountSun: 5 * TRX }]);
    expect(await all({ day: '2026-01-16' })).toHaveLength(found.length - 1);
    expect(await all({ day: '2026-01-17' })).toEqual([]);
    expect(await all({ day: '2026-01-16', address: bob.address, type: 'payout' })).toMatchObject([
      { id: 'withdrawal-1', amount: '-20', status: 'queued' },
    ]);
    for (const day of ['2026-13-01', 'today', '2026-1-1', "' OR 1"])
      expect((await ask(test.app, ADMIN_CALLS.getTransactions, { token, query: { day } })).code).toBe('ERR_BODY');
  });
});

describe('a file', () => {
  const file = async (query: string): Promise<string[]> => {
    const response = await test.app.request(`/api/admin/export?${query}`, { headers: { Cookie: `popfray=${token}` } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(response.headers.get('Content-Disposition')).toMatch(/^attachment; filename="popfray-\w+-2026-01-16\.csv"$/);
    return (await response.text()).split('\r\n');
  };

  it('has the transactions that are shown, and ends with a line’s end', async () => {
    const [head, ...lines] = await file('table=transactions&type=payout');
    expect(head).toBe('id,type,playerAddress,createdAt,amountTrx,status,reference,txid,source');
    expect(lines[0]).toMatch(new RegExp(`^withdrawal-1,payout,${bob.address},2026-01-16T[\\d:.]+Z,-20,queued,,,$`));
    expect(lines[1]).toContain(`,-96,confirmed,${battleId},`);
    expect(lines.slice(2)).toEqual(['']);
  });

  it('has every player with the balance, and no name that a program for tables would run', async () => {
    const bobs = await signIn(test.context, bob.address);
    await ask(test.app, CALLS.renameMe, { token: bobs, body: { username: '=cmd|"/c calc"!A1' } });
    const lines = await file('table=players');
    expect(lines.filter((line) => line.includes('calc'))).toEqual([
      expect.stringContaining(`${bob.address},"'=cmd|""/c calc""!A1",1,`),
    ]);
    expect(lines).toHaveLength(1 + 3 + 1);
  });

  it('has each day from the first with revenue on, and the audit log', async () => {
    expect(await file('table=revenue')).toEqual([
      'date,revenueTrx,transactions',
      '2026-01-15,5,1',
      '2026-01-16,3,1',
      '',
    ]);
    await ask(test.app, ADMIN_CALLS.pausePlay, { token, body: { reason: '@SUM(1+1), or so' } });
    await ask(test.app, ADMIN_CALLS.resumePlay, { token, body: { reason: 'over' } });
    const [, resumed, paused] = await file('table=audit');
    expect(resumed).toContain(',resume,,over');
    expect(paused).toContain(',pause,,"\'@SUM(1+1), or so"');
  });

  it('is refused like any other call', async () => {
    expect((await test.app.request('/api/admin/export?table=players')).status).toBe(401);
    const headers = { Cookie: `popfray=${token}` };
    expect((await test.app.request('/api/admin/export?table=sign_ins', { headers })).status).toBe(400);
  });
});

describe('a story', () => {
  it('of a session is in the order of time, with every sun that moved', async () => {
    const { value } = await ask(test.app, ADMIN_CALLS.getSession, { token, params: { id: battleId } });
    const { events } = value;
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(events.flatMap((event) => (event.type === 'status' ? [event.status] : []))).toEqual([
      'draft',
      'waiting',
      'playing',
      'settled',
    ]);
    const entries = events.flatMap((event) => (event.type === 'entry' ? [event] : []));
    expect(entries.map(({ kind }) => kind)).toEqual([
      'entry-fee',
      'entry-fee',
      'battle-share',
      'withdrawal',
      'withdrawal-sent',
    ]);
    for (const { postings } of entries) expect(postings.reduce((sum, { amountSun }) => sum + amountSun, 0)).toBe(0);
    expect(events.find((event) => event.type === 'battle')).toMatchObject({ poolSun: 100 * TRX, houseSun: 3 * TRX });
    expect(events.find((event) => event.type === 'chat')).toMatchObject({
      message: { message: 'gl hf' },
      isHidden: false,
    });
    expect(events.find((event) => event.type === 'payout')).toMatchObject({
      payout: { status: 'confirmed', sessionId: battleId, address: ann.address },
    });
    expect(events.filter(({ type }) => type === 'seat')).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'payment')).toHaveLength(2);
  });

  it('of one that came to nothing tells of the refund; of none there is none', async () => {
    const { value } = await ask(test.app, ADMIN_CALLS.getSession, { token, params: { id: expiredId } });
    expect(value.events.flatMap((event) => (event.type === 'entry' ? [event.kind] : []))).toEqual([
      'entry-fee',
      'entry-refund',
    ]);
    expect((await ask(test.app, ADMIN_CALLS.getSession, { token, params: { id: 'nothing-1' } })).code).toBe(
      'ERR_SESSION_UNKNOWN',
    );
  });

  it('of a player has all that there is', async () => {
    const { value } = await ask(test.app, ADMIN_CALLS.getPlayer, { token, params: { address: ann.address } });
    expect(value).toMatchObject({
      profile: { gamesPlayed: 2, isHouse: false, isOperator: false },
      rounds: [{ id: roundId, status: 'credited', decision: null }],
      payments: [
        { purpose: 'entry', reference: battleId },
        { purpose: 'upgrade', reference: 'trx-boost' },
      ],
      payouts: [{ sessionId: battleId, amountSun: 96 * TRX, isLiving: false }],
      sessions: [{ id: battleId, isCreator: true, position: 1, shareSun: 96 * TRX }],
      purchases: [{ upgrade_id: 'trx-boost' }],
      mute: null,
    });
    const stranger = await ask(test.app, ADMIN_CALLS.getPlayer, {
      token,
      params: { address: test.wallet('stranger').address },
    });
    expect(stranger.value).toMatchObject({ profile: null, balanceSun: 0, rounds: [] });
    expect((await ask(test.app, ADMIN_CALLS.getPlayer, { token, params: { address: 'T123' } })).code).toBe(
      'ERR_ADDRESS',
    );
  });

  it('is found by each of its ids and names', async () => {
    const find = async (text: string) => (await ask(test.app, ADMIN_CALLS.search, { token, query: { text } })).value;
    const { value } = await ask(test.app, ADMIN_CALLS.getPlayer, { token, params: { address: ann.address } });
    const [payment] = value.payments;
    const [payout] = value.payouts;
    expect(await find(ann.address.slice(0, 8))).toMatchObject([{ kind: 'player', id: ann.address }]);
    expect(await find(`tron_${ann.address.slice(0, 6)}`)).toMatchObject([{ kind: 'player', id: ann.address }]);
    expect(await find(battleId)).toMatchObject([{ kind: 'session', id: battleId, label: 'Evening battle' }]);
    expect(await find(payment?.txid?.toUpperCase() ?? '')).toMatchObject([{ kind: 'payment', id: payment?.id }]);
    const claim = 'c1'.repeat(32);
    const named = await nameTransaction(test.context, ann.address, { purpose: 'upgrade', id: 'lucky-streak' }, claim);
    expect(await find(claim)).toMatchObject([{ kind: 'payment', id: named.ok ? named.value.id : '', label: '9 TRX' }]);
    expect(await find(payout?.txid ?? '')).toMatchObject([{ kind: 'payout', id: payout?.id }]);
    expect(await find(roundId)).toMatchObject([{ kind: 'round', id: roundId, address: ann.address }]);
    for (const nothing of ['%%%', '___', "' OR '1'='1", String.raw`\\%_`, '💥💥💥', 'x'.repeat(100)])
      expect(await find(nothing)).toEqual([]);
  });
});
