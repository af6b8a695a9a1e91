import { arena, createBubble } from '@popfray/engine';
import { PATH_WORDS } from '@popfray/protocol/battle';
import { chooseTarget, type Point } from './pointer-programs.ts';
import {
  FIELD,
  generator,
  normal,
  riseOf,
  placesOf,
  sendPath,
  startRound,
  within,
  type Place,
  type Played,
} from './played-path.ts';
import { placeAt, type Trace } from './traces.ts';
import { playTrace, type WarpOptions } from './warped-path.ts';
import { elementOf } from './element.ts';

/** Programs that use paths of people: they click in them at times as a person has them, or join pieces of them. */

const QUARTERS = 4;

/** When a program clicks while the pointer is over a bubble: after a delay, or where the pointer is nearest to the centre or slowest. */
const TRIGGERS = ['delay', 'centre', 'slow'] as const;

/** Plays a round with the path of a person, in which a program clicks with a person's delays. */
export function playTrigger(trace: Trace, options: WarpOptions): Played {
  const person = playTrace(trace, options);
  const random = generator(`${options.seed} trigger`);
  const trigger = elementOf(TRIGGERS, Math.floor(3 * random()));
  const [delayMs, spread] = [30 + 90 * random(), 0.2 + 0.4 * random()];
  const wantedShare = 0.3 + 0.4 * random();
  const { path } = person;
  const round = startRound(options.seed);
  const bubble = createBubble();
  let [lastMs, entered, waitMs, nearest, slowest, before] = [-1_000, -1, 0, 1, 1e9, [0, 0]];
  const samples = path.length / PATH_WORDS;
  for (let ms = 500, at = 0; ms < arena.durationMs - 100; ms += 4) {
    while (at + 1 < samples && elementOf(path, (at + 1) * PATH_WORDS) <= ms) at++;
    if (at + 1 >= samples || elementOf(path, at * PATH_WORDS) > ms) continue;
    const [from, to] = [at * PATH_WORDS, (at + 1) * PATH_WORDS];
    const wayMs = elementOf(path, to) - elementOf(path, from);
    const share = wayMs > 60 ? 0 : (ms - elementOf(path, from)) / wayMs;
    const x = (elementOf(path, from + 1) + (elementOf(path, to + 1) - elementOf(path, from + 1)) * share) / QUARTERS;
    const y = (elementOf(path, from + 2) + (elementOf(path, to + 2) - elementOf(path, from + 2)) * share) / QUARTERS;
    round.advanceTo(ms);
    const place = round.topmostAt(x, y);
    const speed = Math.hypot(x - elementOf(before, 0), y - elementOf(before, 1));
    before = [x, y];
    if (place < 0) {
      entered = -1;
      continue;
    }
    round.bubbleAt(place, bubble);
    const away = Math.hypot(x - bubble.xPx, y - bubble.yPx) / bubble.radiusPx;
    if (entered < 0) {
      entered = ms;
      [nearest, slowest] = [1, 1e9];
      waitMs = delayMs * Math.exp(spread * normal(random));
    }
    const isReached = away > nearest && nearest < wantedShare;
    const isSlow = speed > slowest && away < 0.8;
    nearest = Math.min(nearest, away);
    slowest = Math.min(slowest, speed);
    const isDue = trigger === 'delay' ? ms - entered >= waitMs : trigger === 'centre' ? isReached : isSlow;
    if (!isDue || ms - lastMs < arena.debounceMs + 60 * random()) continue;
    round.pop(x, y);
    lastMs = ms;
    entered = -1;
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  return { seed: person.seed, inputs, ...sendPath(placesOf(path), inputs) };
}

/** Ways of a person from press to press, with their places relative to the start. */
function waysOf(
  trace: Trace,
): { readonly ms: number; readonly dx: number; readonly dy: number; readonly places: Place[] }[] {
  return trace.presses.slice(1).flatMap((toMs, at) => {
    const fromMs = elementOf(trace.presses, at);
    if (toMs - fromMs < 120 || toMs - fromMs > 900) return [];
    const [[ax, ay], [bx, by]] = [placeAt(trace, fromMs), placeAt(trace, toMs)];
    if (Math.hypot(bx - ax, by - ay) < 40) return [];
    const places: Place[] = [];
    for (let ms = 0; ms < toMs - fromMs; ms += 8) {
      const [x, y] = placeAt(trace, fromMs + ms);
      places.push([ms, x - ax, y - ay]);
    }
    return [{ ms: toMs - fromMs, dx: bx - ax, dy: by - ay, places }];
  });
}

/** Plays a round with pieces of a person's path in another order, each turned and scaled to its target. */
export function playPatchwork(trace: Trace, seed: string): Played {
  const random = generator(seed);
  const ways = waysOf(trace);
  const scatter = 0.15 + 0.2 * random();
  const round = startRound(seed);
  const places: Place[] = [];
  let at: Point = { x: 400, y: 300 };
  let nowMs = 600;
  while (nowMs < arena.durationMs - 1_500 && ways.length > 4) {
    round.advanceTo(Math.round(nowMs));
    const bubble = chooseTarget(round, at, random);
    if (bubble === null) {
      nowMs += 60;
      continue;
    }
    const aim = (ms: number): Point => {
      const error = (): number => Math.max(-0.6, Math.min(0.6, normal(random) * scatter)) * bubble.radiusPx;
      return {
        x: within(bubble.xPx + error(), FIELD.widthPx),
        y: within(bubble.yPx - riseOf(round, bubble) * ms + error(), FIELD.heightPx),
      };
    };
    const far = Math.hypot(bubble.xPx - at.x, bubble.yPx - at.y);
    const fit = ({ dx, dy }: (typeof ways)[number]): number => Math.abs(Math.log(Math.hypot(dx, dy) / (far + 1)));
    const likest = ways.toSorted((a, b) => fit(a) - fit(b)).slice(0, 6);
    const way = elementOf(likest, Math.floor(random() * likest.length));
    const to = aim(way.ms);
    const square = way.dx * way.dx + way.dy * way.dy;
    const [mx, my] = [to.x - at.x, to.y - at.y];
    const [re, im] = [(way.dx * mx + way.dy * my) / square, (way.dx * my - way.dy * mx) / square];
    for (const [ms, x, y] of way.places)
      places.push([
        nowMs + ms,
        within(at.x + re * x - im * y, FIELD.widthPx),
        within(at.y + im * x + re * y, FIELD.heightPx),
      ]);
    const clickMs = Math.round(nowMs + way.ms);
    places.push([clickMs, to.x, to.y]);
    round.advanceTo(clickMs);
    round.pop(to.x, to.y);
    at = to;
    nowMs = clickMs + 8 + 20 * random();
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs();
  return { seed, inputs, ...sendPath(places, inputs) };
}
