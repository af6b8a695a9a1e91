import { arena, createBubble, createRound, seededEntropy, type Bubble, type Round } from '@popfray/engine';
import { decodePath, PATH_START, PathRecorder, type PathDevice, type PointerPlace } from '@popfray/protocol/battle';
import { INPUT_WORDS } from './strikes.ts';

/** Rounds with a path, for tests. */

export interface Played {
  readonly seed: string;
  readonly inputs: Int32Array;
  readonly path: Int32Array;
}

export function startRound(seed: string, log = true): Round {
  const made = createRound({ rules: arena, entropy: seededEntropy(seed), events: false, log });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** The path that a server has after a client recorded these places. */
export function recordPath(places: readonly PointerPlace[]): Int32Array {
  const recorder = new PathRecorder();
  for (const place of places) recorder.add(place);
  const part = decodePath(recorder.take(arena.durationMs), PATH_START, arena.durationMs);
  if (!part.ok) throw new Error(part.error);
  return part.value.samples;
}

/** Where the pointer is at a share, 0 to 1, of the time of its way. */
export type Way = (from: readonly [number, number], to: readonly [number, number], share: number) => [number, number];

export const STRAIGHT: Way = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];

/** A curve to one side, which starts and ends slowly. */
export const CURVED: Way = ([ax, ay], [bx, by], share) => {
  const eased = share * share * (3 - 2 * share);
  const aside = Math.sin(Math.PI * eased) * 0.2;
  return [ax + (bx - ax) * eased - (by - ay) * aside, ay + (by - ay) * eased + (bx - ax) * aside];
};

export interface Style {
  readonly way?: Way;
  /** Noise of a place, px: a function of its number. */
  readonly noise?: (place: number) => number;
  /** What clicks are made with; the path has its samples. */
  readonly device?: PathDevice;
  /** Whether the client sends its path. */
  readonly hasPath?: boolean;
  /** Duration of everything over the usual. */
  readonly timeScale?: number;
  /** By how many millionths the page's clock, which gives the times of the path and of the clicks, is too fast. */
  readonly clockPpm?: number;
}

/** Plays a round from bubble to bubble, a way of 240 to 390 ms to each and a short pause before it. */
export function play(seed: string, style: Style = {}): Played {
  const { way = CURVED, noise = () => 0, device = 'mouse', hasPath = true, timeScale = 1, clockPpm = 0 } = style;
  const atClock = (ms: number): number => ms * (1 + clockPpm / 1e6);
  const round = startRound(seed);
  const places: PointerPlace[] = [];
  let at: [number, number] = [400, 300];
  for (let nowMs = 800, leg = 0; ; leg++) {
    const moveMs = (240 + ((leg * 67) % 150)) * timeScale;
    const clickMs = Math.round(nowMs + moveMs);
    if (clickMs >= arena.durationMs - 50) break;
    round.advanceTo(clickMs);
    const bubble = targetOf(round, leg);
    const to: [number, number] =
      bubble === null ? at : [bubble.xPx + ((leg * 5) % 21) - 10, bubble.yPx + ((leg * 11) % 25) - 12];
    for (let ms = 0; ms <= moveMs && device === 'mouse'; ms += 8) {
      const [xPx, yPx] = way(at, to, ms / moveMs);
      const shape = Math.sin((Math.PI * ms) / moveMs);
      const shake = [noise(leg * 100 + ms * (1 / timeScale)), noise(leg * 100 + ms * (1 / timeScale) + 5_000)] as const;
      places.push({ timeMs: atClock(nowMs + ms), xPx: xPx + shape * shake[0], yPx: yPx + shape * shake[1], device });
    }
    places.push({ timeMs: atClock(clickMs), xPx: to[0], yPx: to[1], device, radiusPx: 12, isPress: true });
    if (bubble !== null) round.pop(...to);
    at = to;
    nowMs = clickMs + (30 + ((leg * 29) % 70)) * timeScale;
  }
  round.advanceTo(arena.durationMs);
  const inputs = round.inputs().map((word, number) => (number % INPUT_WORDS === 0 ? Math.round(atClock(word)) : word));
  return { seed, inputs, path: hasPath ? recordPath(places) : new Int32Array(0) };
}

/** A bubble well inside the field. */
function targetOf(round: Round, number: number): Bubble | null {
  const bubbles = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble())).filter(
    ({ xPx, yPx }) => xPx > 60 && xPx < 740 && yPx > 60 && yPx < 540,
  );
  return bubbles[number % Math.max(1, bubbles.length)] ?? null;
}
