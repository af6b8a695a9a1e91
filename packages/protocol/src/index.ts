// Money: sun and its text.
export { makeTrx, parseTrx, SUN_PER_TRX } from './money.ts';
export {
  CHALLENGE_MS,
  FREE_WITHDRAWAL_SUN,
  MAX_DEPOSIT_SUN,
  MAX_USERNAME,
  MAX_WITHDRAWALS_A_DAY,
  MIN_DEPOSIT_SUN,
  NETWORK_FEE_SUN,
  NEW_ACCOUNT_FEE_SUN,
  PAYMENT_MS,
} from './economy.ts';

// Failures: codes and words.
export { FAILURES, type FailureCode } from './failure.ts';
export { failureBody, type FailureBody } from './failure-body.ts';

// Limits: how often a call can be made.
export { LIMITS, NETWORK_SHARE, NETWORK_SIZES, READS, type LimitName, type RateLimit } from './limit.ts';

// Calls: what can be asked, and the schemas of body, query and answer.
export { COMMON_FAILURES, READ_FAILURES, type Call, type CallerKind } from './call.ts';
export { CALLS, PARAMETERS, type CallName } from './calls.ts';
// The same calls by topic: a bundle that uses some topics loads and evaluates the schemas of these only.
export { BATTLE_CALLS } from './calls/battles.ts';
export { CHAT_CALLS } from './calls/chat.ts';
export { DAILY_CALLS } from './calls/daily.ts';
export { LEDGER_CALLS } from './calls/ledger.ts';
export { PAYMENT_CALLS } from './calls/payments.ts';
export { PLATFORM_CALLS } from './calls/platform.ts';
export { PLAYER_CALLS } from './calls/players.ts';
export { PRACTICE_CALLS } from './calls/practice.ts';
export { PROTECTION_CALLS } from './calls/protection.ts';
export { ROUND_CALLS } from './calls/rounds.ts';
export { SEASON_CALLS } from './calls/seasons.ts';
export { SEAT_CALLS } from './calls/seats.ts';
export { SESSION_CALLS } from './calls/sessions.ts';
export { SHARED_ROUND_CALLS } from './calls/shared-rounds.ts';
export { SIGN_IN_CALLS } from './calls/sign-in.ts';
export { SKIN_CALLS } from './calls/skins.ts';
export { STATISTICS_CALLS } from './calls/statistics.ts';
export { UPGRADE_CALLS } from './calls/upgrades.ts';
export { WATCHING_CALLS } from './calls/watching.ts';
export { WITHDRAWAL_CALLS } from './calls/withdrawals.ts';
export { storableText } from './field.ts';
export {
  AGE_TEXT_VERSION,
  isProtectionFailure,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  LIMIT_RAISE_MS,
  MAX_BREAK_DAYS,
  MAX_EXCLUSION_MONTHS,
  MAX_LIMIT_SUN,
  MIN_BREAK_DAYS,
  MIN_EXCLUSION_MONTHS,
  MINIMUM_AGE,
  PROTECTION_FAILURES,
  REALITY_CHECK_MS,
  type LimitKind,
  type LimitPeriod,
  type ProtectionFailure,
} from './protection-terms.ts';
export { type LimitPlan, type PlayerLimit, type Protection, type StatementMonth } from './protection.ts';
export { ENTRY_KINDS, type EntryKind, type LedgerLine, type LedgerPage } from './ledger.ts';
export {
  PAYMENT_SOURCES,
  PAYMENT_STATUSES,
  WITHDRAWAL_STATUSES,
  type PayFrom,
  type Payment,
  type PaymentSource,
  type PaymentStatus,
  type Withdrawal,
  type WithdrawalTerms,
} from './payment.ts';
export { type About } from './about.ts';
export { type Platform } from './platform.ts';
export { type Deletion, type Fought, type Hindrance, type PlayedDay } from './own-records.ts';
export { HOLD_REASONS, type HeldShare, type HoldReason } from './held-share.ts';
export {
  GAME_MODES,
  PRIZES_TO,
  type Challenge,
  type GameMode,
  type Player,
  type PrizesTo,
  type SignedIn,
} from './player.ts';
export {
  MAX_PRACTICE_ROUNDS_A_DAY,
  PRACTICE_CATEGORIES,
  type PracticeCategory,
  type PracticeVerdict,
} from './practice.ts';
export {
  REWARD_CUTS,
  ROUND_STATUSES,
  SOLO_DELAY_MS,
  type OwnRound,
  type OwnSoloReward,
  type RewardCut,
  type RoundPage,
  type SoloReward,
  type SoloSeat,
  type SoloTerms,
  type VerifiedRound,
} from './round.ts';
export {
  emote,
  EMOTES,
  MAX_LISTED_BATTLES,
  SPECTATOR_DELAY_MS,
  type Emote,
  type LiveBattleSummary,
  type ShownEmote,
  type WatchedBattle,
} from './watching.ts';
export { MAX_FEATURED_ROUNDS, type FeaturedRound } from './featured-round.ts';
export { SHARED_ROUND_MS, type SharedRound } from './shared-round.ts';
export { DAILY_PLACES, DAILY_WINNERS, type DailyBoard, type DailyPlace, type DailyVerdict } from './daily.ts';
export { BLOCKCHAINS, type Blockchain } from './chain-name.ts';
export {
  CHAT_BURST,
  CHAT_HISTORY,
  CHAT_LANGUAGES,
  CHAT_WINDOW_MS,
  MAX_CHAT_TEXT,
  SAME_TEXT_MS,
  chatMessage,
  type ChatLanguage,
  type ChatMessage,
  type ChatSent,
  TRANSLATION_PROVIDERS,
  type Translated,
  type Translation,
  type TranslationProvider,
} from './chat.ts';
export { CROSS_CHAIN_CALLS, type CrossChainCallName } from './cross-chain-calls.ts';
export { HOST_CALLS, NEW_SESSION } from './host-calls.ts';
export {
  makePlatformHeader,
  makePlatformText,
  parsePlatformHeader,
  PLATFORM_SKEW_MS,
  type PlatformCall,
  type PlatformClaim,
} from './platform-signature.ts';
export { makeSeatText, PROOF_MS, type JoinForm, type SeatClaim, type SeatProof } from './proof.ts';
export { divideRefusedShare, type Recipient } from './refused-share.ts';
export {
  findRevenue,
  newRevenue,
  PRIZE_RECIPIENTS,
  REVENUES,
  shareOut,
  type Contender,
  type PrizeRecipient,
  type Revenue,
  type RevenuePolicy,
  type Shares,
} from './revenue.ts';
export {
  BOT_SKILL_NAMES,
  DEFAULT_PLAYER_COUNT,
  DEFAULT_TIME_LIMIT_S,
  ENTRY_FEE_STEP_SUN,
  MAX_ENTRY_FEE_SUN,
  MAX_LOCAL_PLAYERS,
  MAX_SESSION_NAME,
  MIN_ENTRY_FEE_SUN,
  MIN_PLAYERS,
  NO_POINTS,
  offeredFeeSun,
  PARTICIPANT_STATUSES,
  PLAYER_COUNTS,
  QUICK_BOT_MS,
  QUICK_FEES_SUN,
  QUICK_LEFT_MS,
  QUICK_TIME_LIMIT_S,
  READY_DELAY_S,
  REMOVED_LISTED,
  RESERVATION_MS,
  session,
  SESSION_MODES,
  SESSION_SCOPES,
  SESSION_STATUSES,
  START_DELAY_S,
  TIME_LIMITS_S,
  UNPAID_READY_MS,
  type Participant,
  type ParticipantStatus,
  type Seat,
  type Seated,
  type Session,
  type SessionForm,
  type SessionMode,
  type QuickFeeSun,
  type QuickPlan,
  type SessionPlan,
  type SessionScope,
  type SessionStatus,
} from './session.ts';
export {
  findSeason,
  LADDER_PLACES,
  LEAGUE_FLOORS,
  leagueOf,
  LEAGUES,
  NEW_DEVIATION,
  NEW_RATING,
  QUEST_KINDS,
  RANKED_BATTLES,
  RANKED_DEVIATION,
  RANKED_OPPONENTS,
  RATED_FEE_SUN,
  RATED_PAIR_BATTLES,
  seasonAt,
  type BattleRatings,
  type Ladder,
  type LadderRow,
  type League,
  type MySeason,
  type OwnRating,
  type Quest,
  type QuestKind,
  type RatingChange,
  type Season,
} from './season.ts';
export { findSkin, SKINS, type OwnSkins, type SkinId, type SkinOffer } from './skin.ts';
export { canStart, mostUnpaidSeats, startsAtTimeUp, type StartSeat } from './start-rule.ts';
export {
  LEADERBOARDS,
  type ActiveSession,
  type LeaderboardName,
  type LeaderboardRow,
  type PlatformStats,
  type Standing,
} from './statistics.ts';
export { PURCHASES_LISTED, type ActiveUpgrade, type PurchaseRecord, type UpgradeOffer } from './upgrade.ts';
