/** Semitones of a major pentatonic scale above its ground note. */
const SCALE = [0, 2, 4, 7, 9] as const;

/** Notes that a combo climbs before it circles in the octave that it has reached. */
const CLIMB = 10;

/**
 * Playback rate of the pop that makes a combo of `combo` (from 1): one note up a pentatonic scale for each pop, two
 * octaves in all, so that any run of pops is a tune.
 */
export function comboRate(combo: number): number {
  const step = Math.max(0, combo - 1);
  const note = step <= CLIMB ? step : CLIMB - SCALE.length + ((step - CLIMB) % SCALE.length);
  const semitones = 12 * Math.floor(note / SCALE.length) + (SCALE[note % SCALE.length] ?? 0);
  return 2 ** (semitones / 12);
}

/** Health up to which knocks on a boss rise. */
const TENSE_HEALTH = 15;

/** Playback rate of a knock on a boss that has `health` left: rises to nearly half an octave as the end comes near. */
export const knockRate = (health: number): number => 2 ** ((TENSE_HEALTH - Math.min(health, TENSE_HEALTH)) / 30);
