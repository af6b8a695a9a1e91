import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import type { FailureCode, PayFrom } from '@popfray/protocol';
import { BATTLE_MS } from '@popfray/protocol/battle';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, escrowAccount, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { settleBattle } from '../settlement/settle.ts';
import { showReceipt } from '../settlement/receipt.ts';
import { pause } from '../ledger/pause.ts';
import { createGame, joinGame, leaveGame } from './games.ts';
import { getLeaderboard } from '../statistics/statistics.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit } from '../testing/money.fixture.ts';
import { expectSound, payEntry, play, rowOf, submitEntry, work } from '../testing/session.fixture.ts';
import { addBot } from '../sessions/bots.ts';
import { joinForeign } from '../sessions/join.ts';
import { setReady } from '../sessions/ready.ts';
import { findSeat } from '../sessions/seat.ts';
import { startSession } from '../sessions/start.ts';

const TRX = 1_000_000;
const FEE_SUN = 10 * TRX;
const NETWORK = '203.0.113.7';

let test: TestContext;
let alice: TestWallet;
let bob: TestWallet;
let carol: TestWallet;

beforeEach(async () => {
  test = await createTestContext();
  for (const name of ['alice', 'bob', 'carol'])
    test.devChain.chain.faucet((await test.player(name)).address, 100 * TRX);
  await test.mine();
  [alice, bob, carol] = [test.wallet('alice'), test.wallet('bob'), test.wallet('carol')];
});
afterEach(async () => {
  await expectSound(test);
  await test.stop();
});

const codeOf = (result: { ok: true } | { ok: false; error: string }): string | null =>
  result.ok ? null : result.error;
const balance = async ({ address }: TestWallet): Promise<number> => balanceOf(test.context.db, playerAccount(address));
const escrow = async (id: string): Promise<number> => balanceOf(test.context.db, escrowAccount(id));
const seatOf = async ({ address }: TestWallet, id: string) => (await findSeat(test.context.db, id, address))?.status;
const ready = async (id: string, { address }: TestWallet) => codeOf(await setReady(test.context, id, address, true));
const start = async (id: string, { address }: TestWallet) => codeOf(await startSession(test.context, id, address));
const from = (paymentId: string): PayFrom => ({ source: 'balance', paymentId });

const create = async ({ address }: TestWallet, entryFee: number, pay?: PayFrom, maxPlayers = 4) =>
  createGame(test.context, address, { type: 'create_game', mode: 'classic', entryFee, maxPlayers, pay }, NETWORK);
const join = async ({ address }: TestWallet, gameId: string, pay?: PayFrom) =>
  joinGame(test.context, address, { type: 'join_game', gameId, pay });

/** A local game whose creator has paid from the wallet. Returns its id. */
async function open(wallet: TestWallet, entryFee = 10): Promise<string> {
  const created = await create(wallet, entryFee);
  if (!created.ok) throw new Error(created.error);
  await payEntry(test, wallet, created.value.payment);
  return created.value.session.id;
}

/** Takes a seat in a local game and pays for it from the wallet. */
async function enter(wallet: TestWallet, id: string): Promise<void> {
  const joined = await join(wallet, id);
  if (!joined.ok) throw new Error(joined.error);
  await payEntry(test, wallet, joined.value.payment);
}

describe('a local game with an entry fee', () => {
  it('is a draft until its creator has paid, then accepts only TRON players who pay', async () => {
    const created = await create(alice, 10);
    const { session, payment } = (created.ok && created.value) || { session: { id: '' }, payment: null };
    expect(session).toMatchObject({ scope: 'local', status: 'draft', entryFeeSun: FEE_SUN, prizePoolSun: 4 * FEE_SUN });
    expect(codeOf(await join(bob, session.id))).toBe('ERR_SESSION_CLOSED');
    await payEntry(test, alice, payment);
    expect((await rowOf(test.context, session.id)).status).toBe('waiting');
    await enter(bob, session.id);
    expect(await escrow(session.id)).toBe(2 * FEE_SUN);
    const sol = { userId: 'So1', address: 'So1', username: 'Sol', chain: 'sol' } as const;
    expect(codeOf(await joinForeign(test.context, session.id, sol))).toBe('ERR_SESSION_CLOSED');
  });

  it('starts with two players who have paid and are ready, and not before', async () => {
    const id = await open(alice);
    await addBot(test.context, id, alice.address, 'novice');
    const reserved = await join(bob, id);
    await ready(id, alice);
    expect(await ready(id, bob)).toBe('ERR_SESSION_STATE');
    expect(await start(id, alice)).toBe('ERR_NOT_READY_PAID');
    await payEntry(test, bob, reserved.ok ? reserved.value.payment : null);
    expect(await start(id, alice)).toBe('ERR_NOT_READY_PAID');
    expect(await ready(id, bob)).toBeNull();
    expect(await start(id, alice)).toBeNull();
    expect((await rowOf(test.context, id)).status).toBe('starting');
  });

  it('is settled as every paid battle: shares, a receipt that holds, and a place on the leaderboard', async () => {
    const id = await open(alice);
    await enter(bob, id);
    for (const wallet of [alice, bob]) await ready(id, wallet);
    await start(id, alice);
    await play(test, id);
    const battle = await playOut(test.context.db, id, ({ place }) => (place === 1 ? 'expert' : 'idle'));
    test.clock.nowMs = battle.startedAt + BATTLE_MS;
    expect(await settleBattle(test.context, battle)).toMatchObject({ ok: true, value: { outcome: 'settled' } });
    expect([await escrow(id), await balance(alice), await balanceOf(test.context.db, HOUSE)]).toEqual([
      0,
      0.2 * TRX,
      0.6 * TRX,
    ]);
    const { network } = test.context.settings;
    const receipt = await showReceipt({ ...test.context, network }, id);
    if (!receipt.ok) throw new Error(receipt.error);
    expect(verifyReceipt(JSON.parse(JSON.stringify(receipt.value))).isGood).toBe(true);
    expect(await getLeaderboard(test.context)).toMatchObject([
      { gamesWon: 1, earnings: '19.2' },
      { gamesWon: 0, earnings: '0' },
    ]);
    expect(await getLeaderboard(test.context, 'free')).toEqual([]);
  });

  it('gives the fee back to who leaves, and every fee when its creator does', async () => {
    const id = await open(alice);
    for (const wallet of [bob, carol]) await enter(wallet, id);
    expect(codeOf(await leaveGame(test.context, bob.address, { type: 'leave_game', gameId: id }))).toBeNull();
    expect([await balance(bob), await escrow(id)]).toEqual([FEE_SUN, 2 * FEE_SUN]);
    expect(codeOf(await leaveGame(test.context, bob.address, { type: 'leave_game', gameId: id }))).toBe(
      'ERR_SEAT_UNKNOWN',
    );
    expect(codeOf(await leaveGame(test.context, alice.address, { type: 'leave_game', gameId: id }))).toBeNull();
    expect([await balance(alice), await balance(bob), await balance(carol), await escrow(id)]).toEqual([
      FEE_SUN,
      FEE_SUN,
      FEE_SUN,
      0,
    ]);
  });

  it('gives every fee back when it expires with one player who is ready', async () => {
    const id = await open(alice);
    await enter(bob, id);
    await ready(id, alice);
    test.clock.nowMs = (await rowOf(test.context, id)).expires_at;
    await work(test);
    expect((await rowOf(test.context, id)).status).toBe('expired');
    expect([await balance(alice), await balance(bob), await escrow(id)]).toEqual([FEE_SUN, FEE_SUN, 0]);
  });

  it('refunds every fee when no player scores', async () => {
    const id = await open(alice);
    await enter(bob, id);
    for (const wallet of [alice, bob]) await ready(id, wallet);
    await start(id, alice);
    await play(test, id);
    await settleBattle(test.context, withScores(await playOut(test.context.db, id, () => 'idle'), [0, 0]));
    expect([await balance(alice), await balance(bob), await escrow(id)]).toEqual([FEE_SUN, FEE_SUN, 0]);
  });

  it('books a fee that arrives after its end on the balance', async () => {
    const id = await open(alice);
    const joined = await join(bob, id);
    if (!joined.ok || joined.value.payment === null) throw new Error('there is nothing to pay');
    await submitEntry(test, bob, joined.value.payment);
    await leaveGame(test.context, alice.address, { type: 'leave_game', gameId: id });
    await test.mine();
    await work(test);
    expect([await balance(alice), await balance(bob), await escrow(id)]).toEqual([FEE_SUN, FEE_SUN, 0]);
  });
});

describe('a local game that the balance pays', () => {
  it('waits at once, and is made and paid once however often the same id is sent', async () => {
    await credit(test, alice, 25 * TRX);
    const made = await Promise.all([create(alice, 10, from('payment-1')), create(alice, 10, from('payment-1'))]);
    const ids = made.map((result) => (result.ok ? result.value.session.id : result.error));
    expect(new Set(ids).size).toBe(1);
    const [id = ''] = ids;
    expect([(await rowOf(test.context, id)).status, await balance(alice), await escrow(id)]).toEqual([
      'waiting',
      15 * TRX,
      FEE_SUN,
    ]);
    await credit(test, bob, 25 * TRX);
    const joins = [await join(bob, id, from('payment-2')), await join(bob, id, from('payment-2'))];
    expect(joins.map(codeOf)).toEqual([null, null]);
    expect([await balance(bob), await seatOf(bob, id), await escrow(id)]).toEqual([15 * TRX, 'taken', 2 * FEE_SUN]);
  });

  it('is not paid by an id that has paid something else, or that another player used', async () => {
    await credit(test, alice, 40 * TRX);
    await credit(test, bob, 40 * TRX);
    const first = await create(alice, 10, from('payment-1'));
    const second = await create(bob, 10, from('payment-2'));
    if (!first.ok || !second.ok) throw new Error('no games');
    expect(codeOf(await join(alice, second.value.session.id, from('payment-1')))).toBe('ERR_PAYMENT_ID');
    expect(codeOf(await join(alice, second.value.session.id, from('payment-2')))).toBe('ERR_PAYMENT_ID');
    expect([await balance(alice), await balance(bob)]).toEqual([30 * TRX, 30 * TRX]);
  });

  it('is not made where the balance falls short', async () => {
    await credit(test, alice, FEE_SUN - 1);
    expect(codeOf(await create(alice, 10, from('payment-1')))).toBe('ERR_BALANCE_SHORT');
    expect(await fetchValue(test.context.db, 'SELECT count(*) FROM sessions')).toBe(0);
  });
});

it('while paid play is paused, local games with a fee are neither made nor joined, and free ones are', async () => {
  const id = await open(alice);
  await credit(test, bob, 25 * TRX);
  await pause(test.context, { kind: 'desk', by: 'desk', reason: 'for the test' });
  const refusals: readonly (string | null)[] = [
    codeOf(await create(carol, 10)),
    codeOf(await create(bob, 10, from('payment-1'))),
    codeOf(await join(carol, id)),
    codeOf(await join(bob, id, from('payment-2'))),
  ];
  expect(refusals).toEqual(Array.from<FailureCode>({ length: 4 }).fill('ERR_PAUSED'));
  expect(codeOf(await create(carol, 0))).toBeNull();
  expect([await balance(bob), await escrow(id)]).toEqual([25 * TRX, FEE_SUN]);
});
