/** The database: opening, schema, migrations, locks, backups, paging and grouped commits. */
export { backUp, backupPath } from './backup.ts';
export { commitTogether } from './commit-together.ts';
export { cutPage, parseCursor, type Place } from './cursor.ts';
export { type DataDirError, keepFilesPrivate, makeDataDir } from './data-dir.ts';
export {
  countConnections,
  createSql,
  Database,
  DATABASE_FILE,
  type DatabaseError,
  type DatabaseKind,
  openDatabase,
  readDatabase,
  sql,
} from './database.ts';
export { type LockError, takeLock } from './lock.ts';
export { perDatabase } from './per-database.ts';
export type {
  AccountKind,
  ActRow,
  BattleRow,
  ChallengeRow,
  ChatMessageRow,
  ChatVerdictRow,
  DailyResultRow,
  ForeignSeatRow,
  FoundTransferRow,
  HouseScanRow,
  MuteRow,
  PauseRow,
  PaymentRow,
  PayoutAttemptRow,
  PayoutRow,
  PlayerRow,
  PracticeRoundRow,
  PurchaseRow,
  ResultRow,
  ReviewRow,
  RoundRow,
  SeatRow,
  SessionRow,
  SignInRow,
  TicketRow,
  TranslationRow,
} from './schema.ts';
