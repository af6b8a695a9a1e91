import { describe, expect, test } from 'vitest';
import { BOT_SKILLS, createBot, type BotSkill } from './bot.ts';
import {
  arena,
  blockEntropy,
  createBubble,
  crossChain,
  freePlay,
  RULES,
  seededEntropy,
  type Round,
  type Rules,
} from './index.ts';
import { played } from './replay.fixture.ts';
import { events, living, start, trace } from './round.fixture.ts';

const SKILLS = ['novice', 'regular', 'expert'] as const;

/** Average of something over 30 rounds. */
function average(rules: Rules, skill: (typeof SKILLS)[number], of: (round: Round) => number): number {
  const rounds = Array.from({ length: 30 }, (_, seed) => played(rules, `graded ${seed}`, skill));
  return rounds.reduce((sum, round) => sum + of(round), 0) / rounds.length;
}

describe('skills', () => {
  test.each(RULES.map((rules) => [rules.id, rules] as const))(
    'are graded in %s: expert above regular above novice',
    (_id, rules) => {
      const [novice = 0, regular = 0, expert = 0] = SKILLS.map((skill) => average(rules, skill, ({ score }) => score));
      expect(regular).toBeGreaterThan(novice * 1.2);
      expect(expert).toBeGreaterThan(regular * 1.2);
      expect(novice).toBeGreaterThan(50);
    },
  );

  test('are graded in clicks too', () => {
    const [novice = 0, regular = 0, expert = 0] = SKILLS.map((skill) =>
      average(arena, skill, ({ inputCount }) => inputCount),
    );
    expect([novice < regular, regular < expert]).toEqual([true, true]);
  });

  test('are in their parameters what they are in play', () => {
    const numbers = (key: keyof BotSkill): number[] => SKILLS.map((skill) => BOT_SKILLS[skill][key]);
    for (const key of ['reactionMs', 'aimErrorPx', 'missPct'] as const) {
      expect(numbers(key)).toEqual(numbers(key).toSorted((a, b) => b - a));
    }
  });

  test.each([
    [
      'never misses with a steady hand',
      { reactionMs: 300, reactionSpreadMs: 0, aimErrorPx: 0, missPct: 0, choice: 4 },
      0,
      0.1,
    ],
    [
      'misses as often as it is said to',
      { reactionMs: 300, reactionSpreadMs: 0, aimErrorPx: 0, missPct: 100, choice: 1 },
      0.5,
      1,
    ],
  ] as const)("a bot of one's own %s", (_what, skill, least, most) => {
    const round = start(freePlay);
    createBot({ skill, seed: 'own' }).advanceTo(round, 60_000);
    const share = round.missed / round.inputCount;
    expect(share).toBeGreaterThanOrEqual(least);
    expect(share).toBeLessThanOrEqual(most);
  });
});

describe('a bot', () => {
  test('plays the same from the same seed, and otherwise from another', () => {
    for (const rules of RULES) {
      const [one, same] = [played(rules, 'same'), played(rules, 'same')];
      expect(trace(same)).toBe(trace(one));
      const other = start(rules, { seed: 'same' });
      createBot({ skill: BOT_SKILLS.regular, seed: 'other' }).advanceTo(other, 60_000);
      expect(other.inputs()).not.toEqual(one.inputs());
    }
  });

  test('plays the same however often it is asked', () => {
    for (const rules of RULES) {
      const stepped = start(rules, { seed: 'steps' });
      const bot = createBot({ skill: BOT_SKILLS.regular, seed: 'bot steps' });
      for (let ms = 0; ms <= 60_000; ms += 16) bot.advanceTo(stepped, ms);
      bot.advanceTo(stepped, 60_000);
      expect(trace(stepped)).toBe(trace(played(rules, 'steps')));
    }
  });

  test('plays through `pop` only: its clicks are all in the input log, in time with the debounce and inside the field', () => {
    const round = played(crossChain, 'through', 'expert');
    const inputs = round.inputs();
    expect(inputs).toHaveLength(round.inputCount * 3);
    for (let at = 3; at < inputs.length; at += 3) {
      expect(inputs[at]! - inputs[at - 3]!).toBeGreaterThanOrEqual(100);
      expect([inputs[at + 1]! <= 3_200, inputs[at + 2]! <= 2_400]).toEqual([true, true]);
    }
    const by = events(round).filter(({ type }) => type === 'pop' || type === 'hit' || type === 'miss');
    expect(by).toHaveLength(round.inputCount);
  });

  test('sees no more than a person: the same field gives the same aim, however the entropy continues', () => {
    const blocks = new Int32Array(240);
    const source = seededEntropy('seen');
    for (let second = 0; second < 60; second++) source.block(second, blocks.subarray(second * 4, second * 4 + 4));
    const others = blocks.map((word, index) => (index < 20 ? word : ~word));
    const [one, other] = [blocks, others].map((known) => {
      const round = start(arena, { entropy: blockEntropy(known) });
      createBot({ skill: BOT_SKILLS.expert, seed: 'seer' }).advanceTo(round, 5_000 - 1);
      return trace(round);
    });
    expect(other).toBe(one);
  });

  test('changes nothing of the round when it aims', () => {
    const round = start(freePlay);
    round.advanceTo(3_000);
    const before = trace(round);
    const bot = createBot({ skill: BOT_SKILLS.expert, seed: 'aim' });
    const aim = bot.aim(round);
    expect(aim).not.toBeNull();
    expect(trace(round)).toBe(before);
    expect(bot.nextMs).toBeGreaterThan(3_000);
    expect(bot.nextMs).toBeLessThanOrEqual(3_190);
  });

  test('aims at nothing in an empty field, nor at bubbles that are not in it yet', () => {
    const bot = createBot({ skill: { ...BOT_SKILLS.expert, missPct: 0 }, seed: 'empty' });
    expect(bot.aim(start(freePlay))).toBeNull();
    const rising = start(arena);
    rising.advanceTo(251);
    expect(rising.bubbleAt(0, createBubble()).yPx).toBeGreaterThan(600);
    expect(bot.aim(rising)).toBeNull();
  });

  test('waits while the round is paused', () => {
    const round = start(freePlay, { seed: 'pause' });
    const bot = createBot({ skill: BOT_SKILLS.regular, seed: 'bot pause' });
    bot.advanceTo(round, 20_000);
    round.pause();
    const before = trace(round);
    bot.advanceTo(round, 50_000);
    expect(trace(round)).toBe(before);
    round.resume();
    bot.advanceTo(round, 60_000);
    expect([round.hash, round.score]).toEqual([played(freePlay, 'pause').hash, played(freePlay, 'pause').score]);
  });

  test('waits while the round stalls, and then plays what it would have played', () => {
    const blocks = new Int32Array(240);
    const source = seededEntropy('stall');
    for (let second = 0; second < 60; second++) source.block(second, blocks.subarray(second * 4, second * 4 + 4));
    const entropy = blockEntropy();
    const stalling = start(crossChain, { entropy });
    const bot = createBot({ skill: BOT_SKILLS.expert, seed: 'bot stall' });
    for (let second = 0; second < 60; second++) {
      bot.advanceTo(stalling, 60_000);
      expect([stalling.timeMs, stalling.phase]).toEqual([Math.max(0, second * 1_000 - 1), 'running']);
      expect(stalling.isStalled).toBe(true);
      entropy.reveal(second, blocks.subarray(second * 4, second * 4 + 4));
    }
    bot.advanceTo(stalling, 60_000);
    expect(trace(stalling)).toBe(trace(played(crossChain, 'stall', 'expert')));
  });

  test('asked for a time that has passed does nothing', () => {
    const round = start(freePlay);
    round.advanceTo(5_000);
    const before = trace(round);
    createBot({ skill: { ...BOT_SKILLS.novice, reactionMs: 9_000 }, seed: 'past' }).advanceTo(round, 4_000);
    expect(trace(round)).toBe(before);
  });

  test('stops at the end', () => {
    const round = played(freePlay, 'end');
    const before = trace(round);
    createBot({ skill: BOT_SKILLS.expert, seed: 'late' }).advanceTo(round, 90_000);
    expect(trace(round)).toBe(before);
    expect(living(round).length).toBe(round.count);
  });
});
