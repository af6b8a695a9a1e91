// The operator's desk: its calls, and the types of what they give. A separate entry point, so that players' pages do not load it.
export { ADMIN_CALLS, type AdminCallName } from './calls.ts';
export {
  EXPORT_TABLES,
  TRANSACTION_TYPES,
  type AdminFinancial,
  type AdminPlayers,
  type AdminStats,
  type AdminSystem,
  type AdminTransaction,
  type AdminTransactionPage,
  type ExportTable,
  type Reconciliation,
  type Solvency,
  type TransactionType,
} from './figures.ts';
export {
  type AppliedLimits,
  type AuditLine,
  type AuditPage,
  type ChatReport,
  type ChatReportPage,
  type DeskPayment,
  type DeskPayout,
  type DeskShare,
  type DeskSharePage,
  type Histogram,
  type Mute,
  type Review,
  type ReviewPage,
  type ReviewStory,
  type ShareStory,
} from './review.ts';
export {
  OPERATOR_SETTINGS,
  SETTING_NAMES,
  type OperatorSetting,
  type OperatorSettings,
  type SettingName,
} from './setting.ts';
export {
  STATISTIC_NAMES,
  STATISTICS,
  type Comparison,
  type Statistic,
  type StatisticGroup,
  type StatisticName,
} from './statistic.ts';
export { STORY_ROWS, type Finding, type PlayerStory, type SessionStory, type StoryEvent } from './story.ts';
export { FREEZE_CAUSES, type FoundTransfer, type FreezeCause, type PayoutFreeze } from './restore.ts';
