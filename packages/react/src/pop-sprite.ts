/** Where each sound lies in pop-sprite.mp3: start and length, ms. Made by sounds/synthesise.ts. */
export const POP_SPRITE: Readonly<Record<SoundName, readonly [startMs: number, lengthMs: number]>> = {
  pop: [144, 222],
  hit: [484, 202],
  bossDown: [804, 1252],
  miss: [2174, 162],
  milestone: [2454, 852],
  tick: [3424, 102],
  end: [3644, 1902],
};

/** Name of a sound. */
export type SoundName = 'pop' | 'hit' | 'bossDown' | 'miss' | 'milestone' | 'tick' | 'end';
