import { arena } from '@popfray/engine';
import { path as ghostPath } from 'ghost-cursor';
import { chooseTarget, seeded, type Point } from './pointer-programs.ts';
import {
  FIELD,
  generator,
  gridOf,
  normal,
  onGrid,
  riseOf,
  sendPath,
  startRound,
  within,
  type Place,
  type Played,
} from './played-path.ts';
import { minimumJerk } from './warped-path.ts';
import { elementOf } from './element.ts';

/**
 * Programs that imitate a hand: their paths come from published models of human movement, with its noise, tremor, overshoot and corrections. They move
 * between clicks too, and click where the noise has brought the pointer.
 */

type Random = () => number;

/** Moves the pointer from one point to another: places by ms since the start of the movement. The last one is where it ends. */
type Move = (from: Point, to: Point, radiusPx: number) => Place[];

/** Time between two places, ms. */
const EVENT_MS = 8;

/** Noise of a hand: it remembers, grows with the speed, and has a tremor. */
function createNoise(random: Random): (ms: number, speed: number) => Point {
  const [memory, growth, still] = [0.6 + 0.38 * random(), 0.1 * random(), 0.3 * random()];
  const [tremorHz, tremorPx] = [8 + 4 * random(), random() < 0.5 ? 0 : 0.8 * random()];
  const phase = 6.28 * random();
  let [x, y] = [0, 0];
  return (ms, speed) => {
    const size = (still + growth * speed * EVENT_MS) * Math.sqrt(1 - memory * memory);
    x = memory * x + size * normal(random);
    y = memory * y + size * normal(random);
    const angle = (2 * Math.PI * tremorHz * ms) / 1_000 + phase;
    return { x: x + tremorPx * Math.sin(angle), y: y + tremorPx * Math.cos(1.07 * angle) };
  };
}

/** Submovements, as in the theory of Plamondon (1995): a first one that nearly reaches the target, and corrections that begin before it is over. */
function submovements(random: Random): Move {
  const [paceMs, skew, aside] = [70 + 110 * random(), 0.25 + 0.35 * random(), 0.15 * random()];
  return (from, to, radiusPx) => {
    const way = Math.hypot(to.x - from.x, to.y - from.y);
    const parts: { startMs: number; ms: number; dx: number; dy: number; bow: number }[] = [];
    let [atX, atY, startMs, restPx] = [from.x, from.y, 0, way];
    for (let part = 0; part < 4 && restPx > 0.25 * radiusPx; part++) {
      const reach = part === 0 ? 0.94 + 0.07 * normal(random) : 1 + 0.15 * normal(random);
      const angle = 0.06 * normal(random);
      const [dx, dy] = [(to.x - atX) * reach, (to.y - atY) * reach];
      const turned = {
        dx: dx * Math.cos(angle) - dy * Math.sin(angle),
        dy: dx * Math.sin(angle) + dy * Math.cos(angle),
      };
      const ms = Math.max(80, paceMs * Math.log2(1 + restPx / 12) * Math.exp(0.15 * normal(random)));
      parts.push({ startMs, ms, ...turned, bow: aside * normal(random) });
      startMs += ms * (0.6 + 0.3 * random());
      atX += turned.dx;
      atY += turned.dy;
      restPx = Math.hypot(to.x - atX, to.y - atY);
    }
    const totalMs = Math.max(...parts.map((part) => part.startMs + part.ms), EVENT_MS);
    const places: Place[] = [];
    for (let ms = 0; ms <= totalMs; ms += EVENT_MS) {
      let { x, y } = from;
      for (const { startMs: begun, ms: partMs, dx, dy, bow } of parts) {
        const share = Math.min(1, Math.max(0, (ms - begun) / partMs));
        const eased = minimumJerk(share ** (1 - 0.6 * (skew - 0.25)));
        const off = bow * Math.sin(Math.PI * eased);
        x += dx * eased - dy * off;
        y += dy * eased + dx * off;
      }
      places.push([ms, x, y]);
    }
    return places;
  };
}

/** WindMouse, by Benjamin Land: the pointer is drawn to the target, and a wind blows it off its way. */
function windMouse(random: Random): Move {
  const [gravity, wind, most, near] = [6 + 6 * random(), 2 + 4 * random(), 10 + 15 * random(), 10 + 8 * random()];
  return (from, to) => {
    let { x, y } = from;
    let [vx, vy, wx, wy, limit] = [0, 0, 0, 0, most];
    const places: Place[] = [[0, x, y]];
    for (let ms = EVENT_MS; ms < 2_000; ms += EVENT_MS) {
      const far = Math.hypot(to.x - x, to.y - y);
      if (far < 1) break;
      if (far >= near) {
        wx = wx / Math.sqrt(3) + ((2 * random() - 1) * wind) / Math.sqrt(5);
        wy = wy / Math.sqrt(3) + ((2 * random() - 1) * wind) / Math.sqrt(5);
      } else {
        wx /= Math.sqrt(3);
        wy /= Math.sqrt(3);
        limit = limit < 3 ? 3 + 3 * random() : limit / Math.sqrt(5);
      }
      vx += wx + (gravity * (to.x - x)) / far;
      vy += wy + (gravity * (to.y - y)) / far;
      const speed = Math.hypot(vx, vy);
      if (speed > limit) {
        const clipped = limit / 2 + (random() * limit) / 2;
        vx = (vx / speed) * clipped;
        vy = (vy / speed) * clipped;
      }
      x += vx;
      y += vy;
      places.push([ms, x, y]);
      limit = Math.max(limit, far >= near ? most : 0);
    }
    return places;
  };
}

/** ghost-cursor with what its cursor does on a page: it passes a target that is far away, and comes back. */
function ghostOvershoot(random: Random): Move {
  const [paceMs, farPx] = [90 + 110 * random(), 60 + 200 * random()];
  return (from, to, radiusPx) => {
    const way = Math.hypot(to.x - from.x, to.y - from.y);
    const angle = 6.28 * random();
    const over = radiusPx * (0.6 + random());
    const stops =
      way > farPx && random() < 0.6
        ? [{ x: to.x + over * Math.cos(angle), y: to.y + over * Math.sin(angle) }, to]
        : [to];
    const places: Place[] = [];
    let [at, startMs] = [from, 0];
    for (const [number, stop] of stops.entries()) {
      const points = seeded(
        random,
        () => ghostPath(at, { ...stop }, number > 0 ? { spreadOverride: 10 } : {}) as Point[],
      );
      const length = Math.hypot(stop.x - at.x, stop.y - at.y);
      const ms = Math.max(60, paceMs * Math.log2(1 + length / 14) * Math.exp(0.15 * normal(random)));
      for (let now = 0; now < ms; now += EVENT_MS) {
        const place = (now / ms) * (points.length - 1);
        const first = Math.min(points.length - 2, Math.floor(place));
        const [a, b] = [elementOf(points, first), elementOf(points, first + 1)];
        places.push([startMs + now, a.x + (b.x - a.x) * (place - first), a.y + (b.y - a.y) * (place - first)]);
      }
      startMs += ms;
      at = stop;
    }
    places.push([startMs, to.x, to.y]);
    return places;
  };
}

/** A spline through points beside the straight way, at a speed that follows the two-thirds power law roughly. */
function noisySpline(random: Random): Move {
  const [paceMs, asideShare, points] = [80 + 110 * random(), 0.05 + 0.15 * random(), 1 + Math.floor(3 * random())];
  return (from, to) => {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const way = Math.hypot(dx, dy);
    const ms = Math.max(100, paceMs * Math.log2(1 + way / 14) * Math.exp(0.15 * normal(random)));
    const knots: Point[] = [from, from];
    for (let at = 1; at <= points; at++) {
      const [share, aside] = [(at + 0.3 * (random() - 0.5)) / (points + 1), asideShare * normal(random)];
      knots.push({ x: from.x + dx * share - dy * aside, y: from.y + dy * share + dx * aside });
    }
    knots.push(to, to);
    const places: Place[] = [];
    for (let now = 0; now <= ms; now += EVENT_MS) {
      const place = minimumJerk(now / ms) * (points + 1);
      const first = Math.min(points, Math.floor(place));
      const t = place - first;
      const [a, b, c, d] = [
        elementOf(knots, first),
        elementOf(knots, first + 1),
        elementOf(knots, first + 2),
        elementOf(knots, first + 3),
      ];
      const at = (p: number, q: number, r: number, s: number): number =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      places.push([now, at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)]);
    }
    places.push([ms, to.x, to.y]);
    return places;
  };
}

/** Plays a round: moves with noise, clicks after a delay as a person has it, and moves a little while it waits. */
function playHand(seed: string, makeMove: (random: Random) => Move, hasNoise: (random: Random) => boolean): Played {
  const random = generator(seed);
  const move = makeMove(random);
  const noise = hasNoise(random) ? createNoise(random) : () => ({ x: 0, y: 0 });
  const scatter = 0.1 + 0.2 * random();
  const [delayMs, pauseMs] = [10 + 80 * random(), 20 + 150 * random()];
  const round = startRound(seed);
  const places: Place[] = [];
  let at: Point = { x: 400, y: 300 };
  let nowMs = 600;
  /** How long a move takes, by the moves so far. */
  let leadMs = 300;
  // Places of the screen are whole pixels, whose size in the field depends on that of the window.
  const gridPx = gridOf(random);
  const add = (ms: number, point: Point, speed: number): Point => {
    const off = noise(ms, speed);
    const place = {
      x: within(onGrid(point.x + off.x, gridPx), FIELD.widthPx),
      y: within(onGrid(point.y + off.y, gridPx), FIELD.heightPx),
    };
    places.push([ms, place.x, place.y]);
    return place;
  };
  const rest = (ms: number, point: Point): Point => {
    let last = point;
    const untilMs = nowMs + ms;
    for (; nowMs < untilMs; nowMs += EVENT_MS) last = add(nowMs, point, 0);
    return last;
  };
  while (nowMs < arena.durationMs - 2_500) {
    round.advanceTo(Math.round(nowMs));
    const bubble = chooseTarget(round, at, random);
    if (bubble === null) {
      rest(64, at);
      continue;
    }
    const error = (): number => Math.max(-0.6, Math.min(0.6, normal(random) * scatter)) * bubble.radiusPx;
    const to = {
      x: within(bubble.xPx + error(), FIELD.widthPx),
      y: within(bubble.yPx - riseOf(round, bubble) * (leadMs + delayMs) + error(), FIELD.heightPx),
    };
    const path = move(at, to, bubble.radiusPx);
    leadMs += 0.3 * (elementOf(path, -1)[0] - leadMs);
    let before: Point = at;
    for (const [ms, x, y] of path) {
      add(nowMs + ms, { x, y }, Math.hypot(x - before.x, y - before.y) / EVENT_MS);
      before = { x, y };
    }
    nowMs += elementOf(path, -1)[0] + EVENT_MS;
    const press = rest(delayMs * Math.exp(0.4 * normal(random)), before);
    const clickMs = Math.round(elementOf(places, -1)[0]);
    if (clickMs > round.timeMs) {
      round.advanceTo(clickMs);
      round.pop(press.x, press.y);
    }
    at = before;
    rest(pauseMs * Math.exp(0.4 * normal(random)), at);
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  return { seed, inputs, ...sendPath(places, inputs) };
}

const always = (): boolean => true;
const often = (random: Random): boolean => random() < 0.7;

/** Programs that imitate a hand. */
export const HAND_PROGRAMS = {
  submovements: (seed: string) => playHand(seed, submovements, always),
  wind_mouse: (seed: string) => playHand(seed, windMouse, often),
  ghost_overshoot: (seed: string) => playHand(seed, ghostOvershoot, often),
  noisy_splines: (seed: string) => playHand(seed, noisySpline, always),
} as const;
