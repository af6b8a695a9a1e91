/**
 * Run as a program: `node --expose-gc allocation.ts ENGINE_URL`. Prints the heap bytes that a frame of a running round
 * allocates, by the built engine: time moved on, every position asked for, all events taken.
 */
import type * as Engine from '@popfray/engine';
import { heapBytesOf } from './heap-use.ts';
import { startRound } from './replays.ts';

/** A frame at 60 Hz in whole ms, and frames from one snapshot to the end of the round. */
const FRAME_MS = 16;
const FROM_MS = 10_000;
const FRAMES = 3_000;

/** Times that the frames are run before they are measured: 120,000 frames. */
const WARM_UPS = 40;

const [, , url = ''] = process.argv;
const engine = (await import(url)) as typeof Engine;
const round = startRound(engine, engine.arena, 'allocation');
round.advanceTo(FROM_MS);
const snapshot = round.snapshot();
const bubble = engine.createBubble();

/** Takes what was asked for, so that the compiler leaves nothing out. A number in a variable could live on the heap. */
const sink = new Float64Array(1);
const visit = (event: Engine.RoundEvent): void => {
  sink[0] = event.xPx;
};

const rewind = (): void => {
  const restored = round.restore(snapshot);
  if (!restored.ok) throw new Error(restored.error);
};

const play = (): void => {
  for (let frame = 1; frame <= FRAMES; frame++) {
    round.advanceTo(FROM_MS + frame * FRAME_MS);
    for (let place = 0; place < round.count; place++) sink[0] = round.bubbleAt(place, bubble).xPx;
    round.takeEvents(visit);
  }
};

for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) {
  rewind();
  play();
}
const bytes = heapBytesOf(play, rewind);
process.stdout.write(String(bytes / FRAMES));
