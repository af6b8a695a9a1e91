import { readText } from '../../data/storage/storage.ts';

/** Storage key of the best scores. It contains the format version: a new format gets a new key. */
export const BESTS_KEY = 'popfray.best.v1';

/** Whether a score is stored in this browser. */
export const hasPlayed = (): boolean => readText(BESTS_KEY) !== null;
