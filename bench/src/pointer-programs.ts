import { arena, type Bubble, type Round } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { path as ghostPath } from 'ghost-cursor';
import {
  FIELD,
  generator,
  gridOf,
  normal,
  onGrid,
  riseOf,
  sendPath,
  startRound,
  targetsOf,
  within,
  type Place,
  type Played,
} from './played-path.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places on the way from one point to another, at shares of its time from 0 to 1. */
type Glide = (from: Point, to: Point, random: () => number) => (share: number) => Point;

type Easing = (share: number) => number;

type Random = () => number;

const EASINGS: readonly Easing[] = [
  (share) => share,
  (share) => share * share * (3 - 2 * share),
  (share) => share * share * share * (10 - 15 * share + 6 * share * share),
  (share) => 1 - (1 - share) ** 3,
  (share) => (1 - Math.cos(Math.PI * share)) / 2,
];

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

const line =
  (easing: Easing): Glide =>
  (from, to) =>
  (share) => ({ x: from.x + (to.x - from.x) * easing(share), y: from.y + (to.y - from.y) * easing(share) });

/** A cubic Bezier curve whose handles are off the line, by up to a third of its length. */
const bezier =
  (easing: Easing): Glide =>
  (from, to, random) => {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const handle = (share: number): Point => {
      const aside = (random() - 0.5) * 0.66;
      return { x: from.x + dx * share - dy * aside, y: from.y + dy * share + dx * aside };
    };
    const [a, b] = [handle(0.2 + 0.3 * random()), handle(0.5 + 0.3 * random())];
    return (share) => {
      const t = easing(share);
      const s = 1 - t;
      const at = (p: number, q: number, r: number, u: number): number =>
        s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
      return { x: at(from.x, a.x, b.x, to.x), y: at(from.y, a.y, b.y, to.y) };
    };
  };

/** A smooth curve that continues in the direction in which it arrived, as a spline through all targets does. */
const spline = (most: Random): Glide => {
  let tangent: Point = { x: 0, y: 0 };
  const strength = 0.4 + 1.2 * most();
  return (from, to, random) => {
    const start = tangent;
    const turn = (random() - 0.5) * 3;
    const [dx, dy] = [(to.x - from.x) * strength, (to.y - from.y) * strength];
    tangent = { x: dx * Math.cos(turn) - dy * Math.sin(turn), y: dx * Math.sin(turn) + dy * Math.cos(turn) };
    const end = tangent;
    return (t) => {
      const [t2, t3] = [t * t, t * t * t];
      const at = (p: number, m: number, q: number, n: number): number =>
        (2 * t3 - 3 * t2 + 1) * p + (t3 - 2 * t2 + t) * m + (3 * t2 - 2 * t3) * q + (t3 - t2) * n;
      return { x: at(from.x, start.x, to.x, end.x), y: at(from.y, start.y, to.y, end.y) };
    };
  };
};

/** Half a circle or a flatter arc from each target to the next, to alternating sides or always the same. */
const arc = (most: Random): Glide => {
  const [height, alternates, easing] = [0.15 + 0.7 * most(), most() < 0.5, most() < 0.5 ? EASINGS[0]! : EASINGS[4]!];
  let side = 1;
  return (from, to) => {
    if (alternates) side = -side;
    const aside = side * height;
    return (share) => {
      const t = easing(share);
      const [along, off] = [(1 - Math.cos(Math.PI * t)) / 2, aside * Math.sin(Math.PI * t)];
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      return { x: from.x + dx * along - dy * off, y: from.y + dy * along + dx * off };
    };
  };
};

/** The package ghost-cursor: points on a random Bezier curve, one after the other in equal times. */
const ghost: Glide = (from, to, random) => {
  const points = seeded(random, () => ghostPath(from, { ...to }) as Point[]);
  return (share) => {
    const place = share * (points.length - 1);
    const at = Math.min(points.length - 2, Math.floor(place));
    const [a, b] = [points[at]!, points[at + 1]!];
    return { x: a.x + (b.x - a.x) * (place - at), y: a.y + (b.y - a.y) * (place - at) };
  };
};

/** Runs something that uses Math.random with other random numbers. */
export function seeded<T>(random: () => number, run: () => T): T {
  const original = Math.random;
  Math.random = random;
  try {
    return run();
  } finally {
    Math.random = original;
  }
}

/** Noise that a program adds to its path, so that it is not smooth. */
function jitterOf(random: () => number): () => Point {
  const kind = random();
  const size = 0.2 + 1.2 * random();
  if (kind < 0.5) return () => ({ x: 0, y: 0 });
  if (kind < 0.8) return () => ({ x: (random() - 0.5) * 2 * size, y: (random() - 0.5) * 2 * size });
  let [x, y] = [0, 0];
  return () => {
    x = 0.8 * x + size * 0.6 * normal(random);
    y = 0.8 * y + size * 0.6 * normal(random);
    return { x, y };
  };
}

/** Plays a round: from bubble to bubble, in times by Fitts's law with scatter, with pauses and misses of the centre. */
function playGlides(seed: string, makeGlide: (random: () => number) => Glide): Played {
  const random = generator(seed);
  const glide = makeGlide(random);
  const jitter = jitterOf(random);
  const eventMs = pick([4, 8, 8, 10, 12, 16, 16.67, 20], random);
  const paceMs = 180 + 260 * random();
  const scatter = 0.08 + 0.25 * random();
  // A third of the programs never stop.
  const waitMs = random() < 0.35 ? 0 : 40 + 160 * random();
  const gridPx = gridOf(random);
  const clockMs = pick([0, 0, 1, 4], random);
  const rounded = (px: number): number => onGrid(px, gridPx);
  const places: Place[] = [];
  const round = startRound(seed);
  let at: Point = { x: 400, y: 300 };
  let nowMs = 600;
  while (nowMs < arena.durationMs - 1_500) {
    round.advanceTo(Math.round(nowMs));
    const bubble = chooseTarget(round, at, random);
    if (bubble === null) {
      nowMs += 60;
      continue;
    }
    const way = Math.hypot(bubble.xPx - at.x, bubble.yPx - at.y);
    const moveMs = Math.max(
      90,
      paceMs * (0.4 + 0.4 * Math.log2(1 + way / bubble.radiusPx)) * Math.exp(0.15 * normal(random)),
    );
    const error = (): number => Math.max(-0.7, Math.min(0.7, normal(random) * scatter)) * bubble.radiusPx;
    const to = {
      x: within(bubble.xPx + error(), FIELD.widthPx),
      y: within(bubble.yPx - riseOf(round, bubble) * moveMs + error(), FIELD.heightPx),
    };
    const move = glide(at, to, random);
    for (let ms = 0; ms < moveMs; ms += eventMs) {
      const { x, y } = move(ms / moveMs);
      const noise = jitter();
      places.push([nowMs + ms + clockMs * (random() - 0.5), rounded(x + noise.x), rounded(y + noise.y)]);
    }
    places.push([nowMs + moveMs, rounded(to.x), rounded(to.y)]);
    const clickMs = Math.round(nowMs + moveMs + (waitMs === 0 ? 0 : random() * 30));
    round.advanceTo(clickMs);
    round.pop(rounded(to.x), rounded(to.y));
    at = to;
    nowMs = clickMs + waitMs * (0.5 + random());
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  return { seed, inputs, ...sendPath(places, inputs) };
}

/** One of the two nearest bubbles that stay in the field for a while. */
export function chooseTarget(round: Round, { x, y }: Point, random: () => number): Bubble | null {
  const far = (bubble: Bubble): number => Math.hypot(bubble.xPx - x, bubble.yPx - y);
  const near = targetsOf(round)
    .filter(({ yPx }) => yPx > 120)
    .toSorted((a, b) => far(a) - far(b));
  return near[random() < 0.7 ? 0 : Math.min(1, near.length - 1)] ?? null;
}

/** A bot of the engine, without a path or with straight glides to its clicks. */
function playBot(seed: string, skill: keyof typeof BOT_SKILLS): Played {
  const random = generator(seed);
  const round = startRound(seed);
  createBot({ skill: BOT_SKILLS[skill], seed }).advanceTo(round, arena.durationMs);
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  const places: Place[] = [];
  const glide = line(pick(EASINGS, random));
  let at: Point = { x: 400, y: 300 };
  for (let input = 0; input < inputs.length && seed.length % 2 === 0; input += 3) {
    const to = { x: inputs[input + 1]! / 4, y: inputs[input + 2]! / 4 };
    const endMs = inputs[input]!;
    const moveMs = Math.min(300, endMs - (inputs[input - 3] ?? 0));
    const move = glide(at, to, random);
    for (let ms = 0; ms <= moveMs; ms += 8)
      places.push([endMs - moveMs + ms, move(ms / moveMs).x, move(ms / moveMs).y]);
    at = to;
  }
  return { seed, inputs, ...sendPath(places, inputs) };
}

/** Programs that make their paths themselves. */
export const PROGRAMS = {
  lines: (seed: string) => playGlides(seed, (random) => line(pick(EASINGS, random))),
  bezier: (seed: string) => playGlides(seed, (random) => bezier(pick(EASINGS, random))),
  splines: (seed: string) => playGlides(seed, (random) => (random() < 0.6 ? spline(random) : arc(random))),
  ghost: (seed: string) => playGlides(seed, () => ghost),
  bot_novice: (seed: string) => playBot(seed, 'novice'),
  bot_regular: (seed: string) => playBot(seed, 'regular'),
  bot_expert: (seed: string) => playBot(seed, 'expert'),
} as const;
