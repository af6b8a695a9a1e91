import { arena, crossChain, seededEntropy } from '@popfray/engine';
import {
  BATCH_MS,
  BATTLE_MS,
  PATH_DEVICES,
  PATH_WORDS,
  PathRecorder,
  type InputBatch,
  type PathChunk,
} from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, examineRound, judgeRound, type Conduct } from '../conduct/index.ts';
import { play, type Played } from '../conduct/pointer.fixture.ts';
import { startRound } from '../testing/player.fixture.ts';
import { Contestant } from './contestant.ts';
import { makeSeat } from './seat.fixture.ts';

/** A sample of a path: time in ms, x and y in quarter pixels, device, radius. */
type Sample = readonly [ms: number, x: number, y: number, device: number, radius: number];

const CLICK_WORDS = 3;

/** A click: ms of the round, x and y in quarter pixels. */
type Click = readonly [ms: number, x: number, y: number];

const MOUSE = PATH_DEVICES.indexOf('mouse');

/** The clicks and the path of a round that was played with a mouse, from bubble to bubble. */
const played = play('faults');
const clicks = clicksOf(played);
const samples = samplesOf(played);

function clicksOf({ inputs }: Played): Click[] {
  return Array.from(
    { length: inputs.length / CLICK_WORDS },
    (_, at) => [...inputs.subarray(at * CLICK_WORDS, (at + 1) * CLICK_WORDS)] as unknown as Click,
  );
}

function samplesOf({ path }: Played): Sample[] {
  return Array.from(
    { length: path.length / PATH_WORDS },
    (_, at) => [...path.subarray(at * PATH_WORDS, (at + 1) * PATH_WORDS)] as unknown as Sample,
  );
}

const record = (recorder: PathRecorder, [timeMs, x, y, device, radiusPx]: Sample): void =>
  recorder.add({
    timeMs,
    xPx: x / 4,
    yPx: y / 4,
    device: PATH_DEVICES[device] ?? 'mouse',
    radiusPx,
    isPress: clicks.some(([, cx, cy]) => cx === x && cy === y),
  });

/** Sends a round as a client does, a batch every 200 ms, over a clock that goes `ppm` millionths too fast. Every batch has to be accepted. */
function send(player: Contestant, path: readonly Sample[], ppm = 0, made: readonly Click[] = clicks): Conduct {
  const recorder = new PathRecorder();
  let [nextClick, nextSample] = [0, 0];
  for (let untilMs = BATCH_MS; untilMs < BATTLE_MS; untilMs += BATCH_MS) {
    for (let sample = path[nextSample]; sample !== undefined && sample[0] <= untilMs; sample = path[++nextSample])
      record(recorder, sample);
    const part = recorder.takePart(untilMs, untilMs - BATCH_MS);
    const inputs: number[] = [];
    const first = nextClick;
    for (let click = made[nextClick]; click !== undefined && click[0] <= untilMs; click = made[++nextClick])
      inputs.push(...click);
    const batch: InputBatch = { first, untilMs, inputs: Int32Array.from(inputs), ...(part !== null && { path: part }) };
    expect(player.accept(batch, untilMs / (1 + ppm / 1e6), BATTLE_MS, null)).toBeNull();
    player.playAccepted();
  }
  const { conduct } = player.finish();
  if (conduct === null) throw new Error('the round was not examined');
  return conduct;
}

/** A batch without clicks that carries some samples as one part of a path. */
function carrying(
  recorder: PathRecorder,
  path: readonly Sample[],
  untilMs: number,
): InputBatch & { readonly path: PathChunk } {
  for (const sample of path) record(recorder, sample);
  const part = recorder.takePart(untilMs, -1);
  if (part === null) throw new Error('there is no path');
  return { first: 0, untilMs, inputs: new Int32Array(0), path: part };
}

/** A path that has the place of each click and nothing between. */
const jumps = clicks.map(([ms, x, y]): Sample => [ms - (ms % 4), x, y, MOUSE, 0]);

const at = (ms: number, x: number): Sample => [ms, x, 1_200, MOUSE, 0];

describe.each<[string, () => Contestant]>([
  ['a paid battle', () => new Contestant(makeSeat({ fee_sun: 1_000_000 }), crossChain, seededEntropy('faults'), 'bot')],
  ['a solo round', () => new Contestant(makeSeat(), arena, seededEntropy('faults'), 'bot', [])],
])('the path of %s', (_, sit) => {
  it('agrees with the clicks, when nothing is wrong', () => {
    const { contradicted, reasons, clicks: count } = send(sit(), samples);
    expect(count).toBeGreaterThan(80);
    expect(contradicted).toBe(0);
    expect(reasons).not.toContain('pathless');
  });

  it('is refused with its batch when it goes back in time', () => {
    const player = sit();
    expect(player.accept(carrying(new PathRecorder(), [at(420, 0), at(480, 9)], 500), 500, BATTLE_MS, null)).toBeNull();
    const back = carrying(new PathRecorder(), [at(440, 30), at(540, 40)], 560);
    expect(player.accept(back, 560, BATTLE_MS, null)).toBe('path');
  });

  it('agrees with the clicks when it jumps from click to click', () => {
    const { contradicted, pathScore, clicks: count } = send(sit(), jumps);
    expect(contradicted).toBeLessThan(0.05 * count);
    expect(pathScore).toBeNull();
  });

  it('is read once when a part is sent twice, and refused when it starts again', () => {
    const player = sit();
    const sent = carrying(new PathRecorder(), [at(420, 0), at(480, 9)], 500);
    expect(player.accept(sent, 500, BATTLE_MS, null)).toBeNull();
    player.playAccepted();
    expect(player.accept({ ...sent, untilMs: 520 }, 520, BATTLE_MS, null)).toBe('path');
    const repeated = { ...sent, untilMs: 540, path: { ...sent.path, isFirst: false } };
    expect(player.accept(repeated, 540, BATTLE_MS, null)).toBeNull();
    player.playAccepted();
    expect(Array.from(player.finish().path ?? [])).toEqual([...sent.path.bytes]);
  });

  it('shows no movement when the same place is repeated', () => {
    const still = Array.from({ length: 3_000 }, (__, number) => at(number * 20, 1_600));
    expect(send(sit(), still).reasons).toContain('pathless');
  });

  it('is refused with its batch when it floods: more than a sample in a sixtieth of a second, or bytes that are no path', () => {
    const bytes = Uint8Array.of(0x08, 0x00, 0xff, 0xff, 0xff);
    const flood = { isFirst: true, number: 0, bytes };
    expect(sit().accept({ first: 0, untilMs: 600, inputs: new Int32Array(0), path: flood }, 600, BATTLE_MS, null)).toBe(
      'path',
    );
    const recorder = new PathRecorder();
    for (let ms = 400; ms < 600; ms++) record(recorder, at(ms, ms));
    const part = recorder.takePart(600, 400);
    // What a browser reports up to 1,000 times a second is at most twelve samples in 200 ms.
    expect(part?.bytes.length).toBeLessThan(40);
  });

  it('holds the round when it contradicts the clicks', () => {
    const elsewhere = samples.map(([ms, x, y, device, radius]): Sample => [
      ms,
      (x + 1_600) % 3_200,
      (y + 1_200) % 2_400,
      device,
      radius,
    ]);
    const { contradicted, reasons, clicks: count } = send(sit(), elsewhere);
    expect(contradicted).toBeGreaterThan(0.8 * count);
    expect(reasons).toContain('pathless');
  });

  it('holds the round when there is none, but not one with a few clicks', () => {
    const { contradicted, reasons, clicks: count } = send(sit(), []);
    expect(contradicted).toBe(count);
    expect(reasons).toContain('pathless');
    expect(send(sit(), [], 0, clicks.slice(0, 9)).reasons).toEqual([]);
  });

  it.each([300, -300])('is accepted, and agrees with the clicks, when the clock drifts by %i ppm', (ppm) => {
    const { contradicted, reasons } = send(sit(), samples, ppm);
    expect(contradicted).toBe(0);
    expect(reasons).not.toContain('pathless');
  });

  it.each([300, -300])('has nearly the same score when the clock of its page drifts by %i ppm', (ppm) => {
    const [exact, drifted] = [0, ppm].map((clockPpm) => {
      // Without noise, rounding alone would decide much of the score.
      const round = play('faults', { clockPpm, noise: (place) => 1.5 * Math.sin(place * 12.9898) });
      return send(sit(), samplesOf(round), 0, clicksOf(round));
    });
    if (exact === undefined || drifted === undefined) throw new Error('a round was not sent');
    expect(drifted.contradicted).toBe(0);
    expect(drifted.reasons).toEqual(exact.reasons);
    expect(Math.abs((drifted.pathScore ?? 99) - (exact.pathScore ?? 0))).toBeLessThan(1);
  });

  // No page has two clocks. A path that is ahead of its clicks by up to 18 ms is another hand, so its score may differ.
  it.each([300, -300])('agrees with the clicks when only its own clock drifts by %i ppm', (ppm) => {
    const drifted = samples.map(([ms, ...sample]): Sample => [
      Math.min(BATTLE_MS - 4, Math.round((ms * (1 + ppm / 1e6)) / 4) * 4),
      ...sample,
    ]);
    const [exact, late] = [send(sit(), samples), send(sit(), drifted)];
    expect(late.contradicted).toBe(0);
    expect(late.reasons).toEqual(exact.reasons);
  });

  it('needs contacts where fingers make the clicks: without a size, or elsewhere, they hold the round', () => {
    const touched = (radius: number, aside: number): Sample[] =>
      clicks.map(([ms, x, y]) => [ms - (ms % 4), (x + aside) % 3_200, y, PATH_DEVICES.indexOf('touch'), radius]);
    expect(send(sit(), touched(12, 0))).toMatchObject({ contradicted: 0, reasons: [] });
    expect(send(sit(), touched(0, 0)).reasons).toContain('pathless');
    expect(send(sit(), touched(12, 400)).reasons).toContain('pathless');
  });
});

it('a mouse that claims to be touch is measured as a mouse, because it moves to its touches', () => {
  const touch = PATH_DEVICES.indexOf('touch');
  const claimed = samples.map((sample): Sample => {
    const isClick = clicks.some(([ms, x, y]) => Math.abs(ms - sample[0]) <= 20 && x === sample[1] && y === sample[2]);
    return isClick ? [sample[0], sample[1], sample[2], touch, 12] : sample;
  });
  const { approach, legs } = examineRound(
    startRound(played.seed),
    played.inputs,
    Int32Array.from(claimed.flatMap((sample) => [...sample])),
  );
  expect(claimed.filter(([, , , device]) => device === touch).length).toBeGreaterThan(80);
  expect(approach.pointerClicks).toBeGreaterThan(0.9 * clicks.length);
  expect(legs).not.toBeNull();
});

it('a path that jumps from click to click is counted, and holds the round where a limit says so', () => {
  const pathOf = (path: readonly Sample[]): Int32Array => Int32Array.from(path.flatMap((sample) => [...sample]));
  const moved = examineRound(startRound(played.seed), played.inputs, pathOf(samples));
  expect(moved.approach.ways).toBeGreaterThan(60);
  expect(moved.approach.jumped).toBeLessThan(0.1 * moved.approach.ways);
  const jumped = examineRound(startRound(played.seed), played.inputs, pathOf(jumps));
  expect(jumped.approach.jumped).toBeGreaterThan(0.9 * jumped.approach.ways);
  const limits = { ...DEFAULT_LIMITS, jumpedPct: 75 };
  expect(judgeRound(jumped, limits, { isPathRequired: true })).toContain('pathless');
  expect(judgeRound(moved, limits, { isPathRequired: true })).not.toContain('pathless');
});
