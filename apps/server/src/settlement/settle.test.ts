import { NO_POINTS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../platform/bus/bus.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, escrowAccount, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { payoutsOf } from '../payouts/payout.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { findSession } from '../sessions/session.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { credit, dump, settleAll } from '../testing/money.fixture.ts';
import type { PlayedBattle } from './played.ts';
import { refundSession } from '../sessions/refund.ts';
import { seatSession, type SeatedSession, type Seating } from './session.fixture.ts';
import { settleBattle } from './settle.ts';

const TRX = 1_000_000;

let test: TestContext;
let heard: DomainEvent[];

beforeEach(async () => {
  test = await createTestContext();
  heard = [];
  test.context.bus.subscribe((event) => heard.push(event));
});
afterEach(async () => {
  const { differences } = auditLedger(test.context.db);
  await test.stop();
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

/** A battle with these scores by place, ready to be settled. */
function play(plan: Seating, scores: readonly number[]): SeatedSession & { readonly battle: PlayedBattle } {
  const seated = seatSession(test, plan);
  heard = [];
  test.steps.length = 0;
  const battle = withScores(
    playOut(test.context.db, seated.session.id, () => 'idle'),
    scores,
  );
  return { ...seated, battle };
}

const onBalance = (userId: string | undefined): number => balanceOf(test.context.db, playerAccount(userId ?? ''));
const held = (sessionId: string): number => balanceOf(test.context.db, escrowAccount(sessionId));
const creator = (): number => onBalance(test.wallet('creator').address);

describe('a battle that was played', () => {
  it('is settled: the winner is paid out, creator and house have their parts, and the escrow is empty', async () => {
    const { battle, session, players } = play({ line: 'ttt' }, [300, 900, 500]);
    const over = settleBattle(test.context, battle);
    const positions = over.ok ? over.value.results.map(({ position, shareSun }) => [position, shareSun]) : [];
    expect(positions).toEqual([
      [3, 0],
      [1, 57.6 * TRX],
      [2, 0],
    ]);
    expect([creator(), balanceOf(test.context.db, HOUSE), held(session.id)]).toEqual([0.6 * TRX, 1.8 * TRX, 0]);
    expect([onBalance(players[1]), balanceOf(test.context.db, PAYOUTS)]).toEqual([0, 57.6 * TRX]);
    expect(findSession(test.context.db, session.id)).toMatchObject({ status: 'settled', ended_at: test.clock.nowMs });
    expect(test.steps).toEqual(['battle.settled']);
    expect(heard.map(({ type }) => type)).toEqual(['over', 'session']);
  });

  it('pays the wallet on the chain', async () => {
    const { battle, players } = play({ line: 'tt' }, [3, 2]);
    await test.fund(test.context.house.address, 100 * TRX);
    settleBattle(test.context, battle);
    await settleAll(test);
    const wallet = await test.context.chain.balance(players[0] ?? '');
    expect(wallet).toEqual({ ok: true, value: 38.4 * TRX });
  });

  it('leaves a share that is too small to be withdrawn on the balance', () => {
    const { battle, players } = play({ line: 'tt', feeSun: 5 * TRX }, [3, 2]);
    settleBattle(test.context, battle);
    expect([onBalance(players[0]), balanceOf(test.context.db, PAYOUTS)]).toEqual([9.6 * TRX, 0]);
  });

  it('costs its player none of the five withdrawals in 24 hours', () => {
    for (let round = 0; round < 6; round++) settleBattle(test.context, play({ line: 'tt' }, [3, 2]).battle);
    const alice = test.wallet('seat 0');
    credit(test, alice, 10 * TRX);
    const plan = { id: 'withdrawal-1', amountSun: 10 * TRX };
    expect(createWithdrawal(test.context, alice.address, plan)).toMatchObject({ ok: true });
    expect(payoutsOf(test.context.db, alice.address)).toHaveLength(7);
  });

  it('gives a creator who wins both parts, and only pays the share out', () => {
    const { battle, session } = play({ line: 'tt' }, [2, 3]);
    const { db } = test.context;
    db.prepare('UPDATE sessions SET creator_address = ? WHERE id = ?').run(battle.players[1]?.address, session.id);
    settleBattle(test.context, battle);
    expect([onBalance(battle.players[1]?.userId), balanceOf(db, PAYOUTS)]).toEqual([0.4 * TRX, 38.4 * TRX]);
  });

  it('leaves the pool to the house when another chain or a bot wins', () => {
    const { battle } = play({ line: 'tsb' }, [2, 3, 3]);
    settleBattle(test.context, battle);
    expect([balanceOf(test.context.db, HOUSE), creator()]).toEqual([19.8 * TRX, 0.2 * TRX]);
  });

  it('moves no money in a free session', () => {
    const { battle } = play({ line: 'ttb', feeSun: 0 }, [2, 3, 9]);
    const entries = dump(test.context.db);
    expect(settleBattle(test.context, battle)).toMatchObject({ ok: true, value: { outcome: 'settled' } });
    expect(dump(test.context.db)).toEqual(entries);
  });

  it('counts for the players who came', () => {
    const { battle, players } = play({ line: 'ttt' }, [2, 3, 0]);
    const absent = battle.players.map((player) =>
      player.place === 2 ? { ...player, status: 'absent' as const } : player,
    );
    settleBattle(test.context, { ...battle, players: absent });
    const { db } = test.context;
    const totals = db.prepare('SELECT games_played, total_score FROM players WHERE address = ?').raw();
    expect(players.map((address) => totals.get(address))).toEqual([
      [1, 2],
      [1, 3],
      [0, 0],
    ]);
  });

  it('is settled once: again it gives the same answer, moves nothing and says nothing', () => {
    const { battle } = play({ line: 'ttsb', policy: 'podium' }, [5, 7, 7, 1]);
    const first = settleBattle(test.context, battle);
    const before = dump(test.context.db);
    heard = [];
    expect(settleBattle(test.context, battle)).toEqual(first);
    expect(settleBattle(test.context, withScores(battle, [99, 0, 0, 0]))).toEqual(first);
    expect([dump(test.context.db), heard, test.steps]).toEqual([before, [], ['battle.settled']]);
  });
});

describe('a battle without points', () => {
  it('is cancelled, and everybody is refunded', () => {
    const { battle, session, players } = play({ line: 'tts' }, [0, 0, 0]);
    expect(settleBattle(test.context, battle)).toEqual({
      ok: true,
      value: { type: 'battle_over', sessionId: session.id, outcome: 'cancelled', results: [] },
    });
    expect([onBalance(players[0]), onBalance(players[1]), held(session.id)]).toEqual([20 * TRX, 20 * TRX, 0]);
    expect(findSession(test.context.db, session.id)).toMatchObject({ status: 'cancelled', reason: NO_POINTS });
    expect(test.steps).toEqual(['session.refunded']);
  });
});

describe('what cannot be settled', () => {
  it.each(['waiting', 'starting'] as const)('is a session that is %s', (status) => {
    const { session } = seatSession(test, { line: 'tt', status: 'starting' });
    const battle = playOut(test.context.db, session.id, () => 'regular');
    if (status === 'waiting') test.context.db.prepare("UPDATE sessions SET status = 'waiting'").run();
    const before = dump(test.context.db);
    expect(settleBattle(test.context, battle)).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
    expect(dump(test.context.db)).toEqual(before);
  });

  it('is a session that is not there', () => {
    const { battle } = play({ line: 'tt' }, [1, 2]);
    expect(settleBattle(test.context, { ...battle, sessionId: 'nowhere-1' })).toEqual({
      ok: false,
      error: 'ERR_SESSION_UNKNOWN',
    });
  });

  it('is one that was refunded meanwhile: it stays cancelled', () => {
    const { battle, session } = play({ line: 'tt' }, [1, 2]);
    expect(refundSession(test.context, session, 'cancelled', 'fault')).not.toBeNull();
    const before = dump(test.context.db);
    expect(settleBattle(test.context, battle)).toMatchObject({ ok: true, value: { outcome: 'cancelled' } });
    expect(dump(test.context.db)).toEqual(before);
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
  ])('is a battle with %s: that is a bug, and nothing of it stays', (_, change) => {
    const { battle, session } = play({ line: 'ttr' }, [1, 2]);
    const before = dump(test.context.db);
    expect(() => settleBattle(test.context, change(battle))).toThrow('not those of its seats');
    expect([dump(test.context.db), findSession(test.context.db, session.id)?.status]).toEqual([before, 'playing']);
  });

  it('is one whose escrow is not what was paid', () => {
    const { battle, session } = play({ line: 'tt' }, [1, 2]);
    test.context.db.prepare('UPDATE seats SET fee_sun = fee_sun + 1 WHERE session_id = ?').run(session.id);
    expect(() => settleBattle(test.context, battle)).toThrow('holds 40000000 sun, and 40000002 were paid');
    test.context.db.prepare('UPDATE seats SET fee_sun = fee_sun - 1 WHERE session_id = ?').run(session.id);
  });
});

describe('a session that ends unplayed', () => {
  it.each([
    ['expired', 'waiting', '', ['session', 'notice', 'notice']],
    ['cancelled', 'waiting', 'creator', ['session', 'notice', 'notice']],
    ['cancelled', 'starting', 'fault', ['over', 'session', 'notice', 'notice']],
    ['cancelled', 'playing', 'fault', ['over', 'session', 'notice', 'notice']],
  ] as const)('is %s when it was %s, and gives every fee back once', (status, from, reason, told) => {
    const { session, players } = seatSession(test, { line: 'ttsr', status: from });
    heard = [];
    test.steps.length = 0;
    expect(refundSession(test.context, session, status, reason)).toMatchObject({ status, reason });
    expect(players.map(onBalance)).toEqual([20 * TRX, 20 * TRX, 0, 0]);
    expect([held(session.id), test.steps, heard.map(({ type }) => type)]).toEqual([0, ['session.refunded'], told]);
    expect(heard.at(-1)).toMatchObject({ address: players[1], title: 'Entry Fee Refunded' });
    const before = dump(test.context.db);
    expect(refundSession(test.context, session, status, reason)).toBeNull();
    expect(dump(test.context.db)).toEqual(before);
  });

  it('does not do so from where it may not', () => {
    const { session } = seatSession(test, { line: 'tt', status: 'playing' });
    expect(refundSession(test.context, session, 'expired', '')).toBeNull();
    const { battle, session: settled } = play({ line: 'tt' }, [1, 2]);
    settleBattle(test.context, battle);
    const row = findSession(test.context.db, settled.id);
    expect(row && refundSession(test.context, row, 'cancelled', 'fault')).toBeNull();
  });
});
