import { createBubble, crossChain, freePlay, verifyReplay, type Replay } from '@popfray/engine';
import { CALLS } from '@popfray/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { required } from '../testing/required.fixture.ts';
import type { RoundRow } from '../platform/database/index.ts';
import { writeRound } from '../privacy/records.fixture.ts';
import { createApp } from '../start/app.ts';
import { settled } from '../statistics/battle.fixture.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { playAsPerson, recorded, startRound, textOf } from '../testing/player.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const { db } = test.context;
const app = createApp(test.context);

const DAY_MS = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const bytesOf = (replay: Replay): Uint8Array => Buffer.from(textOf(replay), 'base64url');

/** A round that a person could have played. */
const SOLO = playAsPerson('SOLO', { paceMs: 420, spreadPct: 30 });

describe('featured rounds', () => {
  /** Stores a round of a day's board. */
  async function store(entrant: string, replay: Replay, playedAt: number): Promise<void> {
    await db
      .insertInto('daily_results')
      .values({
        date: dateOf(playedAt),
        entrant,
        name: '',
        score: replay.score,
        popped: 1,
        best_combo: 2,
        inputs_hash: `${entrant} ${playedAt}`,
        replay: bytesOf(replay),
        played_at: playedAt,
      })
      .execute();
  }

  it('are those of closed boards that players have played as people do, one for each player', async () => {
    clock.nowMs += 30 * DAY_MS;
    const [ann, ben, eve, old] = await Promise.all(
      ['featured ann', 'featured ben', 'featured eve', 'featured old'].map(async (name) => test.player(name)),
    );
    const human = (seed: string): Replay => playAsPerson(seed, { paceMs: 420, spreadPct: 30, rules: freePlay });
    await store(required(ann).address, human('ANN'), clock.nowMs - 2 * DAY_MS);
    await store(required(ann).address, human('ANN again'), clock.nowMs - 3 * DAY_MS);
    // A board that is open, a guest, a program, and a round of last month.
    await store(required(ben).address, human('BEN'), clock.nowMs);
    await store('guest', human('GUEST'), clock.nowMs - 2 * DAY_MS);
    await store(required(eve).address, perfect('EVE'), clock.nowMs - 2 * DAY_MS);
    await store(required(old).address, human('OLD'), clock.nowMs - 20 * DAY_MS);
    const featured = (await ask(app, CALLS.getFeaturedRounds)).value;
    expect(featured.map(({ username }) => username)).toEqual([`TRON_${required(ann).address.slice(0, 6)}`]);
    expect(featured[0]).toMatchObject({ mode: 'daily', isOfDay: false });
    const verified = verifyReplay(Buffer.from(required(featured[0]).replay, 'base64url'));
    expect(verified.ok && verified.value.round.score).toBe(required(featured[0]).score);
  });

  /** Stores a Solo TRX round of a new player, two days old. Its address is returned. */
  async function addSolo(name: string, changes: Partial<RoundRow>): Promise<string> {
    const { address } = await test.player(name);
    await writeRound(test, address, { replay: bytesOf(SOLO), played_at: clock.nowMs - 2 * DAY_MS, ...changes });
    return address;
  }

  it('have the best Solo TRX rounds that were credited, those of today first, one for each player', async () => {
    clock.nowMs += 30 * DAY_MS;
    // More than are looked at, the best one last.
    for (let score = 1_000; score <= 1_012; score++) await addSolo(`solo ${score}`, { score });
    await addSolo('held', { score: 9_000, status: 'held' });
    await addSolo('refused', { score: 9_000, status: 'refused' });
    await addSolo('eight days ago', { score: 9_000, played_at: clock.nowMs - 8 * DAY_MS });
    await addSolo('without a point', { score: 0, played_at: clock.nowMs });
    const address = await addSolo('today', { score: 1_006, played_at: clock.nowMs - 1 });
    const featured = (await ask(app, CALLS.getFeaturedRounds)).value;
    expect(featured.map(({ score }) => score)).toEqual([1_006, 1_012, 1_011, 1_010, 1_009, 1_008]);
    expect(featured[0]).toMatchObject({ mode: 'solo', isOfDay: true, username: `TRON_${address.slice(0, 6)}` });
  });

  it('have the rounds of battles that players here have played, without bots and the other chain', async () => {
    clock.nowMs += 30 * DAY_MS;
    const [winner, second, other] = await Promise.all(
      ['battle winner', 'battle second', 'battle other'].map(async (name) => test.player(name)),
    );
    const outcomes = [
      { address: required(winner).address, position: 1 },
      { address: required(second).address, position: 2 },
      { address: required(winner).address, position: 3, isBot: true },
      { address: required(other).address, position: 4, chain: 'sol' },
    ] as const;
    const id = await settled(db, required(winner).address, outcomes, clock.nowMs - 2 * DAY_MS);
    const replay = playAsPerson('BATTLE', { paceMs: 420, spreadPct: 30, rules: crossChain });
    await db
      .updateTable('results')
      .set({ replay: bytesOf(replay) })
      .where('session_id', '=', id)
      .execute();
    const setScore = async (place: number, score: number) =>
      db.updateTable('results').set({ score }).where('session_id', '=', id).where('place', '=', place).execute();
    for (const [place, score] of [300, 400, 900, 900].entries()) await setScore(place, score);
    const featured = (await ask(app, CALLS.getFeaturedRounds)).value;
    expect(featured.map(({ mode, score }) => [mode, score])).toEqual([
      ['battle', 400],
      ['battle', 300],
    ]);
  });

  /** A round of a program that clicks the centre of each bubble as soon as it can. */
  function perfect(seed: string): Replay {
    const round = startRound(seed, [], freePlay);
    const bubble = createBubble();
    for (let ms = 0; ms < freePlay.durationMs; ms += 120) {
      round.advanceTo(ms);
      if (round.count === 0) continue;
      round.bubbleAt(0, bubble);
      round.pop(bubble.xPx, bubble.yPx);
    }
    round.advanceTo(freePlay.durationMs);
    return recorded(round);
  }
});
