import { decodeReplay } from '@popfray/engine';
import { CALLS } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { verifyReceipt, type Receipt } from '@popfray/protocol/receipt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conduct } from '../conduct/index.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, escrowAccount, HOUSE, PAYOUTS, playerAccount } from '../ledger/ledger.ts';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { liabilitiesOf } from '../solvency/liabilities.ts';
import { playOut } from '../testing/battle.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { dump } from '../testing/money.fixture.ts';
import { seatSession, type SeatedSession, type Seating } from './session.fixture.ts';
import { settleBattle } from './settle.ts';
import { decideShare } from './share-decision.ts';

const TRX = 1_000_000;
const WHY = 'Every click is at the centre of its bubble.';

let test: Desk;

beforeEach(async () => {
  test = await createDesk();
});
afterEach(async () => {
  const { differences } = await auditLedger(test.context.db);
  await test.stop();
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

/** Two places of a mouse. */
const PATH = encodePath(Int32Array.of(100, 1_600, 1_200, 0, 0, 120, 1_640, 1_210, 0, 0), PATH_START).bytes;

/** Measurements of a player who has exceeded these limits. */
const conductOf = (...reasons: Conduct['reasons']): Conduct => ({
  reasons,
  clicks: 505,
  reactionMedianMs: 100,
  intervalVariationPct: 20,
  aimOffsetPct: 0,
  pathScore: 2.3456,
  contradicted: 3,
  marks: [],
  sketch: null,
});

/** Plays a battle whose seats have these reasons to be held, best player first, and settles it. */
async function settle(plan: Seating, reasons: readonly Conduct['reasons'][]): Promise<SeatedSession> {
  const seated = await seatSession(test, plan);
  const { id } = seated.session;
  const battle = await playOut(
    test.context.db,
    id,
    ({ place }) => (['expert', 'regular', 'novice'] as const)[place] ?? 'idle',
  );
  const players = battle.players.map((player) => ({
    ...player,
    conduct: player.isBot || player.chain !== 'tron' ? null : conductOf(...(reasons[player.place] ?? [])),
    path: player.isBot || player.chain !== 'tron' ? null : PATH,
  }));
  expect(players.map(({ score }) => score)).toEqual(players.map(({ score }) => score).toSorted((a, b) => b - a));
  test.clock.nowMs += 100_000;
  if (!(await settleBattle(test.context, { ...battle, players })).ok) throw new Error('it cannot be settled');
  return seated;
}

/** The track of a replay's text; null for a replay without one. */
function trackOf(replay: string | null): Uint8Array | null {
  const decoded = decodeReplay(Buffer.from(replay ?? '', 'base64url'));
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value.track ?? null;
}

const onBalance = async (userId: string | undefined): Promise<number> =>
  balanceOf(test.context.db, playerAccount(userId ?? ''));
const inEscrow = async ({ session }: SeatedSession): Promise<number> =>
  balanceOf(test.context.db, escrowAccount(session.id));
const decide = async (id: string, outcome: 'paid' | 'refused', reason = WHY) =>
  ask(test.app, ADMIN_CALLS.decideHeldShare, { token: test.token, params: { id }, body: { outcome, reason } });
const heldOf = async (address: string | undefined): Promise<number> =>
  (await ask(test.app, CALLS.getMe, { token: await signIn(test.context, address ?? '') })).value.heldSun;
const ownShares = async (address: string | undefined) =>
  (await ask(test.app, CALLS.getMyHeldShares, { token: await signIn(test.context, address ?? '') })).value;

/** The receipt of a battle, which has to be good. */
async function receiptOf({ session }: SeatedSession): Promise<Receipt> {
  const { value } = await ask(test.app, CALLS.getReceipt, { params: { id: session.id } });
  expect(verifyReceipt(value).checks.filter(({ problem }) => problem !== null)).toEqual([]);
  return value;
}

describe('a share of a player whose play is past a limit', () => {
  it('is held in the escrow, and the others are paid at once', async () => {
    const owedSun = (await liabilitiesOf(test.context)).totalSun;
    const seated = await settle({ line: 'ttt', policy: 'podium' }, [['fast', 'precise']]);
    const [program, second, third] = seated.players;
    expect([await onBalance(program), await onBalance(second), await onBalance(third)]).toEqual([0, 0, 8.55 * TRX]);
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(14.25 * TRX);
    expect(await inEscrow(seated)).toBe(34.2 * TRX);
    const liabilities = await liabilitiesOf(test.context);
    expect([liabilities.totalSun - owedSun, liabilities.escrowSun]).toEqual([58.2 * TRX, 34.2 * TRX]);
    expect((await receiptOf(seated)).players.map(({ review }) => review ?? null)).toEqual(['held', null, null]);
  });

  it('is shown with its reasons to its player alone', async () => {
    const { session, players } = await settle({ line: 'ttt' }, [['fast', 'tireless']]);
    expect(await ownShares(players[0])).toEqual([
      {
        sessionId: session.id,
        sessionName: session.name,
        amountSun: 57.6 * TRX,
        reasons: ['fast', 'tireless'],
        status: 'held',
        heldAt: test.clock.nowMs,
        decision: null,
      },
    ]);
    expect(await ownShares(players[1])).toEqual([]);
    expect([await heldOf(players[0]), await heldOf(players[1])]).toEqual([57.6 * TRX, 0]);
    expect(JSON.stringify(await ask(test.app, CALLS.getReceipt, { params: { id: session.id } }))).not.toContain(
      'tireless',
    );
    const token = await signIn(test.context, players[0] ?? '');
    expect((await ask(test.app, CALLS.getMyBattles, { token, query: {} })).value.battles).toMatchObject([
      { review: 'held', shareSun: 57.6 * TRX },
    ]);
  });

  it('waits at the desk with its replay, how it was played, and the player’s other battles', async () => {
    await settle({ line: 'tt' }, []);
    const { session, players } = await settle({ line: 'tt' }, [['fast']]);
    const id = `${session.id}.0`;
    const stats = await ask(test.app, ADMIN_CALLS.getStats, { token: test.token });
    expect(stats.value.waiting.reviews).toBe(1);
    const { shares } = (await ask(test.app, ADMIN_CALLS.getHeldShares, { token: test.token, query: {} })).value;
    expect(shares).toMatchObject([{ id, address: players[0], amountSun: 38.4 * TRX, decision: null, position: 1 }]);
    const story = (await ask(test.app, ADMIN_CALLS.getHeldShare, { token: test.token, params: { id } })).value;
    expect(story).toMatchObject({
      conduct: { suspicions: ['fast'], clicks: 505, pathScore: 2.346, contradicted: 3 },
      path: Buffer.from(PATH).toString('base64url'),
      // Two places are not enough of a path.
      limits: {
        fastMs: 180,
        regularPct: 6,
        precise: { offsetPct: 8, reactionMs: 400 },
        aimless: { hitPct: 35, fromClicks: 30, doubtful: { hitPct: 50, score: 5 } },
      },
      clicksByDevice: { touch: 0, keyboard: 0 },
      playerShares: { clear: 1, held: 1, paid: 0, refused: 0 },
    });
    expect(story.aims.length).toBeGreaterThan(50);
    expect(story.hitPct).toBeGreaterThan(story.limits.aimless.hitPct);
    expect(story.aimScore).toBeGreaterThan(story.limits.aimless.doubtful.score);
    expect(
      (await ask(test.app, ADMIN_CALLS.getHeldShare, { token: test.token, params: { id: `${session.id}.1` } })).code,
    ).toBe('ERR_SHARE_UNKNOWN');
  });

  it('has a path of the pointer that the receipt shows only when the review is closed', async () => {
    const text = Buffer.from(PATH).toString('base64url');
    const seated = await settle({ line: 'ttb' }, [['fast']]);
    expect((await receiptOf(seated)).players.map(({ path }) => path)).toEqual([undefined, text, undefined]);
    await decide(`${seated.session.id}.0`, 'refused');
    expect((await receiptOf(seated)).players.map(({ path }) => path)).toEqual([text, text, undefined]);
  });

  it('has a replay whose track the receipt has only when the review is closed, and the desk at once', async () => {
    const seated = await settle({ line: 'ttb' }, [['fast']]);
    const tracks = async () => (await receiptOf(seated)).players.map(({ replay }) => trackOf(replay));
    const id = `${seated.session.id}.0`;
    expect(await tracks()).toEqual([null, PATH, null]);
    const story = (await ask(test.app, ADMIN_CALLS.getHeldShare, { token: test.token, params: { id } })).value;
    expect(trackOf(story.replay)).toEqual(PATH);
    await decide(id, 'paid');
    expect(await tracks()).toEqual([PATH, PATH, null]);
  });

  it('is listed in pages, open and decided', async () => {
    const ids: string[] = [];
    for (let battle = 0; battle < 3; battle++) ids.push(`${(await settle({ line: 'tt' }, [['fast']])).session.id}.0`);
    const pages = async (status: 'open' | 'decided'): Promise<string[][]> => {
      const found: string[][] = [];
      for (let before: string | undefined; ;) {
        const query = { status, limit: 2, ...(before !== undefined && { before }) };
        const { shares, next } = (await ask(test.app, ADMIN_CALLS.getHeldShares, { token: test.token, query })).value;
        found.push(shares.map(({ id }) => id));
        if (next === null) return found;
        before = next;
      }
    };
    expect(await pages('open')).toEqual([ids.slice(0, 2), ids.slice(2)]);
    for (const id of ids) {
      test.clock.nowMs += 1;
      await decide(id, 'refused');
    }
    expect([await pages('open'), await pages('decided')]).toEqual([[[]], [[ids[2], ids[1]], [ids[0]]]]);
  });

  it('is no share when there is nothing to pay, and free battles are not examined', async () => {
    const seated = await settle({ line: 'tt' }, [[], ['program']]);
    expect(await inEscrow(seated)).toBe(0);
    expect(await ownShares(seated.players[1])).toEqual([]);
    const free = await settle({ line: 'tt', feeSun: 0 }, [['fast']]);
    expect((await receiptOf(free)).players[0]?.review).toBeUndefined();
  });
});

describe('a held share that is paid', () => {
  it('goes to the wallet as it would have, once, with an audit line', async () => {
    const seated = await settle({ line: 'tt' }, [['precise']]);
    const id = `${seated.session.id}.0`;
    const [paid, again] = await Promise.all([decide(id, 'paid'), decide(id, 'paid')]);
    expect(new Set([paid.code, again.code])).toEqual(new Set(['ERR_DECIDED', null]));
    expect((await decide(id, 'refused')).code).toBe('ERR_DECIDED');
    expect([await inEscrow(seated), await onBalance(seated.players[0])]).toEqual([0, 0]);
    expect(await balanceOf(test.context.db, PAYOUTS)).toBe(38.4 * TRX);
    expect((await receiptOf(seated)).players[0]).toMatchObject({ review: 'paid', payout: { status: 'queued' } });
    const { lines } = (await ask(test.app, ADMIN_CALLS.getAuditLog, { token: test.token, query: { subject: id } }))
      .value;
    expect(lines).toMatchObject([{ act: 'share-paid', by: test.house, reason: WHY }]);
    expect(await ownShares(seated.players[0])).toMatchObject([{ status: 'paid', decision: { reason: WHY } }]);
    expect(await heldOf(seated.players[0])).toBe(0);
  });

  it('goes to the balance when it is small', async () => {
    const seated = await settle({ line: 'tt', feeSun: 5 * TRX }, [['precise']]);
    await decide(`${seated.session.id}.0`, 'paid');
    expect([await onBalance(seated.players[0]), await balanceOf(test.context.db, PAYOUTS)]).toEqual([9.6 * TRX, 0]);
    await receiptOf(seated);
  });
});

describe('a held share that is refused', () => {
  it('goes to the other players who paid, as if the player had not played', async () => {
    const seated = await settle({ line: 'ttt', policy: 'podium' }, [['fast']]);
    const [program, second, third] = seated.players;
    const id = `${seated.session.id}.0`;
    expect((await decide(id, 'refused')).value).toMatchObject({ decision: { outcome: 'refused', by: test.house } });
    expect([await onBalance(program), await onBalance(second), await onBalance(third)]).toEqual([
      0,
      28.5 * TRX,
      14.25 * TRX,
    ]);
    expect([await inEscrow(seated), await balanceOf(test.context.db, HOUSE)]).toEqual([0, 1.8 * TRX]);
    const receipt = await receiptOf(seated);
    expect(receipt.players.map(({ review, passedOnSun }) => [review, passedOnSun])).toEqual([
      ['refused', undefined],
      [undefined, 28.5 * TRX],
      [undefined, 5.7 * TRX],
    ]);
    expect(await ownShares(program)).toMatchObject([{ status: 'refused', decision: { reason: WHY } }]);
    expect((await decide(id, 'paid')).code).toBe('ERR_DECIDED');
  });

  it('is held again for a player whose own play is past a limit, and never reaches a player who was refused', async () => {
    const seated = await settle({ line: 'ttt' }, [['fast'], ['regular'], []]);
    const [first, second, third] = seated.players;
    await decide(`${seated.session.id}.0`, 'refused');
    expect([await inEscrow(seated), await onBalance(second)]).toEqual([57.6 * TRX, 0]);
    expect(await ownShares(second)).toMatchObject([{ status: 'held', amountSun: 57.6 * TRX, reasons: ['regular'] }]);
    await receiptOf(seated);
    await decide(`${seated.session.id}.1`, 'refused');
    expect([await onBalance(first), await onBalance(second), await onBalance(third)]).toEqual([0, 0, 57.6 * TRX]);
    expect(await inEscrow(seated)).toBe(0);
    await receiptOf(seated);
  });

  it('goes to the house when no other player has paid', async () => {
    const seated = await settle({ line: 'tsb' }, [['fast']]);
    await decide(`${seated.session.id}.0`, 'refused');
    expect([await inEscrow(seated), await balanceOf(test.context.db, HOUSE)]).toEqual([0, 19.8 * TRX]);
    expect(await receiptOf(seated)).toMatchObject({ houseRefusedSun: 19.2 * TRX });
  });

  it('is a sum that a receipt cannot hide', async () => {
    const seated = await settle({ line: 'ttt' }, [['fast']]);
    await decide(`${seated.session.id}.0`, 'refused');
    const receipt = await receiptOf(seated);
    const problemsOf = (change: Partial<Receipt>): string[] =>
      verifyReceipt({ ...receipt, ...change }).checks.flatMap(({ name, problem }) => (problem === null ? [] : [name]));
    const forged = receipt.players.map((player) => ({ ...player, passedOnSun: undefined }));
    expect(problemsOf({ players: forged })).toEqual(['shares']);
    expect(problemsOf({ players: forged, houseRefusedSun: 57.6 * TRX })).toEqual(['shares']);
    expect(problemsOf({ players: receipt.players.map((player) => ({ ...player, review: null })) })).toEqual([
      'shares',
      'payouts',
    ]);
  });
});

describe('a decision', () => {
  it('is not for an operator who played in the battle', async () => {
    const seated = await settle({ line: 'tt' }, [['fast']]);
    const before = await dump(test.context.db);
    for (const by of seated.players)
      expect(
        await decideShare(test.context, { id: `${seated.session.id}.0`, outcome: 'refused', reason: WHY, by }),
      ).toEqual({ ok: false, error: 'ERR_OWN_BATTLE' });
    expect(await dump(test.context.db)).toEqual(before);
  });

  it('is for operators alone', async () => {
    const { session, players } = await settle({ line: 'tt' }, [['fast']]);
    const token = await signIn(test.context, players[1] ?? '');
    const params = { id: `${session.id}.0` };
    const body = { outcome: 'refused', reason: WHY } as const;
    expect((await ask(test.app, ADMIN_CALLS.decideHeldShare, { token, params, body })).code).toBe('ERR_ADMIN');
  });

  it('that the books do not show is found by the audit', async () => {
    const { session } = await settle({ line: 'tt' }, [['fast']]);
    const { db } = test.context;
    await execute(db, "UPDATE examinations SET status = 'clear' WHERE id = ?", `${session.id}.0`);
    expect((await auditLedger(db)).differences.map(({ code }) => code)).toEqual(['ERR_ESCROW', 'ERR_BATTLE']);
    await execute(db, "UPDATE examinations SET status = 'paid', decided_at = 1 WHERE id = ?", `${session.id}.0`);
    expect((await auditLedger(db)).differences.map(({ code }) => code)).toEqual([
      'ERR_ENTRY_MISSING',
      'ERR_ENTRY_MISSING',
      'ERR_ESCROW',
    ]);
    await execute(db, "UPDATE examinations SET status = 'held', decided_at = NULL WHERE id = ?", `${session.id}.0`);
  });
});
