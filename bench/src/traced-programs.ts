import { generator, gridOf, normal, onGrid } from './played-path.ts';
import { placeAt, type Trace } from './traces.ts';
import { minimumJerk } from './warped-path.ts';
import { elementOf } from './element.ts';

/**
 * Programs as recordings of the other game have them: they pass the places at which a person pressed, at the same times, in their own way. These are moved onto bubbles like every
 * recording, which bends straight ways.
 */

/** Shares of the way that are done at shares of the time. */
const EASINGS: readonly ((share: number) => number)[] = [
  (share) => share,
  (share) => 1 - (1 - share) ** 2,
  (share) => 1 - (1 - share) ** 4,
  (share) => share * share * (3 - 2 * share),
  minimumJerk,
  (share) => (1 - Math.cos(Math.PI * share)) / 2,
];

interface Knot {
  readonly ms: number;
  readonly x: number;
  readonly y: number;
}

type Curve = (knots: readonly Knot[], at: number, share: number) => readonly [x: number, y: number];
type Random = () => number;

const line: Curve = (knots, at, share) => {
  const [from, to] = [elementOf(knots, at), elementOf(knots, at + 1)];
  return [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
};

/** An arc beside the straight way; a factory gives its height. */
const arc =
  (height: (at: number) => number): Curve =>
  (knots, at, share) => {
    const [from, to] = [elementOf(knots, at), elementOf(knots, at + 1)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const aside = height(at) * Math.sin(Math.PI * share);
    return [from.x + dx * share - dy * aside, from.y + dy * share + dx * aside];
  };

/** A cubic curve that passes every knot in the direction from the knot before to the next one. */
const cardinal =
  (tension: number): Curve =>
  (knots, at, t) => {
    const [b, c] = [elementOf(knots, at), elementOf(knots, at + 1)];
    const [a, d] = [knots[at - 1] ?? b, knots[at + 2] ?? c];
    const [t2, t3] = [t * t, t * t * t];
    const along = (p: number, q: number, r: number, s: number): number =>
      (2 * t3 - 3 * t2 + 1) * q +
      (t3 - 2 * t2 + t) * tension * (r - p) +
      (3 * t2 - 2 * t3) * r +
      (t3 - t2) * tension * (s - q);
    return [along(a.x, b.x, c.x, d.x), along(a.y, b.y, c.y, d.y)];
  };

/** A cubic Bezier curve that leaves each knot in a direction that turns from knot to knot: the pointer never stops. */
const flower =
  (turn: number, reach: number): Curve =>
  (knots, at, t) => {
    const [from, to] = [elementOf(knots, at), elementOf(knots, at + 1)];
    const far = Math.hypot(to.x - from.x, to.y - from.y) * reach;
    const handle = (number: number): [number, number] => [Math.cos(number * turn) * far, Math.sin(number * turn) * far];
    const [ax, ay] = handle(at);
    const [bx, by] = handle(at + 1);
    const s = 1 - t;
    const along = (p: number, q: number, r: number, u: number): number =>
      s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
    return [along(from.x, from.x + ax, to.x - bx, to.x), along(from.y, from.y + ay, to.y - by, to.y)];
  };

const pick = <T>(list: readonly T[], random: Random): T => elementOf(list, Math.floor(random() * list.length));

/** Kinds of curves; each gets its own parameters from random numbers. */
export const TRACED_CURVES = {
  lines: () => line,
  arcs: (random: Random): Curve => {
    const [height, alternates] = [0.1 + 0.7 * random(), random() < 0.5];
    return arc((at) => (alternates && at % 2 === 0 ? -height : height));
  },
  splines: (random: Random): Curve => cardinal(0.3 + 0.6 * random()),
  flowers: (random: Random): Curve => flower(0.5 + 3 * random(), 0.3 + 0.9 * random()),
} as const;

type TracedKind = keyof typeof TRACED_CURVES;

/** The recording of a program that presses when and where a person pressed. */
export function traceProgram(person: Trace, kind: TracedKind, seed: string): Trace {
  const random = generator(seed);
  const curve = TRACED_CURVES[kind](random);
  const easing = random() < 0.4 && kind !== 'lines' ? elementOf(EASINGS, 0) : pick(EASINGS, random);
  const sampleMs = pick([1_000 / 60, 16, 17, 8, 25], random);
  // Many programs move at a rate of their own, so that steps are uneven where they are recorded.
  const updateMs = random() < 0.4 ? 0 : 4 + 14 * random();
  const gridPx = gridOf(random);
  // How much of the time before a press the pointer moves; programs that never wait move all the time.
  const moving = random() < 0.4 ? 1 : 0.4 + 0.6 * random();
  const longestMs = random() < 0.5 ? Infinity : 250 + 400 * random();
  const noisePx = random() < 0.5 ? 0 : 1.5 * random();
  const scatterPx = random() < 0.5 ? 0 : 8 * random();
  const knots: Knot[] = [0, ...person.presses].map((ms) => {
    const [x, y] = placeAt(person, ms);
    return { ms, x: x + scatterPx * normal(random), y: y + scatterPx * normal(random) };
  });
  const [t, x, y] = [[] as number[], [] as number[], [] as number[]];
  const endMs = elementOf(knots, -1).ms;
  for (let ms = 0, at = 0; ms < endMs; ms += sampleMs) {
    while (at + 2 < knots.length && elementOf(knots, at + 1).ms <= ms) at++;
    const { ms: fromMs } = elementOf(knots, at);
    const { ms: toMs } = elementOf(knots, at + 1);
    const wayMs = Math.max(1, Math.min(longestMs, moving * (toMs - fromMs)));
    const updatedMs = updateMs === 0 ? ms : Math.floor(ms / updateMs) * updateMs;
    const share = Math.max(0, Math.min(1, (updatedMs - (toMs - wayMs)) / wayMs));
    const [px, py] = curve(knots, at, easing(share));
    const isStill = share === 0;
    t.push(Math.round(ms));
    x.push(onGrid(px + (isStill ? 0 : noisePx * (random() - 0.5)), gridPx));
    y.push(onGrid(py + (isStill ? 0 : noisePx * (random() - 0.5)), gridPx));
  }
  return {
    kind: 'program',
    identity: person.identity,
    t: Float64Array.from(t),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    presses: person.presses,
  };
}
