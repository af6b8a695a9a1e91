import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A pointer's path of at most a minute, and when a button was pressed. */
export interface Trace {
  /** `human`, or a kind of program. */
  readonly kind: string;
  /** Who made it; for a recording of an unknown maker the beginning of a hash of it. */
  readonly identity: string;
  /** ms from its beginning, and px in a field of 800 x 600. */
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Times at which a button or key was pressed, ms. */
  readonly presses: readonly number[];
}

/** A line of the file: docs/conduct.md describes it. */
interface Recording {
  readonly kind: string;
  readonly player: string;
  readonly dt: readonly number[];
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  readonly down: readonly number[];
}

const FILE = 'traces.jsonl.gz';

const ROUND_MS = 60_000;

/** A shorter remainder of a recording is not used, ms, nor one with fewer presses. */
const SHORTEST_MS = 30_000;
const FEWEST_PRESSES = 20;

/** Longest pause that is kept, ms: breaks of the other game are longer. */
const PAUSE_MS = 3_000;

/** Where the recorded paths are when `POINTER_TRACES` names no folder: beside the repository, because they are not part of it. */
const DEFAULT_FOLDER = join(import.meta.dirname, '../../../shared/data/pointer-traces');

/** The folder of the recorded paths; null where there is none. */
export function findTraces(): string | null {
  const folder = process.env['POINTER_TRACES'] ?? DEFAULT_FOLDER;
  return folder !== '' && existsSync(join(folder, FILE)) ? folder : null;
}

/** Reads the recordings in a folder and cuts them into rounds. */
export function readTraces(folder: string): Trace[] {
  const text = gunzipSync(readFileSync(join(folder, FILE))).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => cut(JSON.parse(line) as Recording));
}

function cut({ kind, player, dt, dx, dy, down }: Recording): Trace[] {
  const identity = player === '' ? createHash('sha256').update(dx.join()).digest('hex').slice(0, 8) : player;
  const traces: Trace[] = [];
  let [x, y, wasDown] = [0, 0, 0];
  let part = { t: [] as number[], x: [] as number[], y: [] as number[], presses: [] as number[] };
  let now = 0;
  const close = (): void => {
    if (now >= SHORTEST_MS && part.presses.length >= FEWEST_PRESSES)
      traces.push({
        kind,
        identity,
        t: Float64Array.from(part.t),
        x: Float64Array.from(part.x),
        y: Float64Array.from(part.y),
        presses: part.presses,
      });
    part = { t: [], x: [], y: [], presses: [] };
    now = 0;
  };
  for (let at = 0; at < dt.length; at++) {
    x += dx[at]! / 4;
    y += dy[at]! / 4;
    now += Math.min(dt[at]!, PAUSE_MS);
    if (now >= ROUND_MS) close();
    // Times have to increase, for a path is a function of time.
    if (part.t.length > 0 && now <= part.t.at(-1)!) continue;
    part.t.push(now);
    part.x.push(x);
    part.y.push(y);
    if (down[at] === 1 && wasDown === 0) part.presses.push(now);
    wasDown = down[at]!;
  }
  close();
  return traces;
}

/** The place of a trace's pointer at a time. */
export function placeAt({ t, x, y }: Pick<Trace, 't' | 'x' | 'y'>, ms: number): [x: number, y: number] {
  let [low, high] = [0, t.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! < ms) low = middle + 1;
    else high = middle;
  }
  if (low === 0 || t[low]! < ms) return [x[low]!, y[low]!];
  const share = (ms - t[low - 1]!) / (t[low]! - t[low - 1]!);
  return [x[low - 1]! + (x[low]! - x[low - 1]!) * share, y[low - 1]! + (y[low]! - y[low - 1]!) * share];
}
