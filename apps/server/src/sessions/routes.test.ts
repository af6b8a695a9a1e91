import { CALLS, newRevenue, type CallName, type FailureCode } from '@popfray/protocol';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { execute, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { balanceOf, escrowAccount, playerAccount } from '../ledger/ledger.ts';
import { ask, dumpAll, EVERY_CALL, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestWallet } from '../testing/context.fixture.ts';
import { sendByHand } from '../testing/money.fixture.ts';
import { draft, gather, join, payEntry, play, work } from '../testing/session.fixture.ts';
import { isSeatToken } from './seat-token.ts';
import { publishSessionChange } from './session.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;

const test = await createTestContext();
const app = createApp({ ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } });
const [alice, bob, carol] = [
  await test.player('alice', 200 * TRX),
  await test.player('bob', 200 * TRX),
  await test.player('carol'),
];
const tokens = new Map(
  await Array.fromAsync([alice, bob, carol], async (wallet) => [wallet, await signIn(test.context, wallet.address)]),
);
afterAll(async () => test.stop());

/** So that the next finds none, open or just ended. */
const endAll = async (): Promise<unknown> =>
  execute(test.context.db, "UPDATE sessions SET status = 'expired', ended_at = 1 WHERE ended_at IS DISTINCT FROM 1");
afterEach(async () => {
  await endAll();
  publishSessionChange(test.context, '');
});

const as = (wallet: TestWallet, id = 'nothing-here') => ({ token: tokens.get(wallet), params: { id } });
const form = (changes: object = {}) => ({ sessionName: 'Evening battle', maxPlayers: 4, timeLimit: 300, ...changes });
const statusesOf = ({ participants }: { participants: { status: string }[] }) =>
  participants.map(({ status }) => status);

it('a paid battle is made, paid, joined, readied and started over the API', async () => {
  const body = form({ entryFee: '2.5', maxPlayers: 2, policy: 'podium', creatorAddress: alice.address });
  const { value: made } = await ask(app, CALLS.createSession, { ...as(alice), body });
  const { id } = made.session;
  expect(made.session).toMatchObject({
    status: 'draft',
    scope: 'cross-chain',
    entryFee: '2.5',
    entryFeeType: 'trx',
    prizePool: '5',
    currentPlayers: 1,
    paidSun: 0,
    hostUsername: `TRON_${alice.address.slice(0, 6)}`,
    allowsBots: true,
    isHostedHere: true,
    isShared: false,
  });
  expect(made.session.revenueDistribution).toMatchObject({ policy: 'podium', creatorBp: 200 });
  expect(made.payment).toMatchObject({ purpose: 'entry', sessionId: id, upgradeId: null, amountSun: 2.5 * TRX });
  // A draft is not in the lobby and cannot be joined.
  expect((await ask(app, CALLS.getSessions)).value).toEqual([]);
  expect((await ask(app, CALLS.joinSession, as(bob, id))).code).toBe('ERR_SESSION_CLOSED');

  await payEntry(test, alice, made.payment);
  const { value: waiting } = await ask(app, CALLS.getSession, as(bob, id));
  expect(waiting).toMatchObject({ status: 'waiting', paidSun: 2.5 * TRX, expiresAt: test.clock.nowMs + 5 * MINUTE_MS });
  expect((await ask(app, CALLS.getSessions)).value).toEqual([waiting]);
  expect((await ask(app, CALLS.isCreator, { params: { id, address: alice.address } })).value.isCreator).toBe(true);
  expect((await ask(app, CALLS.isCreator, { params: { id, address: bob.address } })).value.isCreator).toBe(false);
  // Its creator joins without paying again.
  expect((await ask(app, CALLS.joinSession, as(alice, id))).value.payment).toBeNull();

  const { value: joined } = await ask(app, CALLS.joinSession, as(bob, id));
  expect(statusesOf(joined.session)).toEqual(['joined', 'reserved']);
  const { value: unpaid } = await ask(app, CALLS.getMySeat, as(bob, id));
  expect(unpaid).toMatchObject({ userId: bob.address, place: 1, status: 'reserved', payment: joined.payment });
  await payEntry(test, bob, joined.payment);
  const { value: seat } = await ask(app, CALLS.getMySeat, as(bob, id));
  expect(seat).toMatchObject({ status: 'joined', payment: null });
  expect(isSeatToken(test.context, id, bob.address, seat.token)).toBe(true);
  expect(await balanceOf(test.context.db, escrowAccount(id))).toBe(5 * TRX);

  expect((await ask(app, CALLS.startSession, as(bob, id))).code).toBe('ERR_NOT_READY_PAID');
  const ready = { body: { isReady: true } };
  await ask(app, CALLS.setReady, { ...as(alice, id), ...ready });
  expect((await ask(app, CALLS.startSession, as(alice, id))).code).toBe('ERR_NOT_READY_PAID');
  const both = await ask(app, CALLS.setReady, { ...as(bob, id), ...ready });
  expect(statusesOf(both.value)).toEqual(['ready', 'ready']);
  const { value: starting } = await ask(app, CALLS.startSession, as(bob, id));
  expect(starting).toMatchObject({ status: 'starting', startsAt: test.clock.nowMs + 6_000 });
  // Both press the button.
  expect((await ask(app, CALLS.startSession, as(alice, id))).value).toEqual(starting);
  await play(test, id);
  const { value: playing } = await ask(app, CALLS.getSession, as(bob, id));
  expect(statusesOf(playing)).toEqual(['playing', 'playing']);
});

it('a transaction that the wallet has built and sent creates the session when it is final', async () => {
  const txid = await sendByHand(test, alice, test.context.house.address, 3 * TRX);
  const body = form({ entryFee: 3, creationTxHash: txid });
  const { value: made } = await ask(app, CALLS.createSession, { ...as(alice), body });
  expect([made.session.status, made.payment?.status, made.payment?.txid]).toEqual(['draft', 'confirming', txid]);
  await test.mine();
  await work(test);
  const { value: waiting } = await ask(app, CALLS.getSession, as(alice, made.session.id));
  expect([waiting.status, waiting.paidSun]).toEqual(['waiting', 3 * TRX]);

  const again = await ask(app, CALLS.createSession, { ...as(alice), body });
  expect([again.code, again.status]).toEqual(['ERR_TX_USED', 409]);
  const wrong = await sendByHand(test, alice, test.context.house.address, 2 * TRX);
  await test.mine();
  const short = await ask(app, CALLS.createSession, {
    ...as(alice),
    body: form({ entryFee: 3, creationTxHash: wrong }),
  });
  expect(short.code).toBe('ERR_TX_AMOUNT');
  expect((await ask(app, CALLS.getSessions)).value).toHaveLength(1);
});

it('a lone player gathers bots: for nothing of worth, up to the last seat', async () => {
  const { value: made } = await ask(app, CALLS.createSession, { ...as(alice), body: form({ maxPlayers: 3 }) });
  const { id } = made.session;
  expect((await ask(app, CALLS.addBot, as(bob, id))).code).toBe('ERR_SESSION_CREATOR');
  await ask(app, CALLS.addBot, as(alice, id));
  const { value: full } = await ask(app, CALLS.addBot, { ...as(alice, id), body: { skill: 'expert' } });
  expect(full.participants.slice(1)).toMatchObject([
    { userId: 'bot-1', username: 'Practice bot · regular', isBot: true, walletAddress: '', status: 'ready' },
    { userId: 'bot-2', username: 'Practice bot · expert', isBot: true, blockchain: 'sol', isConnected: true },
  ]);
  expect((await ask(app, CALLS.addBot, as(alice, id))).code).toBe('ERR_SESSION_FULL');
  expect((await ask(app, CALLS.joinSession, as(bob, id))).code).toBe('ERR_SESSION_FULL');
  // Two bots are ready, and the person who is not has the long countdown.
  const { value: starting } = await ask(app, CALLS.startSession, as(alice, id));
  expect(starting.startsAt).toBe(test.clock.nowMs + 30_000);
  await ask(app, CALLS.setReady, { ...as(alice, id), body: { isReady: true } });
  expect((await ask(app, CALLS.getSession, as(alice, id))).value.startsAt).toBe(test.clock.nowMs + 6_000);
  expect((await ask(app, CALLS.addBot, as(alice, id))).code).toBe('ERR_SESSION_CLOSED');
});

it('bots play for no real money', async () => {
  const network = { ...test.context.settings.network, isPlayMoney: false };
  const real = createApp({ ...test.context, settings: { ...test.context.settings, network } });
  const paid = await gather(test, alice, { entryFee: 1 });
  expect((await ask(real, CALLS.addBot, as(alice, paid))).code).toBe('ERR_BOTS');
  expect((await ask(real, CALLS.getSession, as(alice, paid))).value.allowsBots).toBe(false);
  const free = await gather(test, alice);
  expect((await ask(real, CALLS.addBot, as(alice, free))).value.currentPlayers).toBe(2);
});

it('free sessions, however many, push no paid one off the list, and both are listed in pages', async () => {
  const paid = await gather(test, alice, { entryFee: 1 });
  const free: string[] = [];
  for (let number = 0; number < 54; number++) {
    test.clock.nowMs += 1;
    free.unshift(await gather(test, await test.player(`throwaway ${number}`)));
  }
  const listed = (await ask(app, CALLS.getSessions)).value.map(({ id }) => id);
  expect(listed).toEqual([...free.slice(0, 50), paid]);
  expect((await ask(app, CALLS.getActiveSessions)).value[0]?.id).toBe(paid);
  const page = async (query: Record<string, string>) => (await ask(app, CALLS.getSessions, { query })).value;
  expect((await page({ fee: 'paid' })).map(({ id }) => id)).toEqual([paid]);
  const first = await page({ fee: 'free', limit: '30' });
  const last = first.at(-1);
  const second = await page({ fee: 'free', before: String(last?.createdAt), beforeId: last?.id ?? '' });
  expect([...first, ...second].map(({ id }) => id)).toEqual(free);
});

it('local games push no battle off the list, and are listed in pages of their own', async () => {
  const battle = await gather(test, alice);
  const games: string[] = [];
  for (let number = 0; number < 51; number++) {
    test.clock.nowMs += 1;
    games.unshift(await gather(test, await test.player(`throwaway ${number}`), { gameMode: 'classic' }));
  }
  const listed = (await ask(app, CALLS.getSessions)).value.map(({ id }) => id);
  expect(listed).toEqual([...games.slice(0, 50), battle]);
  const page = async (query: Record<string, string>) =>
    (await ask(app, CALLS.getSessions, { query })).value.map(({ id }) => id);
  expect(await page({ fee: 'free', scope: 'cross-chain' })).toEqual([battle]);
  expect(await page({ fee: 'free', scope: 'local', limit: '30' })).toEqual(games.slice(0, 30));
  expect(await page({ fee: 'paid', scope: 'local' })).toEqual([]);
});

it('a network has ten waiting free sessions, for all creators together, and more when some have started or ended', async () => {
  const limited = createApp(test.context);
  const made: string[] = [];
  const make = async (name: string) => {
    const token = await signIn(test.context, (await test.player(name)).address);
    return ask(limited, CALLS.createSession, { token, body: form() });
  };
  for (let number = 0; number < 10; number++) made.push((await make(`neighbour ${number}`)).value.session.id);
  const refused = await make('neighbour 10');
  expect([refused.code, refused.status]).toEqual(['ERR_SESSION_NETWORK', 429]);
  // What is paid for is not limited.
  expect((await ask(limited, CALLS.createSession, { ...as(alice), body: form({ entryFee: 1 }) })).code).toBeNull();
  await execute(test.context.db, "UPDATE sessions SET status = 'expired', ended_at = 1 WHERE id = ?", made[0]);
  expect((await make('neighbour 11')).code).toBeNull();
});

describe('a form', () => {
  it.each<[string, object, FailureCode | null]>([
    ['a name of blanks', { sessionName: ' \u2003 ' }, 'ERR_SESSION_NAME'],
    ['an empty name', { sessionName: '' }, 'ERR_SESSION_NAME'],
    ['a name of 51 characters', { sessionName: 'x'.repeat(51) }, 'ERR_SESSION_NAME'],
    ['a name of 50 characters of two halves each', { sessionName: '🫧'.repeat(50) }, null],
    ['a name that hides text', { sessionName: 'a\u202Eb' }, 'ERR_SESSION_NAME'],
    ['a name of two lines', { sessionName: 'a\nb' }, 'ERR_SESSION_NAME'],
    ['a name that looks like HTML, which is text', { sessionName: '<b>x</b>' }, null],
    ['a fee below 0', { entryFee: -1 }, 'ERR_SESSION_FEE'],
    ['a fee that is no number', { entryFee: 'much' }, 'ERR_SESSION_FEE'],
    ['a fee between two steps', { entryFee: 0.15 }, 'ERR_SESSION_FEE'],
    ['a fee of one sun', { entryFee: '0.000001' }, 'ERR_SESSION_FEE'],
    ['a fee with an exponent', { entryFee: '1e2' }, 'ERR_SESSION_FEE'],
    ['a fee above the most', { entryFee: 1_000.1 }, 'ERR_SESSION_FEE'],
    ['a fee beyond all numbers', { entryFee: 1e21 }, 'ERR_SESSION_FEE'],
    ['a fee that the wallet does not hold', { entryFee: 1_000 }, 'ERR_BALANCE'],
    ['the least fee', { entryFee: '0.1' }, null],
    ['a fee of nothing', { entryFee: '0.0' }, null],
    ['a local game with a fee', { gameMode: 'classic', entryFee: 10 }, null],
    ['a local game with a fee and cross-chain rules', { scope: 'local', entryFee: 50 }, null],
    ['a local game for six with cross-chain rules', { scope: 'local', maxPlayers: 6 }, 'ERR_SESSION_MODE'],
    ['a classic game against the other chain', { scope: 'cross-chain', gameMode: 'classic' }, 'ERR_SESSION_MODE'],
    ['an unknown scope', { scope: 'galaxy' }, 'ERR_BODY'],
    ['a local game for six', { gameMode: 'classic', maxPlayers: 6 }, 'ERR_SESSION_MODE'],
    ['a local game', { gameMode: 'classic' }, null],
    ['five players', { maxPlayers: 5 }, 'ERR_BODY'],
    ['one player', { maxPlayers: 1 }, 'ERR_BODY'],
    ['a time limit of one minute', { timeLimit: 60 }, 'ERR_BODY'],
    ['an unknown policy', { policy: 'all-mine' }, 'ERR_BODY'],
    ['terms that are not those of new sessions', { entryFee: 1, policyVersion: 2 }, 'ERR_SESSION_TERMS'],
    ['the terms that were shown', { entryFee: 1, policyVersion: 1 }, null],
    ['other terms where nothing is paid', { policyVersion: 2 }, null],
    ['another’s address', { creatorAddress: `T${'1'.repeat(33)}` }, 'ERR_ADDRESS_OTHER'],
  ])('with %s', async (_, changes, code) => {
    const before = await dumpAll(test.context.db);
    expect((await ask(app, CALLS.createSession, { ...as(alice), body: form(changes) })).code).toBe(code);
    if (code !== null) expect(await dumpAll(test.context.db)).toEqual(before);
  });

  it('has the terms of the operator’s setting, which the session keeps when the setting changes', async () => {
    const settings = { ...test.context.settings, otherChainPrizeTo: 'best-tron-player' } as const;
    const other = createApp({ ...test.context, settings });
    const body = form({ entryFee: 1, policyVersion: 2 });
    const { value } = await ask(other, CALLS.createSession, { ...as(alice), body });
    const { id, revenueDistribution } = value.session;
    expect(revenueDistribution).toEqual(newRevenue('winner-takes-all', 'best-tron-player'));
    const shown = await ask(app, CALLS.getSession, { params: { id } });
    expect(shown.value.revenueDistribution).toEqual(revenueDistribution);
    expect((await ask(other, CALLS.getPlatform, {})).value.otherChainPrizeTo).toBe('best-tron-player');
    expect((await ask(app, CALLS.getPlatform, {})).value.otherChainPrizeTo).toBe('house');
  });

  it('keeps the name without the blanks around it', async () => {
    const { value } = await ask(app, CALLS.createSession, { ...as(alice), body: form({ sessionName: '  Ｚoë 🫧 ' }) });
    expect(value.session.sessionName).toBe('Ｚoë 🫧');
  });

  it('is refused for a fourth open session, however many are asked for at once', async () => {
    const asked = Array.from({ length: 6 }, async () =>
      ask(app, CALLS.createSession, { ...as(alice), body: form({ entryFee: 1 }) }),
    );
    const made = (await Promise.all(asked)).filter(({ code }) => code === null);
    expect(made.length).toBeLessThanOrEqual(3);
    while ((await ask(app, CALLS.createSession, { ...as(alice), body: form({ entryFee: 1 }) })).code === null);
    expect((await ask(app, CALLS.createSession, { ...as(alice), body: form() })).code).toBe('ERR_SESSION_LIMIT');
    const open = 'SELECT count(*) FROM sessions WHERE ended_at IS NULL AND creator_address = ?';
    expect(await fetchValue(test.context.db, open, alice.address)).toBe(3);
  });

  it('is refused to the house for a paid session, whose fees it would pay itself', async () => {
    const { address } = test.context.house;
    const house = await test.player('house');
    await execute(
      test.context.db,
      'INSERT INTO players SELECT ?, username, 0, 0, preferred_game_mode, 0, 0, NULL, prizes_to FROM players WHERE address = ?',
      address,
      house.address,
    );
    const token = await signIn(test.context, address);
    const reply = await ask(app, CALLS.createSession, { token, body: form({ entryFee: 1 }) });
    expect(reply.code).toBe('ERR_HOUSE');
  });
});

describe('a call about a session', () => {
  const CALLS_ABOUT = EVERY_CALL.filter(([, { path }]) => path.startsWith('/api/popfray/sessions/{id}'));
  const BODIES: Readonly<Record<string, object>> = { setReady: { isReady: true }, removePlayer: { userId: 'bot-1' } };
  const bodyOf = (name: string): object | undefined => BODIES[name];

  it.each(CALLS_ABOUT)('%s is refused for one that there is none of', async (name, call) => {
    const said = {
      token: tokens.get(alice),
      params: { id: 'nothing-here', address: alice.address },
      body: bodyOf(name),
    };
    expect((await ask(app, call, said)).code).toBe('ERR_SESSION_UNKNOWN');
  });

  /** What each call is answered to a stranger, to a player and to the creator, of a session of each status. */
  const TABLE: readonly (readonly [string, CallName, string, string, string])[] = [
    ['waiting', 'getMySeat', 'ERR_SEAT_UNKNOWN', '', ''],
    ['waiting', 'leaveSession', 'ERR_SEAT_UNKNOWN', '', 'ERR_SESSION_STATE'],
    ['waiting', 'cancelSession', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', ''],
    ['waiting', 'setReady', 'ERR_SEAT_UNKNOWN', '', ''],
    ['waiting', 'removePlayer', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SEAT_UNKNOWN'],
    ['starting', 'removePlayer', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SESSION_STATE'],
    ['waiting', 'startSession', 'ERR_SEAT_UNKNOWN', 'ERR_NOT_READY', 'ERR_NOT_READY'],
    ['waiting', 'addBot', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', ''],
    ['waiting', 'rematch', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['waiting', 'joinSession', '', '', ''],
    ['starting', 'joinSession', 'ERR_SESSION_CLOSED', '', ''],
    ['starting', 'leaveSession', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['starting', 'cancelSession', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SESSION_STATE'],
    ['starting', 'startSession', 'ERR_SEAT_UNKNOWN', '', ''],
    ['starting', 'addBot', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CLOSED'],
    ['playing', 'joinSession', 'ERR_SESSION_CLOSED', '', ''],
    ['playing', 'leaveSession', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['playing', 'cancelSession', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SESSION_STATE'],
    ['playing', 'setReady', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['playing', 'startSession', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['cancelled', 'joinSession', 'ERR_SESSION_CLOSED', '', ''],
    ['cancelled', 'cancelSession', 'ERR_SESSION_CREATOR', 'ERR_SESSION_CREATOR', 'ERR_SESSION_STATE'],
    ['cancelled', 'leaveSession', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['cancelled', 'setReady', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SESSION_STATE'],
    ['cancelled', 'rematch', 'ERR_SEAT_UNKNOWN', '', ''],
  ];

  it.each(TABLE)('of a %s session: %s', async (status, name, stranger, player, creator) => {
    for (const [wallet, code] of [
      [carol, stranger],
      [bob, player],
      [alice, creator],
    ] as const) {
      const id = await gather(test, alice);
      await join(test, bob, id);
      if (status === 'cancelled') await ask(app, CALLS.cancelSession, as(alice, id));
      if (status === 'starting' || status === 'playing') {
        for (const seated of [alice, bob])
          await ask(app, CALLS.setReady, { ...as(seated, id), body: { isReady: true } });
        await ask(app, CALLS.startSession, as(alice, id));
      }
      if (status === 'playing') await play(test, id);
      const before = JSON.stringify(await dumpAll(test.context.db));
      expect((await ask(app, CALLS[name], { ...as(wallet, id), body: bodyOf(name) })).code ?? '').toBe(code);
      if (code !== '') expect(JSON.stringify(await dumpAll(test.context.db))).toBe(before);
      await endAll();
    }
  });
});

it('the list has what is open, the newest first, and for a while what has ended', async () => {
  const first = await gather(test, alice, { sessionName: 'First' });
  test.clock.nowMs += 1;
  await gather(test, bob, { sessionName: 'Second' });
  await draft(test, bob, { sessionName: 'Draft', entryFee: 1 });
  const names = async () => (await ask(app, CALLS.getSessions)).value.map(({ sessionName }) => sessionName);
  expect(await names()).toEqual(['Second', 'First']);
  await ask(app, CALLS.cancelSession, as(alice, first));
  test.clock.nowMs += 5 * MINUTE_MS - 1;
  expect(await names()).toEqual(['Second', 'First']);
  test.clock.nowMs += 2;
  await work(test);
  expect(await names()).toEqual(['Second']);
  test.clock.nowMs += 10 * MINUTE_MS;
  await work(test);
  expect(await names()).toEqual([]);
  expect(await balanceOf(test.context.db, playerAccount(bob.address))).toBe(0);
});
