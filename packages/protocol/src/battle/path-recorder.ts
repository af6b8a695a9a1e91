import { numberAfter, type PathChunk } from './path-stream.ts';
import {
  encodePath,
  MAX_CONTACT_PX,
  PATH_DEVICES,
  PATH_RATE,
  PATH_START,
  PATH_TICK_MS,
  PATH_WORDS,
  type PathDevice,
  type PathEnd,
} from './pointer-path.ts';

/** A place of the pointer, as the browser reports it. */
export interface PointerPlace {
  /** Time of the round, ms. */
  readonly timeMs: number;
  /** Point in the field, px. */
  readonly xPx: number;
  readonly yPx: number;
  readonly device: PathDevice;
  /** Radius of a touch's contact, px; 0 where the browser does not say. */
  readonly radiusPx?: number;
  /** Whether a button is pressed here: the place is kept exactly, so that the server finds the press of each click in the path. */
  readonly isPress?: boolean;
}

const FIELD = { widthPx: 800, heightPx: 600 } as const;

/**
 * Reduces what a browser reports, up to 1,000 events a second, to a path: the last place of each sixtieth of a second, rounded to 4 ms and a
 * quarter pixel, without those at which the pointer rests and is not pressed. What is outside the field moves to its edge.
 */
export class PathRecorder {
  #samples: number[] = [];
  #end: PathEnd = PATH_START;
  #lastSlot = -1;
  /** The number of the next part, and whether that part restarts the path. */
  #number = 0;
  #isRestarted = true;
  #lastX = -1;
  #lastY = -1;
  /** The latest sample of the current sixtieth of a second, which a later event may replace. */
  #open: readonly number[] | null = null;
  /** Whether no later event replaces it: a press, a contact or a key. */
  #isKept = false;

  /** Adds a place. One that is earlier than the place before is ignored. */
  add({ timeMs, xPx, yPx, device, radiusPx = 0, isPress = false }: PointerPlace): void {
    const tick = Math.max(0, Math.floor(timeMs / PATH_TICK_MS));
    const slot = Math.floor((tick * PATH_TICK_MS * PATH_RATE) / 1_000);
    const openSlot = this.#open === null ? -1 : slotOf(this.#open);
    if (!Number.isFinite(timeMs + xPx + yPx) || slot < openSlot || slot <= this.#lastSlot) return;
    if (slot > openSlot) this.#close();
    if (this.#open !== null && this.#isKept) return;
    if (this.#open !== null && tick * PATH_TICK_MS < (this.#open[0] ?? 0)) return;
    const isPlaced = device !== 'keyboard';
    const x = isPlaced ? quarters(xPx, FIELD.widthPx) : 0;
    const y = isPlaced ? quarters(yPx, FIELD.heightPx) : 0;
    const radius = device === 'touch' ? Math.round(Math.min(MAX_CONTACT_PX, Math.max(0, radiusPx || 0))) : 0;
    this.#isKept = isPress || device === 'touch' || device === 'keyboard';
    this.#open = [tick * PATH_TICK_MS, x, y, PATH_DEVICES.indexOf(device), radius];
  }

  /** The bytes of all samples up to a time that were not taken yet, for the batch that is over then. */
  take(untilMs: number): Uint8Array<ArrayBuffer> {
    if (this.#open !== null && (this.#open[0] ?? 0) <= untilMs) this.#close();
    let count = 0;
    while (count < this.#samples.length && (this.#samples[count] ?? 0) <= untilMs) count += PATH_WORDS;
    const { bytes, end } = encodePath(Int32Array.from(this.#samples.slice(0, count)), this.#end);
    this.#samples = this.#samples.slice(count);
    this.#end = end;
    return bytes;
  }

  /** Time of the first sample that was not taken yet, ms of the round; Infinity for none. */
  get waitingMs(): number {
    return this.#samples[0] ?? this.#open?.[0] ?? Number.POSITIVE_INFINITY;
  }

  /**
   * The part for a batch that is over at `untilMs`: the samples that were not taken yet and are later than `afterMs`; earlier ones are dropped, because the server
   * would refuse them. Null without any.
   */
  takePart(untilMs: number, afterMs: number): PathChunk | null {
    let dropped = 0;
    while (dropped < this.#samples.length && (this.#samples[dropped] ?? 0) <= afterMs) dropped += PATH_WORDS;
    if (dropped > 0) this.#samples = this.#samples.slice(dropped);
    if (this.#open !== null && (this.#open[0] ?? 0) <= afterMs) this.#open = null;
    const bytes = this.take(untilMs);
    if (bytes.length === 0) return null;
    const part = { isFirst: this.#isRestarted, number: this.#number, bytes };
    this.#isRestarted = false;
    this.#number = numberAfter(this.#number);
    return part;
  }

  /** Makes the next part restart the path, because parts that were taken may be lost. */
  restart(): void {
    this.#end = PATH_START;
    this.#isRestarted = true;
  }

  /** Appends the open sample, unless the pointer has not moved and is not pressed. */
  #close(): void {
    const sample = this.#open;
    this.#open = null;
    if (sample === null) return;
    const [, x = 0, y = 0, device = 0] = sample;
    if (device < 2) {
      if (x === this.#lastX && y === this.#lastY && !this.#isKept) return;
      this.#lastX = x;
      this.#lastY = y;
    }
    this.#lastSlot = slotOf(sample);
    this.#samples.push(...sample);
  }
}

const slotOf = (sample: readonly number[]): number => Math.floor(((sample[0] ?? 0) * PATH_RATE) / 1_000);

const quarters = (px: number, maxPx: number): number => Math.round(Math.min(maxPx, Math.max(0, px)) * 4);
