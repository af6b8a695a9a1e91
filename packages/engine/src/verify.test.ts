import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  blockEntropy,
  createBubble,
  crossChain,
  freePlay,
  recordReplay,
  RULES,
  seededEntropy,
  UPGRADES,
  verifyReplay,
  type Entropy,
  type Replay,
  type Rules,
} from './index.ts';
import { bytesOf, played, record } from './replay.fixture.ts';
import { missAll, playTo, popVisible, start } from './round.fixture.ts';

const seed = fc.string({ minLength: 1, maxLength: 12 });
const skill = fc.constantFrom('novice', 'regular', 'expert');
const loadout = fc.subarray(UPGRADES.map(({ id }) => id));

describe('verifyReplay', () => {
  test('takes the replay of any round that was played', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RULES), seed, skill, loadout, (rules, seeded, skilled, upgrades) => {
        const round = played(rules, seeded, skilled, upgrades);
        const verified = verifyReplay(bytesOf(record(round)));
        expect(verified.ok).toBe(true);
        if (!verified.ok) return;
        expect(verified.value.round.score).toBe(round.score);
        expect(verified.value.round.snapshot()).toEqual(round.snapshot());
        expect(verified.value.round.earnedSun).toBe(round.earnedSun);
      }),
      { numRuns: 60 },
    );
  });

  const replay = record(played(arena, 'stated', 'expert'));
  test.each<readonly [why: string, change: Partial<Replay>, code: string, stated: number, found: number]>([
    ['a point too many', { score: replay.score + 1 }, 'ERR_REPLAY_SCORE', replay.score + 1, replay.score],
    ['no points at all', { score: 0 }, 'ERR_REPLAY_SCORE', 0, replay.score],
    ['a hash one off', { hash: (replay.hash ^ 1) >>> 0 }, 'ERR_REPLAY_HASH', (replay.hash ^ 1) >>> 0, replay.hash],
  ])('tells a replay that states %s from a malformed one', (_why, change, code, stated, found) => {
    expect(verifyReplay(bytesOf({ ...replay, ...change }))).toEqual({
      ok: false,
      error: { kind: 'wrong', code, stated, found },
    });
  });

  test('finds any change of the inputs, the seed or the loadout wrong', () => {
    const changes: Partial<Replay>[] = [
      { entropy: 'stateD' },
      { loadout: ['trx-boost'] },
      { rulesId: 'cross-chain' },
      { inputs: replay.inputs.slice(0, -3) },
      { inputs: replay.inputs.map((word, index) => (index === 1 ? (word + 1) % 3_200 : word)) },
      { inputs: replay.inputs.map((word, index) => (index === 0 ? word - 1 : word)) },
    ];
    for (const change of changes) {
      const verified = verifyReplay(bytesOf({ ...replay, ...change }));
      expect(verified.ok ? 'valid' : verified.error.kind).toBe('wrong');
    }
  });

  test('finds wrong what one click a quarter of a pixel or a ms aside makes of any round', () => {
    const change = fc.tuple(fc.nat(), fc.constantFrom(0, 1, 2), fc.constantFrom(-1, 1));
    fc.assert(
      fc.property(seed, change, (seeded, [at, word, by]) => {
        const one = record(played(freePlay, seeded));
        const inputs = one.inputs.slice();
        inputs[(at % (inputs.length / 3)) * 3 + word]! += by;
        const verified = verifyReplay(bytesOf({ ...one, inputs }));
        expect(verified.ok ? 'valid' : verified.error.kind).toBe('wrong');
      }),
      { numRuns: 60 },
    );
  });

  test('knows only the rule sets it is given', () => {
    const own: Rules = { ...freePlay, id: 'own', version: 3 };
    const bytes = bytesOf(record(played(own, 'own')), [own]);
    expect(verifyReplay(bytes, [own]).ok).toBe(true);
    expect(verifyReplay(bytes)).toMatchObject({ error: { kind: 'malformed', code: 'ERR_REPLAY_RULES', offset: 4 } });
  });
});

describe('recordReplay', () => {
  test('needs a round that is over', () => {
    const round = playTo(start(arena), 59_999);
    expect(recordReplay(round)).toEqual({ ok: false, error: 'ERR_ROUND_NOT_OVER' });
    round.pause();
    expect(recordReplay(round)).toEqual({ ok: false, error: 'ERR_ROUND_NOT_OVER' });
  });

  test('needs every click of it', () => {
    const round = start(arena);
    expect(round.restore(playTo(start(arena), 5_000).snapshot()).ok).toBe(true);
    round.advanceTo(60_000);
    expect(recordReplay(round)).toEqual({ ok: false, error: 'ERR_LOG_INCOMPLETE' });
  });

  test('is not deceived by as many clicks of another course', () => {
    const missing = start(freePlay);
    missing.advanceTo(10);
    missing.pop(1, 1);
    const popping = start(freePlay);
    popping.advanceTo(2_000);
    expect(popVisible(popping)).toBe('pop');
    missing.restore(popping.snapshot());
    missing.advanceTo(60_000);
    expect(recordReplay(missing)).toEqual({ ok: false, error: 'ERR_LOG_INCOMPLETE' });
  });

  test('needs entropy that still answers', () => {
    const source = seededEntropy('once');
    const spent = new Set<number>();
    const entropy: Entropy = {
      block(second, out) {
        if (spent.has(second)) return false;
        spent.add(second);
        return source.block(second, out);
      },
    };
    const round = start(arena, { entropy });
    round.advanceTo(60_000);
    expect([round.phase, recordReplay(round)]).toEqual(['over', { ok: false, error: 'ERR_ENTROPY_MISSING' }]);
  });

  test('keeps the blocks of a round whose duration is no whole number of seconds', () => {
    const odd: Rules = { ...freePlay, id: 'odd', durationMs: 2_500 };
    const entropy = blockEntropy(new Int32Array(12).fill(77));
    const round = start(odd, { entropy });
    round.advanceTo(2_500);
    const replay = record(round);
    expect(replay.entropy).toHaveLength(12);
    expect(verifyReplay(bytesOf(replay, [odd]), [odd]).ok).toBe(true);
  });

  test('keeps a round that was paused, rewound and played on', () => {
    const round = playTo(start(crossChain), 8_000);
    const snapshot = round.snapshot();
    playTo(round, 20_000);
    round.restore(snapshot);
    missAll(round);
    round.pause();
    round.resume();
    playTo(round, 60_000, 300);
    expect(verifyReplay(bytesOf(record(round))).ok).toBe(true);
  });
});

test('rounds of every rule set have room for a replay of all their clicks', () => {
  const round = start(freePlay);
  const bubble = createBubble();
  for (let ms = 1; round.inputCount < freePlay.maxInputs; ms += 16) {
    round.advanceTo(ms);
    if (round.count > 0) round.bubbleAt(0, bubble);
    round.pop(bubble.xPx, bubble.yPx);
  }
  expect(round.pop(1, 1)).toBe('ERR_LOG_FULL');
  round.advanceTo(60_000);
  expect(verifyReplay(bytesOf(record(round))).ok).toBe(true);
});
