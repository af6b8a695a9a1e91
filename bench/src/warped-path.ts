import { arena } from '@popfray/engine';
import {
  FIELD,
  generator,
  normal,
  onGrid,
  placesOf,
  sendPath,
  startRound,
  targetsOf,
  within,
  type Place,
  type Played,
} from './played-path.ts';
import { placeAt, type Trace } from './traces.ts';

/**
 * How a recorded path is moved onto bubbles. At each press the nearest bubble is the target; the path is displaced so that it passes it at that
 * moment. Between two presses the displacement changes along a curve of minimum jerk (`smooth`) or linearly (`linear`), or the way is rotated and
 * scaled (`similar`).
 */
export const WARPS = ['smooth', 'linear', 'similar'] as const;
export type Warp = (typeof WARPS)[number];

export interface WarpOptions {
  readonly seed: string;
  readonly warp: Warp;
  /** Scatter of clicks around the centre on each axis, in radii. */
  readonly scatter?: number;
  /** Duration of the path over that of its recording. */
  readonly timeScale?: number;
  /** Whether left and right are exchanged. */
  readonly isMirrored?: boolean;
  /** Size of a pixel of the screen, px of the field, to which the path is rounded. */
  readonly gridPx?: number;
}

/** Displacement of the path from a press on. */
interface Knot {
  readonly ms: number;
  readonly dx: number;
  readonly dy: number;
}

/** Plays a round with a recorded path, which clicks where the recording has presses. */
export function playTrace(recorded: Trace, options: WarpOptions): Played {
  const { seed, warp, scatter = 0.3, gridPx = 0.25 } = options;
  const trace = transform(recorded, options);
  const random = generator(`${seed} aim`);
  const round = startRound(seed);
  const knots: Knot[] = [{ ms: 0, dx: 0, dy: 0 }];
  for (const press of trace.presses) {
    const ms = Math.round(press);
    if (ms >= arena.durationMs - 100) break;
    if (ms - knots.at(-1)!.ms < arena.debounceMs) continue;
    round.advanceTo(ms);
    const [x, y] = placeAt(trace, ms);
    const { dx, dy } = knots.at(-1)!;
    const far = (bubble: { xPx: number; yPx: number }): number => Math.hypot(bubble.xPx - x - dx, bubble.yPx - y - dy);
    const bubble = targetsOf(round).toSorted((a, b) => far(a) - far(b))[0];
    if (bubble === undefined) continue;
    const error = (): number => Math.max(-0.65, Math.min(0.65, normal(random) * scatter)) * bubble.radiusPx;
    const toX = within(onGrid(bubble.xPx + error(), gridPx), FIELD.widthPx);
    const toY = within(onGrid(bubble.yPx + error(), gridPx), FIELD.heightPx);
    knots.push({ ms, dx: toX - x, dy: toY - y });
    round.pop(toX, toY);
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  const places = displace(trace, knots, warp).map(([ms, x, y]) => [ms, onGrid(x, gridPx), onGrid(y, gridPx)] as const);
  return { seed, inputs, ...sendPath(places, inputs) };
}

/** The path in another duration, or mirrored. */
function transform(trace: Trace, { timeScale = 1, isMirrored = false }: WarpOptions): Trace {
  if (timeScale === 1 && !isMirrored) return trace;
  return {
    ...trace,
    t: trace.t.map((ms) => ms * timeScale),
    x: isMirrored ? trace.x.map((x) => FIELD.widthPx - x) : trace.x,
    presses: trace.presses.map((ms) => ms * timeScale),
  };
}

/** A recorded path, displaced. */
export function displace(trace: Trace, knots: readonly Knot[], warp: Warp): Place[] {
  const places: Place[] = [];
  let leg = 0;
  for (let at = 0; at < trace.t.length; at++) {
    const ms = trace.t[at]!;
    while (leg + 1 < knots.length && knots[leg + 1]!.ms <= ms) leg++;
    const [from, to] = [knots[leg]!, knots[leg + 1] ?? knots[leg]!];
    const share = to.ms > from.ms ? (ms - from.ms) / (to.ms - from.ms) : 1;
    const [x, y] = [trace.x[at]!, trace.y[at]!];
    const [px, py] = (warp === 'similar' ? rotate(trace, from, to, x, y) : null) ?? [
      x + from.dx + (to.dx - from.dx) * (warp === 'linear' ? share : minimumJerk(share)),
      y + from.dy + (to.dy - from.dy) * (warp === 'linear' ? share : minimumJerk(share)),
    ];
    places.push([ms, within(px, FIELD.widthPx), within(py, FIELD.heightPx)]);
  }
  return places;
}

/** Rotates and scales a leg so that both ends are where they have to be; null for one that would be scaled too much. */
function rotate(trace: Trace, from: Knot, to: Knot, x: number, y: number): [number, number] | null {
  const [ax, ay] = placeAt(trace, from.ms);
  const [bx, by] = placeAt(trace, to.ms);
  const [lx, ly] = [bx - ax, by - ay];
  const [mx, my] = [lx + to.dx - from.dx, ly + to.dy - from.dy];
  const square = lx * lx + ly * ly;
  const scale = Math.sqrt((mx * mx + my * my) / square);
  if (square < 400 || scale > 2.5 || scale < 0.3) return null;
  const [re, im] = [(lx * mx + ly * my) / square, (lx * my - ly * mx) / square];
  const [rx, ry] = [x - ax, y - ay];
  return [ax + from.dx + re * rx - im * ry, ay + from.dy + im * rx + re * ry];
}

/** The smoothest curve from 0 to 1 (Flash and Hogan 1985). */
export const minimumJerk = (share: number): number => share * share * share * (10 - 15 * share + 6 * share * share);

/** Plays a round with the path of a person, in which a program clicks as soon as the pointer is over a bubble, or a little later. */
export function playRelax(trace: Trace, options: WarpOptions): Played {
  const person = playTrace(trace, options);
  const random = generator(`${options.seed} relax`);
  const delayMs = random() < 0.5 ? 0 : 25 * random();
  const spreadMs = random() < 0.5 ? 0 : 25;
  const { path } = person;
  const round = startRound(options.seed);
  let [lastMs, entered, wait] = [-1_000, -1, 0];
  const words = path.length / 5;
  for (let ms = 500, at = 0; ms < arena.durationMs - 100; ms += 4) {
    while (at + 1 < words && path[(at + 1) * 5]! <= ms) at++;
    if (at + 1 >= words || path[at * 5]! > ms) continue;
    const [ta, tb] = [path[at * 5]!, path[(at + 1) * 5]!];
    const share = tb - ta > 60 ? 0 : (ms - ta) / (tb - ta);
    const x = (path[at * 5 + 1]! + (path[at * 5 + 6]! - path[at * 5 + 1]!) * share) / 4;
    const y = (path[at * 5 + 2]! + (path[at * 5 + 7]! - path[at * 5 + 2]!) * share) / 4;
    round.advanceTo(ms);
    const isOver = round.topmostAt(x, y) >= 0;
    if (!isOver) entered = -1;
    else if (entered < 0) {
      entered = ms;
      wait = delayMs + spreadMs * random();
    }
    if (!isOver || ms - entered < wait || ms - lastMs < arena.debounceMs) continue;
    round.pop(x, y);
    lastMs = ms;
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  return { seed: person.seed, inputs, ...sendPath(placesOf(path), inputs) };
}
