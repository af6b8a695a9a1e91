import { NO_POINTS } from '@popfray/protocol';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRow } from '../platform/database/raw-query.fixture.ts';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { changeSetting } from '../earning-limits/operator-settings.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, escrowAccount, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { payoutsOf } from '../payouts/payout.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { choosePrizes } from '../players/player.ts';
import { joinSession } from '../sessions/join.ts';
import { moveSession } from '../sessions/machine.ts';
import { findSession } from '../sessions/session.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import { addPlayer, createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { credit, dump, settleAll } from '../testing/money.fixture.ts';
import type { PlayedBattle } from './played.ts';
import { refundSession } from '../sessions/refund.ts';
import { showReceipt } from './receipt.ts';
import { seatSession, type SeatedSession, type Seating } from './session.fixture.ts';
import { settleBattle } from './settle.ts';

const TRX = 1_000_000;

let test: TestContext;
let published: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  published = [];
  test.context.bus.subscribe((event) => published.push(event));
});
afterEach(async () => {
  const { differences } = await auditLedger(test.context.db);
  await test.stop();
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

/** A battle with these scores by place, ready to be settled. */
async function play(
  plan: Seating,
  scores: readonly number[],
): Promise<SeatedSession & { readonly battle: PlayedBattle }> {
  const seated = await seatSession(test, plan);
  published = [];
  test.steps.length = 0;
  const battle = withScores(await playOut(test.context.db, seated.session.id, () => 'idle'), scores);
  return { ...seated, battle };
}

const onBalance = async (userId: string | undefined): Promise<number> =>
  balanceOf(test.context.db, playerAccount(userId ?? ''));
const held = async (sessionId: string): Promise<number> => balanceOf(test.context.db, escrowAccount(sessionId));
const creator = async (): Promise<number> => onBalance(test.wallet('creator').address);

describe('a battle that was played', () => {
  it('is settled: the winner is paid out, creator and house have their parts, and the escrow is empty', async () => {
    const { battle, session, players } = await play({ line: 'ttt' }, [300, 900, 500]);
    const over = await settleBattle(test.context, battle);
    const positions = over.ok ? over.value.results.map(({ position, shareSun }) => [position, shareSun]) : [];
    expect(positions).toEqual([
      [3, 0],
      [1, 57.6 * TRX],
      [2, 0],
    ]);
    expect([await creator(), await balanceOf(test.context.db, HOUSE), await held(session.id)]).toEqual([
      0.6 * TRX,
      1.8 * TRX,
      0,
    ]);
    expect([await onBalance(players[1]), await balanceOf(test.context.db, PAYOUTS)]).toEqual([0, 57.6 * TRX]);
    expect(await findSession(test.context.db, session.id)).toMatchObject({
      status: 'settled',
      ended_at: test.clock.nowMs,
    });
    expect(test.steps).toEqual(['battle.settled']);
    expect(published.map(({ type }) => type)).toEqual(['over', 'session']);
  });

  it('pays the wallet on the chain', async () => {
    const { battle, players } = await play({ line: 'tt' }, [3, 2]);
    await test.fund(test.context.house.address, 100 * TRX);
    await settleBattle(test.context, battle);
    await settleAll(test);
    const wallet = await test.context.chain.balance(players[0] ?? '');
    expect(wallet).toEqual({ ok: true, value: 38.4 * TRX });
  });

  it('leaves a share that is too small to be withdrawn on the balance', async () => {
    const { battle, players } = await play({ line: 'tt', feeSun: 5 * TRX }, [3, 2]);
    await settleBattle(test.context, battle);
    expect([await onBalance(players[0]), await balanceOf(test.context.db, PAYOUTS)]).toEqual([9.6 * TRX, 0]);
  });

  it('leaves a share on the balance of a player who wants that, and the receipt says so', async () => {
    const { battle, session, players } = await play({ line: 'tt' }, [3, 2]);
    await choosePrizes(test.context.db, players[0] ?? '', 'balance');
    const over = await settleBattle(test.context, battle);
    expect(over).toMatchObject({ value: { results: [{ isOnBalance: true }, {}] } });
    expect([await onBalance(players[0]), await balanceOf(test.context.db, PAYOUTS)]).toEqual([38.4 * TRX, 0]);
    const receipt = await showReceipt({ ...test.context, network: test.context.settings.network }, session.id);
    expect(receipt).toMatchObject({ value: { players: [{ isOnBalance: true, payout: null }, {}] } });
    if (receipt.ok)
      expect(verifyReceipt(receipt.value).checks.find(({ name }) => name === 'payouts')).toMatchObject({
        problem: null,
      });
  });

  it('of two keys does not move what they have earned past the wait of a first withdrawal', async () => {
    const change = { name: 'first-withdrawal-wait', value: 24, reason: 'for the test', by: 'desk' } as const;
    await changeSetting(test.context, change);
    const { db } = test.context;
    const { session, players } = await seatSession(test, { line: 't', status: 'waiting' });
    const second = test.wallet('seat 1');
    await addPlayer(db, second.address, test.clock.nowMs);
    await credit(test, second, 20 * TRX);
    const pay = { source: 'balance', paymentId: 'fee-from-balance' } as const;
    expect(await joinSession(test.context, second.address, session.id, pay)).toMatchObject({ ok: true });
    const starting = { ...session, status: 'starting', starts_at: test.clock.nowMs } as const;
    await moveSession(db, session, 'starting', { starts_at: test.clock.nowMs });
    await moveSession(db, starting, 'playing', {});
    await settleBattle(test.context, withScores(await playOut(db, session.id, () => 'idle'), [3, 2]));
    expect([await onBalance(players[0]), await balanceOf(db, PAYOUTS)]).toEqual([38.4 * TRX, 0]);
    // A prize of fees that wallets have paid does not wait.
    await settleBattle(test.context, (await play({ line: 'tt' }, [3, 2])).battle);
    expect(await balanceOf(db, PAYOUTS)).toBe(38.4 * TRX);
    // What stayed can be withdrawn, and waits as any first withdrawal does.
    const plan = { id: 'my-first-one', amountSun: 38.4 * TRX };
    const withdrawal = await createWithdrawal(test.context, players[0] ?? '', plan);
    expect(withdrawal).toMatchObject({ value: { not_before: test.clock.nowMs + 24 * 3_600_000 } });
  });

  it('costs its player none of the five withdrawals in 24 hours', async () => {
    for (let round = 0; round < 6; round++)
      await settleBattle(test.context, (await play({ line: 'tt' }, [3, 2])).battle);
    const alice = test.wallet('seat 0');
    await credit(test, alice, 10 * TRX);
    const plan = { id: 'withdrawal-1', amountSun: 10 * TRX };
    expect(await createWithdrawal(test.context, alice.address, plan)).toMatchObject({ ok: true });
    expect(await payoutsOf(test.context.db, alice.address)).toHaveLength(7);
  });

  it('gives a creator who wins both parts, and only pays the share out', async () => {
    const { battle, session } = await play({ line: 'tt' }, [2, 3]);
    const { db } = test.context;
    await execute(db, 'UPDATE sessions SET creator_address = ? WHERE id = ?', battle.players[1]?.address, session.id);
    await settleBattle(test.context, battle);
    expect([await onBalance(battle.players[1]?.userId), await balanceOf(db, PAYOUTS)]).toEqual([0.4 * TRX, 38.4 * TRX]);
  });

  it('leaves the pool to the house when another chain or a bot wins', async () => {
    const { battle } = await play({ line: 'tsb' }, [2, 3, 3]);
    await settleBattle(test.context, battle);
    expect([await balanceOf(test.context.db, HOUSE), await creator()]).toEqual([19.8 * TRX, 0.2 * TRX]);
  });

  it('gives what another chain wins to the best TRON player by the terms of the session, even after the setting was changed', async () => {
    const { battle, players } = await play({ line: 'ttsb', policyVersion: 2 }, [2, 3, 9, 5]);
    await settleBattle({ ...test.context, settings: { ...test.context.settings, otherChainPrizeTo: 'house' } }, battle);
    const { db } = test.context;
    expect([await balanceOf(db, HOUSE), await creator(), await balanceOf(db, PAYOUTS)]).toEqual([
      1.2 * TRX,
      0.4 * TRX,
      38.4 * TRX,
    ]);
    expect((await payoutsOf(db, players[1] ?? '')).map(({ amount_sun }) => amount_sun)).toEqual([38.4 * TRX]);

    const { battle: older } = await play({ line: 'tsb' }, [2, 3, 3]);
    const settings = { ...test.context.settings, otherChainPrizeTo: 'best-tron-player' } as const;
    await settleBattle({ ...test.context, settings }, older);
    expect(await balanceOf(db, HOUSE)).toBe((1.2 + 19.8) * TRX);
  });

  it('moves no money in a free session', async () => {
    const { battle } = await play({ line: 'ttb', feeSun: 0 }, [2, 3, 9]);
    const entries = await dump(test.context.db);
    expect(await settleBattle(test.context, battle)).toMatchObject({ ok: true, value: { outcome: 'settled' } });
    expect(await dump(test.context.db)).toEqual(entries);
  });

  it('counts for the players who came', async () => {
    const { battle, players } = await play({ line: 'ttt' }, [2, 3, 0]);
    const absent = battle.players.map((player) =>
      player.place === 2 ? { ...player, status: 'absent' as const } : player,
    );
    await settleBattle(test.context, { ...battle, players: absent });
    const { db } = test.context;
    const totals = 'SELECT games_played, total_score FROM players WHERE address = ?';
    expect(await Array.fromAsync(players, async (address) => fetchRow(db, totals, address))).toEqual([
      { games_played: 1, total_score: 2 },
      { games_played: 1, total_score: 3 },
      { games_played: 0, total_score: 0 },
    ]);
  });

  it('is settled once: again it gives the same answer, moves nothing and says nothing', async () => {
    const { battle } = await play({ line: 'ttsb', policy: 'podium' }, [5, 7, 7, 1]);
    const first = await settleBattle(test.context, battle);
    const before = await dump(test.context.db);
    published = [];
    expect(await settleBattle(test.context, battle)).toEqual(first);
    expect(await settleBattle(test.context, withScores(battle, [99, 0, 0, 0]))).toEqual(first);
    expect([await dump(test.context.db), published, test.steps]).toEqual([before, [], ['battle.settled']]);
  });

  it('is settled or refunded, but not both, when both are asked for at once, each twice', async () => {
    const { battle, session, players } = await play({ line: 'tt' }, [5, 7]);
    const settle = async () => settleBattle(test.context, battle);
    const refund = async () => refundSession(test.context, session, 'cancelled', 'fault');
    const [first, refunded, second, again] = await Promise.all([settle(), refund(), settle(), refund()]);
    // Which of them comes first is up to the database.
    const isSettled = test.steps[0] === 'battle.settled';
    expect(first).toMatchObject({ ok: true, value: { outcome: isSettled ? 'settled' : 'cancelled' } });
    expect(second).toEqual(first);
    expect([refunded, again].filter((row) => row !== null)).toHaveLength(isSettled ? 0 : 1);
    expect(test.steps).toEqual([isSettled ? 'battle.settled' : 'session.refunded']);
    expect(published.filter(({ type }) => type === 'over')).toHaveLength(1);
    expect([await onBalance(players[0]), await held(session.id)]).toEqual([isSettled ? 0 : 20 * TRX, 0]);
  });
});

describe('a battle without points', () => {
  it('is cancelled, and everybody is refunded', async () => {
    const { battle, session, players } = await play({ line: 'tts' }, [0, 0, 0]);
    expect(await settleBattle(test.context, battle)).toEqual({
      ok: true,
      value: { type: 'battle_over', sessionId: session.id, outcome: 'cancelled', results: [] },
    });
    expect([await onBalance(players[0]), await onBalance(players[1]), await held(session.id)]).toEqual([
      20 * TRX,
      20 * TRX,
      0,
    ]);
    expect(await findSession(test.context.db, session.id)).toMatchObject({ status: 'cancelled', reason: NO_POINTS });
    expect(test.steps).toEqual(['session.refunded']);
  });
});

describe('what cannot be settled', () => {
  it.each(['waiting', 'starting'] as const)('is a session that is %s', async (status) => {
    const { session } = await seatSession(test, { line: 'tt', status: 'starting' });
    const battle = await playOut(test.context.db, session.id, () => 'regular');
    if (status === 'waiting') await execute(test.context.db, "UPDATE sessions SET status = 'waiting'");
    const before = await dump(test.context.db);
    expect(await settleBattle(test.context, battle)).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is a session that is not there', async () => {
    const { battle } = await play({ line: 'tt' }, [1, 2]);
    expect(await settleBattle(test.context, { ...battle, sessionId: 'nowhere-1' })).toEqual({
      ok: false,
      error: 'ERR_SESSION_UNKNOWN',
    });
  });

  it('is one that was refunded meanwhile: it stays cancelled', async () => {
    const { battle, session } = await play({ line: 'tt' }, [1, 2]);
    expect(await refundSession(test.context, session, 'cancelled', 'fault')).not.toBeNull();
    const before = await dump(test.context.db);
    expect(await settleBattle(test.context, battle)).toMatchObject({ ok: true, value: { outcome: 'cancelled' } });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it.each<[string, (battle: PlayedBattle) => PlayedBattle]>([
    ['a round too few', (battle) => ({ ...battle, players: battle.players.slice(1) })],
    ['a round twice', (battle) => ({ ...battle, players: [...battle.players, ...battle.players.slice(1)] })],
    [
      'a stranger’s round',
      (battle) => ({
        ...battle,
        players: battle.players.map((player) => ({ ...player, userId: `x${player.userId}` })),
      }),
    ],
  ])('is a battle with %s: that is a bug, and nothing of it stays', async (_, change) => {
    const { battle, session } = await play({ line: 'ttr' }, [1, 2]);
    const before = await dump(test.context.db);
    await expect(async () => settleBattle(test.context, change(battle))).rejects.toThrow('not those of its seats');
    expect([await dump(test.context.db), (await findSession(test.context.db, session.id))?.status]).toEqual([
      before,
      'playing',
    ]);
  });

  it('is one whose escrow is not what was paid', async () => {
    const { battle, session } = await play({ line: 'tt' }, [1, 2]);
    await execute(test.context.db, 'UPDATE seats SET fee_sun = fee_sun + 1 WHERE session_id = ?', session.id);
    await expect(async () => settleBattle(test.context, battle)).rejects.toThrow(
      'holds 40000000 sun, and 40000002 were paid',
    );
    await execute(test.context.db, 'UPDATE seats SET fee_sun = fee_sun - 1 WHERE session_id = ?', session.id);
  });
});

describe('a session that ends unplayed', () => {
  it.each([
    ['expired', 'waiting', '', ['session', 'notice', 'notice']],
    ['cancelled', 'waiting', 'creator', ['session', 'notice', 'notice']],
    ['cancelled', 'starting', 'fault', ['over', 'session', 'notice', 'notice']],
    ['cancelled', 'playing', 'fault', ['over', 'session', 'notice', 'notice']],
  ] as const)('is %s when it was %s, and gives every fee back once', async (status, from, reason, told) => {
    const { session, players } = await seatSession(test, { line: 'ttsr', status: from });
    published = [];
    test.steps.length = 0;
    expect(await refundSession(test.context, session, status, reason)).toMatchObject({ status, reason });
    expect(await Array.fromAsync(players, onBalance)).toEqual([20 * TRX, 20 * TRX, 0, 0]);
    expect([await held(session.id), test.steps, published.map(({ type }) => type)]).toEqual([
      0,
      ['session.refunded'],
      told,
    ]);
    expect(published.at(-1)).toMatchObject({ address: players[1], title: 'Entry Fee Refunded' });
    const before = await dump(test.context.db);
    expect(await refundSession(test.context, session, status, reason)).toBeNull();
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('does not do so from where it may not', async () => {
    const { session } = await seatSession(test, { line: 'tt', status: 'playing' });
    expect(await refundSession(test.context, session, 'expired', '')).toBeNull();
    const { battle, session: settled } = await play({ line: 'tt' }, [1, 2]);
    await settleBattle(test.context, battle);
    const row = await findSession(test.context.db, settled.id);
    expect(row && (await refundSession(test.context, row, 'cancelled', 'fault'))).toBeNull();
  });
});
