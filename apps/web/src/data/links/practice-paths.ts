import { arena, freePlay } from '@popfray/engine';
import { PATHS } from '../paths.ts';

/** Path of the practice screen for each rule set, by its id. */
export const PRACTICE_PATHS: Readonly<Record<string, string>> = {
  [freePlay.id]: PATHS.freePlay,
  [arena.id]: PATHS.arena,
};
