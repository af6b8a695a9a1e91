import { BATCH_MS, PathRecorder, type PathChunk } from '@popfray/protocol/battle';

/** Numbers of a click: ms of the round, x and y in quarter pixels. */
export const CLICK_WORDS = 3;
const QUARTERS = 4;

/** The path of a player who plays by touch, for a batch that is over at `untilMs`: a contact for each click, and a new start of the path. Null without clicks. */
export function touchAll(inputs: Int32Array, untilMs: number): PathChunk | null {
  const recorder = new PathRecorder();
  for (let at = 0; at < inputs.length; at += CLICK_WORDS) {
    const [timeMs = 0, x = 0, y = 0] = inputs.subarray(at, at + CLICK_WORDS);
    recorder.add({ timeMs, xPx: x / QUARTERS, yPx: y / QUARTERS, device: 'touch', radiusPx: 14 });
  }
  return recorder.takePart(untilMs, untilMs - BATCH_MS);
}
