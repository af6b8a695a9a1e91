import { decodeReplay } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS, NO_POINTS, SOLO_DELAY_MS, type FailureCode, type SoloSeat } from '@popfray/protocol';
import {
  BATTLE_MS,
  decodePath,
  encodeInputs,
  FRAME,
  GRACE_MS,
  PATH_START,
  PATH_WORDS,
  PathRecorder,
  RESUME_WINDOW_MS,
  SEED_CLOSE_MS,
} from '@popfray/protocol/battle';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { CLOSE } from '@popfray/protocol/socket';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { handleFrame, TestPlayer } from '../battles/test-player.fixture.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { pause } from '../ledger/pause.ts';
import type { Context } from '../platform/context/context.ts';
import { fetchRow, fetchValue } from '../platform/database/raw-query.fixture.ts';
import { takeBreak } from '../protection/protection.ts';
import { decideRound, showReviewStory } from '../rounds/review.ts';
import { listSessions } from '../sessions/session.ts';
import { rematch } from '../sessions/rematch.ts';
import { findBattle } from '../sessions/result.ts';
import { settleBattle } from '../settlement/settle.ts';
import { ask, dumpAll, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS, type TestWallet } from '../testing/context.fixture.ts';
import { pay, settleAll } from '../testing/money.fixture.ts';
import { checkBattles } from '../verification/battle-check.ts';
import { openSolo } from './open.ts';
import { advance, enter, open, required, startNode, type SoloNode } from './solo.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const { clock } = test;
const { db } = test.context;

const TRX = 1_000_000;
const DAY_MS = 86_400_000;
/** From the opening to the end of the round and its settlement. */
const WHOLE_MS = SOLO_DELAY_MS + BATTLE_MS + GRACE_MS + 200;

let players = 0;
let node: SoloNode;
let ann: TestWallet;

/** Each test has a separate player, day and node. */
beforeEach(async () => {
  test.log.length = 0;
  clock.nowMs = START_MS + ++players * 3 * DAY_MS;
  node = await startNode(test);
  ann = await test.player(`player ${players}`, 100 * TRX);
});

/** The track of a replay's text; null for a replay without one. */
function trackOf(replay: string | null | undefined): Uint8Array | null {
  const decoded = decodeReplay(Buffer.from(replay ?? '', 'base64url'));
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value.track ?? null;
}

/** Buys an upgrade for the player, in force at once. */
async function buy(upgradeId: string): Promise<void> {
  await pay(test, ann, upgradeId);
  await settleAll(test);
}

const play = async (on: SoloNode, playing: readonly TestPlayer[], forMs: number): Promise<void> =>
  advance(test, on, playing, forMs);

const balance = async (address = ann.address): Promise<number> => balanceOf(db, playerAccount(address));
const roundOf = async (id: string) => fetchRow(db, 'SELECT * FROM rounds WHERE id = ?', id);
const sessionOf = async (id: string) => fetchRow(db, 'SELECT status, reason FROM sessions WHERE id = ?', id);
const receiptOf = async ({ app }: SoloNode, id: string) => (await ask(app, CALLS.getReceipt, { params: { id } })).value;
const problemsOf = async (on: SoloNode, id: string) =>
  verifyReceipt(await receiptOf(on, id)).checks.filter(({ problem }) => problem !== null);
const faults = (): unknown[] => test.log.filter(({ event }) => event === 'fault');

/** Plays 40 clicks with a path that is never where they are. Returns the places of the path, px from the top. */
async function playBeside(seat: SoloSeat, player: TestPlayer): Promise<number[]> {
  const recorder = new PathRecorder();
  const places: number[] = [];
  for (let first = 0; first < 40; first++) {
    await play(node, [player], 300);
    const untilMs = clock.nowMs - seat.startsAt;
    const yPx = 5 + (first % 3);
    places.push(yPx);
    recorder.add({ timeMs: untilMs, xPx: 5, yPx, device: 'mouse' });
    const inputs = Int32Array.of(untilMs, 1_600, 400 + 40 * first);
    const path = recorder.takePart(untilMs, -1);
    const batch = encodeInputs({ first, untilMs, inputs, ...(path !== null && { path }) });
    expect(handleFrame(player.openConnection, batch)).toBe('accepted');
  }
  return places;
}

describe('a streamed solo round', () => {
  it('is a battle with one seat, which is credited 1 TRX per 100 points when it is over', async () => {
    const openedAt = clock.nowMs;
    const seat = await open(node, ann.address);
    expect(seat).toMatchObject({
      userId: ann.address,
      rulesId: 'arena',
      rulesVersion: 1,
      loadout: [],
      openedAt,
      startsAt: openedAt + SOLO_DELAY_MS,
      isNew: true,
    });
    const player = await enter(node, seat);
    expect(player.terms).toMatchObject({ place: 0, startsAt: seat.startsAt, loadout: [] });
    expect(required(player.terms).players).toHaveLength(1);
    await play(node, [player], WHOLE_MS);
    player.field.advanceTo(BATTLE_MS);
    const { score } = player.field;
    expect(score).toBeGreaterThan(1_000);
    const earnedSun = score * 10_000;
    expect(required(player.over)).toEqual({
      type: 'battle_over',
      sessionId: seat.id,
      outcome: 'settled',
      results: [
        {
          place: 0,
          userId: ann.address,
          score,
          popped: player.field.popped,
          bestCombo: player.field.bestCombo,
          position: 1,
          shareSun: earnedSun,
          status: 'finished',
        },
      ],
      solo: { earnedSun, creditedSun: earnedSun, status: 'credited', cutBy: null },
    });
    expect(await balance()).toBe(earnedSun);
    const { value: round } = await ask(node.app, CALLS.getRound, { params: { id: seat.id } });
    expect(round).toMatchObject({ address: ann.address, score, earnedSun, creditedSun: earnedSun, cutBy: null });
    const decoded = decodeReplay(Buffer.from(round.replay, 'base64url'));
    expect(decoded.ok && [...decoded.value.inputs]).toEqual([...player.field.inputs()]);
    const token = await signIn(node.context, ann.address);
    expect((await ask(node.app, CALLS.getMe, { token })).value).toMatchObject({ gamesPlayed: 1, totalScore: score });
    expect((await ask(node.app, CALLS.getOpenSoloRound, { token })).value).toEqual({ round: null });
    expect(faults()).toEqual([]);
  });

  it('tells its player once a second which clicks are stored, because there is no opponent to show', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 10_000);
    const isScores = (data: Uint8Array | string): boolean => typeof data !== 'string' && data[0] === FRAME.scores;
    const times = player.sent
      .filter(({ atMs, data }) => isScores(data) && atMs > seat.startsAt)
      .map(({ atMs }) => atMs);
    expect(times).toEqual(Array.from({ length: 10 }, (_, second) => seat.startsAt + (second + 1) * 1_000));
    expect(player.acknowledged).toBeGreaterThan(10);
    expect([...player.field.inputs()].length - player.acknowledged * 3).toBeLessThan(30);
  });

  it('has a receipt that anybody can check, and the server checks it too', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], WHOLE_MS);
    const receipt = await receiptOf(node, seat.id);
    expect(receipt.solo).toEqual({
      earnedSun: player.field.score * 10_000,
      creditedSun: player.field.score * 10_000,
      status: 'credited',
      cutBy: null,
      loadout: [],
    });
    expect(receipt.players).toHaveLength(1);
    expect(receipt).toMatchObject({ outcome: 'settled', entryFeeSun: 0, poolSun: 0 });
    expect(await problemsOf(node, seat.id)).toEqual([]);
    const more = { ...receipt, solo: { ...required(receipt.solo), earnedSun: 99 * TRX, creditedSun: 99 * TRX } };
    expect(verifyReceipt(more).isGood).toBe(false);
    expect((await checkBattles(db, test.context.chain)).differences).toEqual([]);
    expect((await auditLedger(db)).differences).toEqual([]);
  });

  it('is played with the upgrades that are in force when it is opened', async () => {
    await buy('trx-boost');
    const seat = await open(node, ann.address);
    expect(seat.loadout).toEqual(['trx-boost']);
    const player = await enter(node, seat);
    expect(required(player.terms).loadout).toEqual(['trx-boost']);
    await play(node, [player], WHOLE_MS);
    player.field.advanceTo(BATTLE_MS);
    expect(await balance()).toBe(player.field.earnedSun);
    expect(player.field.earnedSun).toBeGreaterThan(player.field.score * 10_000);
    expect(await problemsOf(node, seat.id)).toEqual([]);
    expect((await receiptOf(node, seat.id)).solo?.loadout).toEqual(['trx-boost']);
  });

  it('is in no list of sessions, and no other player can join or repeat it', async () => {
    const seat = await open(node, ann.address);
    const bob = await test.player('bob');
    expect((await listSessions(node.context)).map(({ id }) => id)).not.toContain(seat.id);
    const token = await signIn(node.context, bob.address);
    expect((await ask(node.app, CALLS.joinSession, { token, params: { id: seat.id } })).code).toBe(
      'ERR_SESSION_CLOSED',
    );
    const player = await enter(node, seat);
    await play(node, [player], WHOLE_MS);
    expect((await listSessions(node.context)).map(({ id }) => id)).not.toContain(seat.id);
    expect(await rematch(node.context, ann.address, seat.id)).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
  });

  it('is held, and credited nothing, when it is played like a program; an operator can pay it', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    player.bot = createBot({ skill: BOT_SKILLS.expert, seed: 'program' });
    await play(node, [player], WHOLE_MS);
    expect(required(player.over).solo).toMatchObject({ status: 'held', creditedSun: 0, cutBy: null });
    expect(await balance()).toBe(0);
    expect(await problemsOf(node, seat.id)).toEqual([]);
    const verdict = { roundId: seat.id, outcome: 'paid', reason: 'a person', by: test.context.house.address } as const;
    expect(await decideRound(node.context, verdict)).toEqual({ ok: true, value: null });
    expect(await balance()).toBe(required(player.over).solo?.earnedSun);
    expect(await problemsOf(node, seat.id)).toEqual([]);
  });

  it('tells its player alone why it is held or was refused, and no one why a round was held that is paid', async () => {
    const seats: SoloSeat[] = [];
    for (const seed of ['one', 'other']) {
      const seat = await open(node, ann.address);
      seats.push(seat);
      const player = await enter(node, seat);
      player.bot = createBot({ skill: BOT_SKILLS.expert, seed });
      await play(node, [player], WHOLE_MS);
      expect(required(player.over).solo).toMatchObject({ status: 'held', reasons: ['fast', 'precise'] });
    }
    const token = await signIn(node.context, ann.address);
    const listed = async () => (await ask(node.app, CALLS.getMyRounds, { token })).value.rounds;
    expect(await listed()).toMatchObject([
      { status: 'held', reasons: ['fast', 'precise'] },
      { status: 'held', reasons: ['fast', 'precise'] },
    ]);
    const [first, second] = [required(seats[0]), required(seats[1])];
    const by = test.context.house.address;
    await decideRound(node.context, { roundId: first.id, outcome: 'refused', reason: 'a program', by });
    await decideRound(node.context, { roundId: second.id, outcome: 'paid', reason: 'a person', by });
    const [paid, refused] = await listed();
    expect(paid).toMatchObject({ id: second.id, status: 'credited' });
    expect(Object.keys(required(paid))).not.toContain('reasons');
    expect(refused).toMatchObject({
      id: first.id,
      status: 'refused',
      reasons: ['fast', 'precise'],
      refusal: 'a program',
    });
  });

  it('has no reasons on its public page, on its receipt or for another player', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    player.bot = createBot({ skill: BOT_SKILLS.expert, seed: 'program' });
    await play(node, [player], WHOLE_MS);
    expect(required(player.over).solo?.reasons).toEqual(['fast', 'precise']);
    const bob = await test.player('bob');
    const token = await signIn(node.context, bob.address);
    const params = { id: seat.id };
    const answers = [
      await ask(node.app, CALLS.getRound, { params }),
      await ask(node.app, CALLS.getRound, { params, token }),
      await ask(node.app, CALLS.getReceipt, { params }),
      await ask(node.app, CALLS.getReceipt, { params, token }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/reasons|precise|suspicions/);
    const watched = await ask(node.app, CALLS.watchBattle, { params, query: { spectator: 'spectator-1' } });
    expect(watched.code).toBe('ERR_SESSION_UNKNOWN');
    expect((await ask(node.app, CALLS.getMyRounds, { token })).value).toEqual({ rounds: [], next: null });
    const stranger = new TestPlayer(node.context, node.battles, seat.id, bob.address);
    const { token: seatToken } = await open(node, bob.address);
    for (const userId of [ann.address, bob.address])
      expect(await node.battles.connect(seat.id, userId, seatToken, stranger)).toEqual({
        ok: false,
        error: 'ERR_SEAT_UNKNOWN',
      });
    expect(stranger.over).toBeNull();
  });

  it('is held when its clicks are where its path is not', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat, false);
    expect(required(player.terms).acceptsPath).toBe(true);
    await play(node, [player], SOLO_DELAY_MS);
    await playBeside(seat, player);
    await play(node, [player], WHOLE_MS);
    expect(required(player.over).solo).toMatchObject({ status: 'held', creditedSun: 0 });
    expect((await roundOf(seat.id))?.['suspicions']).toContain('pathless');
  });

  it('keeps its path: for the desk at once, and on the receipt when the round is not held any more', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat, false);
    await play(node, [player], SOLO_DELAY_MS);
    const sent = await playBeside(seat, player);
    await play(node, [player], WHOLE_MS);
    const review = await showReviewStory(node.context, seat.id);
    if (!review.ok) throw new Error(review.error);
    const { conduct, path } = review.value;
    expect(conduct).toMatchObject({ pathScore: null, contradicted: 40, clicks: 40 });
    const decoded = decodePath(Buffer.from(required(path), 'base64url'), PATH_START, BATTLE_MS);
    const samples = decoded.ok ? [...decoded.value.samples] : [];
    expect(samples.filter((_, at) => at % PATH_WORDS === 2)).toEqual(sent.map((yPx) => yPx * 4));
    expect((await receiptOf(node, seat.id)).players[0]?.path).toBeUndefined();
    const bytes = Buffer.from(required(path), 'base64url');
    expect(trackOf(review.value.replay)).toEqual(Uint8Array.from(bytes));
    const tracks = async () => [
      trackOf((await receiptOf(node, seat.id)).players[0]?.replay),
      trackOf((await ask(node.app, CALLS.getRound, { params: { id: seat.id } })).value.replay),
    ];
    expect(await tracks()).toEqual([null, null]);
    const verdict = {
      roundId: seat.id,
      outcome: 'refused',
      reason: 'a program',
      by: test.context.house.address,
    } as const;
    expect(await decideRound(node.context, verdict)).toEqual({ ok: true, value: null });
    expect((await receiptOf(node, seat.id)).players[0]?.path).toBe(path);
    expect(await tracks()).toEqual([Uint8Array.from(bytes), Uint8Array.from(bytes)]);
    expect(await problemsOf(node, seat.id)).toEqual([]);
  });

  it('in which nothing is popped is settled with no points', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat, false);
    await play(node, [player], WHOLE_MS);
    expect(required(player.over)).toMatchObject({ outcome: 'settled', solo: { earnedSun: 0, status: 'credited' } });
    expect(await problemsOf(node, seat.id)).toEqual([]);
  });

  it('to which its player never comes is cancelled, and nothing is stored of it', async () => {
    const { id } = await open(node, ann.address);
    await play(node, [], WHOLE_MS);
    expect(await sessionOf(id)).toEqual({ status: 'cancelled', reason: NO_POINTS });
    expect(await roundOf(id)).toBeUndefined();
    expect((await ask(node.app, CALLS.getRound, { params: { id } })).code).toBe('ERR_ROUND_UNKNOWN');
    expect((await open(node, ann.address)).isNew).toBe(true);
  });
});

describe('a player', () => {
  it('has one open round: a second tab and a repeated call join it, and the later connection has the seat', async () => {
    const [one, other] = await Promise.all([open(node, ann.address), open(node, ann.address)]);
    expect(one.id).toBe(other.id);
    expect(Number(one.isNew) + Number(other.isNew)).toBe(1);
    const first = await enter(node, one);
    await play(node, [first], SOLO_DELAY_MS + 5_000);
    const again = await open(node, ann.address);
    expect(again).toMatchObject({ id: one.id, token: one.token, isNew: false });
    const token = await signIn(node.context, ann.address);
    expect((await ask(node.app, CALLS.getOpenSoloRound, { token })).value.round).toEqual(again);
    const second = await new TestPlayer(node.context, node.battles, one.id, ann.address).connect();
    expect(first.closed).toMatchObject({ code: CLOSE.replaced });
    await play(node, [second], WHOLE_MS);
    expect(required(second.over).outcome).toBe('settled');
    expect(await fetchValue(db, 'SELECT count(*) FROM rounds WHERE address = ?', ann.address)).toBe(1);
    expect(await balance()).toBe(second.field.score * 10_000);
  });

  it('who was disconnected continues in the same round, and loses only the time', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 20_000);
    const before = [...player.field.inputs()].slice(0, player.acknowledged * 3);
    player.drop();
    await play(node, [], 6_000);
    await player.connect();
    await play(node, [player], WHOLE_MS - 26_000 - SOLO_DELAY_MS + 1_000);
    expect(required(player.over).outcome).toBe('settled');
    player.field.advanceTo(BATTLE_MS);
    const inputs = [...player.field.inputs()];
    expect(inputs.slice(0, before.length)).toEqual(before);
    const during = inputs.filter((_, at) => at % 3 === 0).filter((ms) => ms > 20_200 && ms < 25_500);
    expect(during).toEqual([]);
    expect(inputs.at(-3)).toBeGreaterThan(50_000);
    expect(await balance()).toBe(player.field.score * 10_000);
  });

  it('who gives up is credited at once what was scored, and can open another round', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 20_000);
    player.flush(20_000);
    await play(node, [], 400);
    const { score } = player.field;
    player.openConnection.leave();
    await play(node, [], 200);
    expect(await sessionOf(seat.id)).toMatchObject({ status: 'settled' });
    expect(score).toBeGreaterThan(100);
    expect(await balance()).toBe(score * 10_000);
    expect(await problemsOf(node, seat.id)).toEqual([]);
    expect((await receiptOf(node, seat.id)).players[0]?.status).toBe('left');
    const next = await open(node, ann.address);
    expect(next.isNew).toBe(true);
    expect(next.id).not.toBe(seat.id);
  });

  it('who gives up in the countdown has no round', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [], 500);
    player.openConnection.leave();
    await play(node, [], 200);
    expect(await sessionOf(seat.id)).toEqual({ status: 'cancelled', reason: NO_POINTS });
    expect(await roundOf(seat.id)).toBeUndefined();
    const receipt = await receiptOf(node, seat.id);
    expect(receipt).toMatchObject({ outcome: 'cancelled', isSolo: true });
    expect(receipt.solo).toBeUndefined();
    expect(await problemsOf(node, seat.id)).toEqual([]);
    expect(faults()).toEqual([]);
  });
});

describe('a client that knows more than a player', () => {
  it('cannot hand in a round that was planned, because no second is known before it is revealed', async () => {
    const planned = await open(node, ann.address);
    const player = await enter(node, planned, false);
    await play(node, [player], SOLO_DELAY_MS);
    let accepted = 0;
    // A whole round, sent at its start: everything after the first second is in the future.
    for (let ms = 2_000; ms < BATTLE_MS; ms += 500) {
      const batch = encodeInputs({ first: 0, untilMs: ms, inputs: Int32Array.of(ms, 1_600, 1_200) });
      if (handleFrame(player.openConnection, batch) !== 'ahead') accepted++;
    }
    expect(accepted).toBe(0);
    await play(node, [player], 30_000);
    // Clicks in seconds that were revealed, sent after their time.
    for (let ms = 200; ms < 28_500; ms += 300) {
      const batch = encodeInputs({ first: 0, untilMs: ms, inputs: Int32Array.of(ms, 1_600, 1_200) });
      if (handleFrame(player.openConnection, batch) !== 'late') accepted++;
    }
    expect(accepted).toBe(0);
    await play(node, [player], WHOLE_MS);
    expect(required(player.over).solo).toMatchObject({ earnedSun: 0 });
  });

  it('gets another randomness in each round, of which the seed is a part', async () => {
    const logs: number[][] = [];
    const scores: number[] = [];
    for (const isReplayed of [false, true]) {
      const seat = await open(node, ann.address);
      const player = await enter(node, seat, !isReplayed);
      if (!isReplayed) {
        await play(node, [player], WHOLE_MS);
        logs.push([...player.field.inputs()]);
      } else {
        const log = required(logs[0]);
        await play(node, [player], SOLO_DELAY_MS);
        for (let at = 0; at < log.length; at += 3) {
          const ms = required(log[at]);
          await play(node, [player], Math.max(10, seat.startsAt + ms - clock.nowMs));
          const batch = { first: at / 3, untilMs: ms, inputs: Int32Array.from(log.slice(at, at + 3)) };
          expect(handleFrame(player.openConnection, encodeInputs(batch))).toBe('accepted');
        }
        await play(node, [player], WHOLE_MS);
      }
      scores.push(required(required(player.over).results[0]).score);
    }
    expect(required(scores[1])).toBeLessThan(required(scores[0]) / 3);
  });
});

describe('a round is not opened', () => {
  it.each<[string, Partial<Context['settings']>, FailureCode]>([
    ['while the cap of a day is 0', { dailyCapSun: 0 }, 'ERR_SOLO_PAUSED'],
    ['while the budget of a day is 0', { rewardBudgetSun: 0 }, 'ERR_SOLO_PAUSED'],
    ['while paid play is off', { isPaidPlayOn: false }, 'ERR_PAID_PLAY_OFF'],
    [
      'from a country that the operator refuses',
      { isBehindProxy: true, countryHeader: 'x', refusedCountries: ['NL'] },
      'ERR_COUNTRY_REFUSED',
    ],
  ])('%s', async (_, settings, code) => {
    const other = await startNode(test, settings);
    const token = await signIn(other.context, ann.address);
    const before = await dumpAll(db);
    expect((await ask(other.app, CALLS.openSoloRound, { token })).code).toBe(code);
    expect(await dumpAll(db)).toEqual(before);
  });

  it('during a break, while the round that is open is played to its end and paid', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 10_000);
    await takeBreak(node.context, ann.address, 1);
    expect(await open(node, ann.address)).toMatchObject({ id: seat.id, isNew: false });
    await play(node, [player], WHOLE_MS);
    expect(await balance()).toBe(required(player.over).solo?.earnedSun);
    const token = await signIn(node.context, ann.address);
    expect((await ask(node.app, CALLS.openSoloRound, { token })).code).toBe('ERR_ON_BREAK');
  });

  it('without a sign-in', async () => {
    expect((await ask(node.app, CALLS.openSoloRound)).code).toBe('ERR_SIGNED_OUT');
    expect((await ask(node.app, CALLS.getOpenSoloRound)).code).toBe('ERR_SIGNED_OUT');
  });
});

describe('the reward', () => {
  /** Plays a whole round of a player whose call comes from a network. */
  async function playFrom(on: SoloNode, address: string, network: string): Promise<TestPlayer> {
    const opened = await openSolo(on.context, address, network);
    if (!opened.ok) throw new Error(opened.error);
    const player = await enter(on, opened.value);
    await play(on, [player], WHOLE_MS);
    return player;
  }

  it('is limited by the network from which the round was opened', async () => {
    // Each account may earn 8 TRX, and the network 10 TRX.
    const limits = { ...test.context.settings.limitDefaults, 'network-cap': 1, 'new-account-cap': 8 * TRX };
    const on = await startNode(test, { rewardBudgetSun: 1_000 * TRX, limitDefaults: limits });
    const home = '203.0.113.7';
    const first = await playFrom(on, ann.address, home);
    expect(required(first.over).solo).toMatchObject({ creditedSun: 8 * TRX, cutBy: 'account' });
    const second = await playFrom(on, (await test.player(`bob ${players}`)).address, home);
    expect(required(second.over).solo).toMatchObject({ creditedSun: 2 * TRX, cutBy: 'network' });
    const third = await playFrom(on, (await test.player(`eve ${players}`)).address, '198.51.100.1');
    expect(required(third.over).solo).toMatchObject({ creditedSun: 8 * TRX, cutBy: 'account' });
    expect(JSON.stringify(await dumpAll(db))).not.toContain(home);
    expect(await problemsOf(on, first.sessionId)).toEqual([]);
    expect(await problemsOf(on, second.sessionId)).toEqual([]);
  });

  it('is at most what is left of the day’s budget', async () => {
    const on = await startNode(test, { rewardBudgetSun: 3 * TRX });
    const first = await playFrom(on, ann.address, 'one');
    expect(required(first.over).solo).toMatchObject({ creditedSun: 3 * TRX, cutBy: 'budget' });
    const second = await playFrom(on, (await test.player(`bob ${players}`)).address, 'two');
    expect(required(second.over).solo).toMatchObject({ creditedSun: 0, cutBy: 'budget' });
    expect((await auditLedger(db)).differences).toEqual([]);
  });

  it('is credited once, however often the round is settled', async () => {
    const player = await playFrom(node, ann.address, 'one');
    const { solo } = required(player.over);
    const { secret, commitment } = required(await findBattle(db, player.sessionId));
    const played = {
      sessionId: player.sessionId,
      rulesId: 'arena',
      rulesVersion: 1,
      commitment,
      secret,
      startedAt: 0,
      players: [],
    };
    expect(await settleBattle(node.context, played)).toEqual({ ok: true, value: player.over });
    expect(await balance()).toBe(solo?.creditedSun);
  });
});

describe('a round whose process dies', () => {
  /** The first process dies. Another one starts after some time. */
  async function replace(player: TestPlayer, outageMs: number): Promise<SoloNode> {
    player.drop();
    clock.nowMs += outageMs;
    const second = await startNode(test);
    second.leases.lastSeenAt = clock.nowMs - outageMs;
    return second;
  }

  it('is continued by the next one with its upgrades, and no acknowledged click is lost', async () => {
    await buy('score-multiplier');
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 20_000);
    const acknowledged = [...player.field.inputs()].slice(0, player.acknowledged * 3);
    expect(acknowledged.length).toBeGreaterThan(60);
    const second = await replace(player, 1_800);
    const token = await signIn(second.context, ann.address);
    const { value } = await ask(second.app, CALLS.getOpenSoloRound, { token });
    expect(required(value.round)).toMatchObject({ id: seat.id, token: seat.token });
    await player.connect(second.battles);
    await play(second, [player], BATTLE_MS + RESUME_WINDOW_MS);
    player.field.advanceTo(BATTLE_MS);
    expect([...player.field.inputs()].slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(required(player.over).solo).toMatchObject({ earnedSun: player.field.earnedSun, status: 'credited' });
    expect(await balance()).toBe(player.field.earnedSun);
    expect(await problemsOf(second, seat.id)).toEqual([]);
    expect(faults()).toEqual([]);
  });

  it('between the last input and the reward is paid exactly once by the next one', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + BATTLE_MS + 500);
    expect(await roundOf(seat.id)).toBeUndefined();
    const { score } = player.field;
    const second = await replace(player, 5_000);
    await play(second, [], RESUME_WINDOW_MS + 200);
    expect(await balance()).toBe(score * 10_000);
    expect(await fetchValue(db, 'SELECT count(*) FROM entries WHERE key = ?', `round:${seat.id}`)).toBe(1);
    // Any process can send the result from the rows, at any later time.
    const third = await replace(player, 60_000);
    await player.connect(third.battles);
    expect(required(player.over).solo).toMatchObject({ creditedSun: score * 10_000 });
    await play(third, [], 2_000);
    expect(await balance()).toBe(score * 10_000);
    expect(await problemsOf(third, seat.id)).toEqual([]);
  });

  it('while it is being settled leaves nothing, and is paid once by the next one', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + BATTLE_MS + 500);
    // Another process has the lease, so nothing that this one settles is stored.
    const second = await replace(player, 0);
    await play(second, [], 200);
    await play(node, [], GRACE_MS + 500);
    await play(second, [], RESUME_WINDOW_MS + 200);
    expect(await balance()).toBe(player.field.score * 10_000);
    expect(await fetchValue(db, 'SELECT count(*) FROM entries WHERE key = ?', `round:${seat.id}`)).toBe(1);
  });

  it('after its player gave up is settled by the next one', async () => {
    const seat = await open(node, ann.address);
    const player = await enter(node, seat);
    await play(node, [player], SOLO_DELAY_MS + 15_000);
    player.flush(15_000);
    await play(node, [], 300);
    player.openConnection.leave();
    // Stored by this turn, and not settled.
    await node.battles.turn((clock.nowMs += 20));
    const { score } = player.field;
    const second = await replace(player, 1_000);
    await play(second, [], 500);
    expect(await sessionOf(seat.id)).toMatchObject({ status: 'settled' });
    expect(await balance()).toBe(score * 10_000);
  });

  it('for longer than five minutes is cancelled, in its countdown too', async () => {
    const seats: SoloSeat[] = [];
    for (const playedMs of [SOLO_DELAY_MS + 10_000, SOLO_DELAY_MS - SEED_CLOSE_MS - 1_000]) {
      const on = await startNode(test);
      const seat = await open(on, ann.address);
      const player = await enter(on, seat);
      await play(on, [player], playedMs);
      const second = await replace(player, 6 * 60_000);
      await play(second, [], 500);
      seats.push(seat);
    }
    for (const { id } of seats) expect(await sessionOf(id)).toEqual({ status: 'cancelled', reason: 'fault' });
    expect(await balance()).toBe(0);
    expect((await open(await startNode(test), ann.address)).isNew).toBe(true);
  });
});

it('no round is opened while the house has paused, and the open one is played on', async () => {
  const seat = await open(node, ann.address);
  const player = await enter(node, seat);
  await pause(node.context, { kind: 'desk', by: test.context.house.address, reason: 'a test' });
  const bob = await test.player(`bob ${players}`);
  const token = await signIn(node.context, bob.address);
  expect((await ask(node.app, CALLS.openSoloRound, { token })).code).toBe('ERR_PAUSED');
  await play(node, [player], WHOLE_MS);
  expect(await balance()).toBe(required(player.over).solo?.earnedSun);
});
