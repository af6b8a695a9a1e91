import { initial } from './001-initial.ts';
import { battles } from './002-battles.ts';
import { desk } from './003-desk.ts';
import { review } from './004-review.ts';
import { gameStatistics } from './005-game-statistics.ts';
import { seats } from './006-seats.ts';
import { balance } from './007-balance.ts';
import { restore } from './008-restore.ts';
import { ticketSeeds } from './009-ticket-seeds.ts';
import { foreignSeats } from './010-foreign-seats.ts';
import { resultNumbers } from './011-result-numbers.ts';

/** Every migration in order: the first makes version 1 of an empty file. One that was released never changes again. */
export const MIGRATIONS: readonly string[] = [
  initial,
  battles,
  desk,
  review,
  gameStatistics,
  seats,
  balance,
  restore,
  ticketSeeds,
  foreignSeats,
  resultNumbers,
];
