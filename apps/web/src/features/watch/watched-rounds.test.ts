import { blockEntropy, createRound, crossChain } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import type { WatchedBattle } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { WatchedRounds } from './watched-rounds.ts';

const BLOCKS = Int32Array.from({ length: 240 }, (_, at) => Math.imul(at + 1, 2_654_435_761));

const made = createRound({ rules: crossChain, entropy: blockEntropy(BLOCKS), pausable: false });
if (!made.ok) throw new Error(made.error.code);
createBot({ skill: BOT_SKILLS.regular, seed: 'watched' }).advanceTo(made.value, crossChain.durationMs);
const CLICKS = made.value.inputs();
const { score: SCORE } = made.value;

/** The answer of the server for some seconds of the battle. */
function answer(from: number, until: number, shownMs = until * 1_000): WatchedBattle {
  const clicks: number[] = [];
  for (let at = 0; at < CLICKS.length; at += 3) {
    const ms = CLICKS[at] ?? 0;
    if (ms >= from * 1_000 && ms < until * 1_000) clicks.push(...CLICKS.subarray(at, at + 3));
  }
  return {
    sessionId: 'session-0001',
    sessionName: 'A battle',
    status: 'playing',
    rulesId: crossChain.id,
    rulesVersion: crossChain.version,
    from,
    until,
    shownMs,
    blocks: [...BLOCKS.subarray(from * 4, until * 4)],
    players: [{ place: 0, username: 'Ann', blockchain: 'tron', isBot: false, clicks }],
    emotes: [],
  };
}

describe('the rounds of a watched battle', () => {
  test('end with the players’ scores for any lengths of the answers', () => {
    const watched = new WatchedRounds();
    for (let until = 5; until <= 60; until += 5) {
      expect(watched.add(answer(watched.until, until))).toBe(true);
      watched.advance(5_000);
    }
    watched.advance(60_000);
    expect(watched.isEnded).toBe(true);
    expect(watched.rounds[0]?.round.score).toBe(SCORE);
  });

  test('begin some seconds before the newest one, and wait at the end of what is known', () => {
    const watched = new WatchedRounds();
    watched.add(answer(0, 20));
    expect(watched.timeMs).toBe(15_500);
    watched.advance(10_000);
    expect(watched.timeMs).toBe(19_999);
    expect(watched.isEnded).toBe(false);
  });

  test('jump when the page was hidden for long', () => {
    const watched = new WatchedRounds();
    watched.add(answer(0, 10));
    watched.add(answer(10, 40));
    expect(watched.timeMs).toBe(35_500);
  });

  test.each([
    ['an answer that repeats what is known', answer(0, 10)],
    ['an answer that leaves a gap', answer(20, 30)],
    ['an answer without its randomness', { ...answer(10, 20), blocks: [1, 2, 3] }],
    ['an answer before the first second', { ...answer(10, 10), until: 0, from: 0 }],
  ])('are not changed by %s', (_, strange) => {
    const watched = new WatchedRounds();
    watched.add(answer(0, 10));
    expect(watched.add(strange)).toBe(true);
    expect(watched.until).toBe(10);
  });

  test('are not played by rules that the page does not know', () => {
    expect(new WatchedRounds().add({ ...answer(0, 5), rulesVersion: 99 })).toBe(false);
  });
});
