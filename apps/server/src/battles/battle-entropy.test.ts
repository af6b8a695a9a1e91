import {
  BATTLE_SECONDS,
  decodeServerFrame,
  makeHex,
  makeReveals,
  parseHex,
  REVEAL_AHEAD_MS,
  SCORE_EVERY_MS,
  SEED_CLOSE_MS,
} from '@popfray/protocol/battle';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBattleTest, WHOLE_MS } from './battle-test.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { changeSession, COUNTDOWN_MS, startCountdown } from './countdown.fixture.ts';
import { seedOf } from './test-player.fixture.ts';

const battleTest = await createBattleTest();
const { test, clock, addressOf, advance, battleOf, connectPlayers, playerOf } = battleTest;

describe('the entropy of a battle', () => {
  it('is committed to before a seed is taken, and taken from everybody’s seeds', async () => {
    const { players, ann } = await connectPlayers();
    expect(ann.words.map(({ type }) => type)).toEqual(['battle_terms']);
    await advance(players, COUNTDOWN_MS);
    const words = ann.words.map(({ type }) => type);
    expect(words.filter((type) => type === 'battle_seeds')).toHaveLength(1);
    expect(ann.words.find(({ type }) => type === 'battle_seeds')).toMatchObject({
      seeds: [seedOf(addressOf(0)), seedOf(addressOf(1))],
    });
  });

  it('takes a player’s seed once, in its form, before the seeds close', async () => {
    const sessionId = await startCountdown(test, { startsInMs: COUNTDOWN_MS });
    const [ann, ben] = [await playerOf(sessionId, 0).connect(), await playerOf(sessionId, 1).connect()];
    for (const seed of ['', 'seed', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])
      expect(ann.openConnection.setSeed(seed)).toEqual({ ok: false, error: 'ERR_SEED' });
    expect(ann.openConnection.setSeed('a'.repeat(64)).ok).toBe(true);
    expect(ann.openConnection.setSeed('b'.repeat(64))).toEqual({ ok: false, error: 'ERR_SEED' });
    expect(ann.openConnection.setSeed('a'.repeat(64)).ok).toBe(true);
    await advance([ann, ben], SCORE_EVERY_MS * 2);
    expect(ben.terms?.players.map(({ hasSeed }) => hasSeed)).toEqual([true, false]);
    await advance([ann, ben], COUNTDOWN_MS - SEED_CLOSE_MS - SCORE_EVERY_MS * 2);
    expect(ben.openConnection.setSeed('c'.repeat(64))).toEqual({ ok: false, error: 'ERR_SEED_LATE' });
    expect(ben.words.find(({ type }) => type === 'battle_seeds')).toMatchObject({ seeds: ['a'.repeat(64), null] });
  });

  it('of a second is given a second ahead and never earlier, once and in order, however turns come', async () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 2_500 }), { minLength: 40, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(gaps, async (steps) => {
        const { sessionId, ann } = await connectPlayers();
        const { startsAt } = required(ann.terms);
        for (const step of steps) await battleTest.battles.turn((clock.nowMs += step));
        const reveals = ann.sent.flatMap(({ data, atMs }) => {
          const frame = typeof data === 'string' ? null : decodeServerFrame(data);
          return frame?.type === 'reveal' ? [{ ...frame, atMs }] : [];
        });
        for (const [at, { second, atMs }] of reveals.entries()) {
          expect(second).toBe(at);
          expect(atMs).toBeGreaterThanOrEqual(startsAt + second * 1_000 - REVEAL_AHEAD_MS);
        }
        const dueSeconds = Math.floor((clock.nowMs - startsAt + REVEAL_AHEAD_MS) / 1_000) + 1;
        expect(reveals).toHaveLength(Math.max(0, Math.min(dueSeconds, BATTLE_SECONDS)));
        await changeSession(test, sessionId, { status: 'cancelled', ended_at: clock.nowMs });
      }),
      { numRuns: 20 },
    );
  });

  it('is in nothing that anybody is sent before its reveal is due', async () => {
    const { sessionId, players, ann } = await connectPlayers();
    await advance(players, WHOLE_MS);
    const reveals = makeReveals(required(parseHex((await battleOf(sessionId)).secret)));
    const { startsAt } = required(ann.terms);
    const sent = ann.sent.map(({ atMs, data }) => ({
      atMs,
      hex: typeof data === 'string' ? data : makeHex(data),
    }));
    for (const [second, reveal] of reveals.entries()) {
      const first = sent.find(({ hex }) => hex.includes(makeHex(reveal)));
      expect(first?.atMs).toBeGreaterThanOrEqual(startsAt + second * 1_000 - REVEAL_AHEAD_MS);
    }
  });
});
