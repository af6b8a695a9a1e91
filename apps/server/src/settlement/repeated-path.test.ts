import { encodeReplay, recordReplay } from '@popfray/engine';
import { encodePath, PATH_START, PATH_WORDS } from '@popfray/protocol/battle';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Conduct, examinePlay } from '../conduct/index.ts';
import { play, startRound, type Style } from '../conduct/pointer.fixture.ts';
import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { writeRound } from '../privacy/records.fixture.ts';
import { createTestContext, type TestWallet } from '../testing/context.fixture.ts';
import { makeShareId } from './examination.ts';
import { findRepeats } from './repeated-path.ts';

const test = await createTestContext();
afterAll(async () => test.stop());
const { db } = test.context;

const DAY_MS = 86_400_000;
/** Width of the field, quarter px. */
const WIDTH_QUARTERS = 3_200;
let ann: TestWallet;
beforeAll(async () => {
  ann = await test.player('ann');
});
/** No test finds the rounds of another. */
beforeEach(() => {
  test.clock.nowMs += 31 * DAY_MS;
});

/** The noise of one hand: smooth, and the same at each call. All rounds of the fixture have one rhythm, so only the noise tells their paths apart. */
const handOf =
  (kind: number) =>
  (place: number): number =>
    3 * Math.sin(Math.floor(place / 24) ** 2 * kind) + 2 * Math.sin(Math.floor(place / 40) ** 2 * (kind + 1));
const HAND: Style = { noise: handOf(0.7) };

interface PlayedRound {
  readonly conduct: Conduct;
  readonly replay: Uint8Array;
  readonly path: Uint8Array;
}

/** Plays a round; `isMirrored`: at the other side of the field. */
function playRound(seed: string, style: Style, isMirrored = false): PlayedRound {
  const { inputs, path } = play(seed, style);
  if (isMirrored) {
    for (let at = 1; at < inputs.length; at += 3) inputs[at] = WIDTH_QUARTERS - (inputs[at] ?? 0);
    for (let at = 1; at < path.length; at += PATH_WORDS) path[at] = WIDTH_QUARTERS - (path[at] ?? 0);
  }
  const round = startRound(seed);
  for (let at = 0; at < inputs.length; at += 3) {
    const [ms = 0, x = 0, y = 0] = inputs.subarray(at, at + 3);
    round.advanceTo(ms);
    round.pop(x / 4, y / 4);
  }
  round.advanceTo(round.rules.durationMs);
  const replay = recordReplay(round);
  const bytes = replay.ok ? encodeReplay(replay.value) : replay;
  if (!bytes.ok) throw new Error('there is no replay');
  const conduct = examinePlay(startRound(seed, false), inputs, path);
  return { conduct, replay: bytes.value, path: encodePath(path, PATH_START).bytes };
}

/** Settles a solo round of these bytes, and says whether it was found to be repeated. */
async function settle({ conduct, replay, path }: PlayedRound): Promise<boolean> {
  const id = await writeRound(test, ann.address, { replay, path });
  const [checked] = await findRepeats(db, [{ roundId: makeShareId(id, 0), conduct }], test.clock.nowMs);
  test.clock.nowMs += 60_000;
  return checked?.reasons.includes('repeated') ?? false;
}

describe('the path of a paid round', () => {
  it.each<[string, string, Style, boolean?]>([
    ['the same round again', 'first', HAND],
    ['moved to other bubbles', 'second', HAND],
    ['at 0.9 times the duration', 'second', { ...HAND, timeScale: 0.9 }],
    ['at 1.1 times the duration', 'second', { ...HAND, timeScale: 1.1 }],
    ['mirrored', 'second', HAND, true],
  ])('is found to be repeated: %s', async (_, seed, style, isMirrored) => {
    expect(await settle(playRound('first', HAND))).toBe(false);
    expect(await settle(playRound(seed, style, isMirrored))).toBe(true);
  });

  it('is not that of another hand, even in the same rhythm', async () => {
    const hands = [0.7, 1.9, 2.6, 3.3].map((kind) => playRound(`hand ${kind}`, { noise: handOf(kind) }));
    const [first, second] = hands;
    const shared = first?.conduct.marks.filter((mark) => second?.conduct.marks.includes(mark)).length;
    expect(shared).toBeGreaterThan(4);
    for (const hand of hands) expect(await settle(hand)).toBe(false);
  });

  it('is compared with those of the other players of a battle', async () => {
    const players = [playRound('one', HAND), playRound('two', { noise: handOf(1.9) }), playRound('three', HAND)];
    const examined = players.map(({ conduct }, place) => ({ roundId: makeShareId('battle', place), conduct }));
    const checked = await findRepeats(db, examined, test.clock.nowMs);
    expect(checked.map((conduct) => conduct?.reasons.includes('repeated'))).toEqual([false, false, true]);
  });

  it('is compared with those of 30 days', async () => {
    expect(await settle(playRound('old', HAND))).toBe(false);
    test.clock.nowMs += 31 * DAY_MS;
    expect(await settle(playRound('old', HAND))).toBe(false);
  });

  it('is not compared for a player without one, and has at most 24 marks', async () => {
    const count = async (): Promise<unknown> => fetchValue(db, 'SELECT count(*) FROM path_marks');
    const before = await count();
    const without = playRound('without', { hasPath: false });
    expect(await findRepeats(db, [{ roundId: 'without.0', conduct: without.conduct }], test.clock.nowMs)).toEqual([
      without.conduct,
    ]);
    expect(await count()).toBe(before);
    const { conduct } = playRound('with', HAND);
    expect(conduct.marks.length).toBeLessThanOrEqual(24);
    expect(conduct.marks.length).toBeGreaterThan(10);
  });
});
