/** The database: opening, schema, migrations, locks, backups, paging and grouped commits. */
export { backUp, backupPath } from './backup.ts';
export { commitTogether } from './commit-together.ts';
export { copyDatabase, type CopyError, type CopyProgress } from './copy.ts';
export { COPIED_TABLES } from './copied-tables.ts';
export { cutPage, parseCursor, type Place } from './cursor.ts';
export { type DataDirError, keepFilesPrivate, makeDataDir } from './data-dir.ts';
export { Database } from './database.ts';
export { type DatabaseError, DatabaseUnavailableError } from './errors.ts';
export { type LockError, takeFolderLocks, takeLock } from './lock.ts';
export type { DatabaseKind } from './kind.ts';
export { NEWEST_VERSION } from './migrations/index.ts';
export { createPrivateFile, publishFile } from './new-file.ts';
export { folderOf, openDatabase, readDatabase } from './open.ts';
export { PostgresEngine } from './postgres-engine.ts';
export { inspectPostgres } from './postgres-inspect.ts';
export { type LockMode, PostgresLock } from './postgres-lock.ts';
export { isPostgresUrl } from './postgres-open.ts';
export { readableUrl } from './postgres-pool.ts';
export { perDatabase } from './per-database.ts';
export { prepareQuery } from './prepared-query.ts';
export { SeenNumbers } from './seen-numbers.ts';
export type {
  AccountKind,
  ActRow,
  BattleRow,
  ChallengeRow,
  ChatMessageRow,
  ChatVerdictRow,
  DailyResultRow,
  SharedRoundRow,
  ExaminationRow,
  ForeignSeatRow,
  FoundTransferRow,
  HouseScanRow,
  LeaseRow,
  BattleJournalRow,
  CommitmentRow,
  LiveBattleRow,
  MuteRow,
  NodeRow,
  PauseRow,
  PaymentRow,
  PayoutAttemptRow,
  PayoutRow,
  PassedShareRow,
  PlayDayRow,
  PlayerLimitRow,
  PlayerRow,
  PracticeRoundRow,
  ProtectionRow,
  PurchaseRow,
  RatingRow,
  ResultRow,
  ReviewRow,
  RoundRow,
  Schema,
  SeatRow,
  SessionRow,
  SignInRow,
  SoloRoundRow,
  TicketRow,
  TranslationRow,
} from './schema.ts';
