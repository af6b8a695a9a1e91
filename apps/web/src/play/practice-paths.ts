import { arena, freePlay } from '@popfray/engine';
import { PATHS } from '../routes.ts';

/** The screens on which rule sets are practised, by the rules' id. */
export const PRACTICE_PATHS: Readonly<Record<string, string>> = {
  [freePlay.id]: PATHS.freePlay,
  [arena.id]: PATHS.arena,
};
