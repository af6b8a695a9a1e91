import { CALLS } from '@popfray/protocol';
import { createBot } from '@popfray/engine/bot';
import { BATTLE_MS, GRACE_MS } from '@popfray/protocol/battle';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, escrowAccount, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { seatSession } from '../settlement/session.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createDesk } from '../testing/desk.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { run } from './battle.fixture.ts';
import { TestPlayer } from './test-player.fixture.ts';
import type { Battles } from './battle-connection.ts';
import { createBattles } from './battles.ts';
import { TestLeases } from './leases.fixture.ts';

const test = await createDesk();
const { clock } = test;
const context = { ...test.context, leases: new TestLeases(test.context.leases) };
const { db } = context;

let battles: Battles;
beforeEach(() => {
  battles = createBattles(context);
});
afterEach(async () => battles.stop());
afterAll(async () => test.stop());

const TRX = 1_000_000;
const COUNTDOWN_MS = 30_000;

/** Clicks at the centre of a bubble as often as the rules allow. */
const PERFECT_AIM = { reactionMs: 110, reactionSpreadMs: 10, aimErrorPx: 0, missPct: 0, choice: 5 } as const;

/** Plays a battle for 20 TRX each to its end; the first player is a program with perfect aim, the others play like people. */
async function playPaid(line: string): Promise<{ readonly sessionId: string; readonly players: TestPlayer[] }> {
  const { session, players: userIds } = await seatSession(test, { line, policy: 'podium', status: 'starting' });
  const sessionId = session.id;
  context.bus.publish({ type: 'starting', sessionId, nodeId: context.leases.nodeId });
  await battles.turn(clock.nowMs);
  const players: TestPlayer[] = [];
  for (const [place, userId] of userIds.entries()) {
    const player = new TestPlayer(context, battles, sessionId, userId, place === 1 ? 'regular' : 'novice');
    if (place === 0) player.bot = createBot({ skill: PERFECT_AIM, seed: 'perfect' });
    players.push((await player.connect()).giveSeed());
  }
  await run(test, battles, players, COUNTDOWN_MS + BATTLE_MS + GRACE_MS + 500);
  return { sessionId, players };
}

it('holds the share of a program with perfect aim at its end, and pays the players who play like people', async () => {
  const { sessionId, players } = await playPaid('ttt');
  const [program, second, third] = players.map(({ userId }) => userId);
  const over = required(players[1]?.over);
  expect(over.results.map(({ review, position }) => [review, position])).toEqual([
    ['held', 1],
    [undefined, 2],
    [undefined, 3],
  ]);
  expect(await balanceOf(db, playerAccount(required(program)))).toBe(0);
  expect(await balanceOf(db, PAYOUTS)).toBe(14.25 * TRX);
  expect(await balanceOf(db, playerAccount(required(third)))).toBe(8.55 * TRX);
  expect(await balanceOf(db, escrowAccount(sessionId))).toBe(34.2 * TRX);
  const examined = await db.selectFrom('examinations').selectAll().where('session_id', '=', sessionId).execute();
  expect(new Map(examined.map(({ address, status }) => [address, status]))).toEqual(
    new Map([
      [program, 'held'],
      [second, 'clear'],
      [third, 'clear'],
    ]),
  );
  const own = await ask(test.app, CALLS.getMyHeldShares, { token: await signIn(context, required(program)) });
  expect(own.value).toMatchObject([{ sessionId, status: 'held', amountSun: 34.2 * TRX }]);
  expect(own.value[0]?.reasons).toEqual(expect.arrayContaining(['fast', 'precise']));
  const receipt = await ask(test.app, CALLS.getReceipt, { params: { id: sessionId } });
  expect(verifyReceipt(receipt.value).checks.filter(({ problem }) => problem !== null)).toEqual([]);
  expect((await auditLedger(db)).differences).toEqual([]);
});
