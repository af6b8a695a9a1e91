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
import { translationKeys } from './012-translation-keys.ts';
import { seatChains } from './013-seat-chains.ts';
import { leases } from './014-leases.ts';
import { battleJournal } from './015-battle-journal.ts';
import { battleVersions } from './016-battle-versions.ts';
import { protection } from './017-protection.ts';
import { deposits } from './018-deposits.ts';
import { journalSlots } from './019-journal-slots.ts';
import { commitments } from './021-commitments.ts';
import { earningLimits } from './022-earning-limits.ts';
import { soloRounds } from './023-solo-rounds.ts';
import { examinations } from './024-examinations.ts';
import { quickBattles } from './025-quick-battles.ts';
import { soloPaths } from './026-solo-paths.ts';
import { pathMarks } from './027-path-marks.ts';
import { prizes } from './028-prizes.ts';
import { seasons } from './029-seasons.ts';
import { sharedRounds } from './030-shared-rounds.ts';
import { postgresBaseline } from './postgres-baseline.ts';

/** One step of the schema, as SQL for each database system. */
export interface Migration {
  readonly sqlite: string;
  /** Empty where PostgreSQL has nothing to do. */
  readonly postgres: string;
}

/** A migration from before PostgreSQL was supported. The first PostgreSQL databases are of the version that came after them. */
const sqliteOnly = (sqlite: string): Migration => ({ sqlite, postgres: '' });

/** Every migration in order: the first makes version 1 of an empty database. One that was released never changes again. */
export const MIGRATIONS: readonly Migration[] = [
  sqliteOnly(initial),
  sqliteOnly(battles),
  sqliteOnly(desk),
  sqliteOnly(review),
  sqliteOnly(gameStatistics),
  sqliteOnly(seats),
  sqliteOnly(balance),
  sqliteOnly(restore),
  sqliteOnly(ticketSeeds),
  sqliteOnly(foreignSeats),
  { sqlite: resultNumbers, postgres: postgresBaseline },
  translationKeys,
  seatChains,
  leases,
  battleJournal,
  battleVersions,
  protection,
  deposits,
  journalSlots,
  commitments,
  earningLimits,
  soloRounds,
  quickBattles,
  examinations,
  soloPaths,
  pathMarks,
  prizes,
  seasons,
  sharedRounds,
];

/** The version of a database that has every migration. */
export const NEWEST_VERSION = MIGRATIONS.length;
