import type {
  Blockchain,
  GameMode,
  LimitKind,
  LimitPeriod,
  PracticeCategory,
  PrizesTo,
  RewardCut,
  RevenuePolicy,
  Session,
  SessionMode,
  SessionScope,
  SessionStatus,
} from '@popfray/protocol';
import type { AuditLine, FreezeCause, SettingName } from '@popfray/protocol/admin';
import type { Generated } from 'kysely';

/** Every table of the database. Times are epoch ms, amounts are sun, both whole numbers; `migrations/` makes it so. */
export interface Schema {
  readonly players: PlayerRow;
  readonly challenges: ChallengeRow;
  readonly sign_ins: SignInRow;
  readonly accounts: AccountRow;
  readonly entries: EntryRow;
  readonly postings: PostingRow;
  readonly tickets: TicketRow;
  readonly rounds: RoundRow;
  readonly payments: PaymentRow;
  readonly purchases: PurchaseRow;
  readonly payouts: PayoutRow;
  readonly payout_attempts: PayoutAttemptRow;
  readonly sessions: SessionRow;
  readonly seats: SeatRow;
  readonly foreign_seats: ForeignSeatRow;
  readonly battles: BattleRow;
  readonly results: NumberedResultRow;
  readonly chat_messages: ChatMessageRow;
  readonly chat_reports: ChatReportRow;
  readonly translations: TranslationRow;
  readonly daily_results: DailyResultRow;
  readonly acts: ActRow;
  readonly pauses: PauseRow;
  readonly reviews: ReviewRow;
  readonly chat_verdicts: ChatVerdictRow;
  readonly mutes: MuteRow;
  readonly game_statistics: GameStatisticsRow;
  readonly practice_rounds: PracticeRoundRow;
  readonly house_scan: HouseScanRow;
  readonly found_transfers: FoundTransferRow;
  readonly nodes: NodeRow;
  readonly leases: LeaseRow;
  readonly live_battles: LiveBattleRow;
  readonly battle_journal: BattleJournalRow;
  readonly protections: ProtectionRow;
  readonly player_limits: PlayerLimitRow;
  readonly commitments: CommitmentRow;
  readonly operator_settings: OperatorSettingRow;
  readonly network_salts: NetworkSaltRow;
  readonly reward_hours: RewardHourRow;
  readonly solo_rounds: SoloRoundRow;
  readonly examinations: ExaminationRow;
  readonly passed_shares: PassedShareRow;
  readonly path_marks: PathMarkRow;
  readonly shared_rounds: SharedRoundRow;
  readonly rating_changes: RatingChangeRow;
  readonly ratings: RatingRow;
  readonly play_days: PlayDayRow;
  readonly skin_purchases: SkinPurchaseRow;
}

/** A player, from the first sign-in on. */
export interface PlayerRow {
  readonly address: string;
  readonly username: string;
  readonly games_played: number;
  readonly total_score: number;
  /** The game mode that the player has chosen; `automatic` for the one played most. */
  readonly preferred_game_mode: GameMode | 'automatic';
  /** When the profile began: the first sign-in, the first one after a deletion, or the deletion itself. What was before counts for no figure. */
  readonly created_at: number;
  readonly last_connected: number;
  /** When the profile was deleted; only the address is left then. Null while the profile exists. */
  readonly deleted_at: number | null;
  /** Where prizes of battles go that cost no fee to withdraw. */
  readonly prizes_to: PrizesTo;
}

/** A text that a wallet was asked to sign. */
export interface ChallengeRow {
  readonly nonce: string;
  readonly address: string;
  readonly text: string;
  readonly created_at: number;
  readonly expires_at: number;
  /** Null until it was answered, rightly or wrongly: it is answered once. */
  readonly used_at: number | null;
}

/** A cookie that speaks for a player. Only its hash is kept. */
export interface SignInRow {
  /** SHA-256 of the cookie's token, base64url. */
  readonly token_hash: string;
  readonly address: string;
  readonly created_at: number;
  /** When its token was last exchanged for a new one. */
  readonly renewed_at: number;
  readonly expires_at: number;
}

/** Kinds of ledger accounts. */
export type AccountKind =
  | 'house'
  | 'reward-budget'
  | 'player'
  | 'escrow'
  | 'fees'
  | 'payouts'
  | 'chain-in'
  | 'chain-out';

/** An account of the ledger. */
export interface AccountRow {
  readonly id: Generated<number>;
  readonly kind: AccountKind;
  /** A player's address, a session's id; empty for the accounts that there is one of. */
  readonly owner: string;
}

/** A movement of money: at least two postings that sum to zero. */
export interface EntryRow {
  readonly id: Generated<number>;
  /** Idempotency key: the same movement is entered once. */
  readonly key: string;
  readonly kind: string;
  /** Id of what it was for. */
  readonly reference: string;
  readonly created_at: number;
}

/** One account's part of an entry. */
export interface PostingRow {
  readonly account_id: number;
  /** Counts an account's postings from 1. */
  readonly number: number;
  readonly entry_id: number;
  /** Above 0 into the account, below 0 out of it. */
  readonly amount_sun: number;
  /** Sum of the account's postings up to this one. */
  readonly balance_sun: number;
}

/** Permission to play one paid round. */
export interface TicketRow {
  readonly id: string;
  readonly address: string;
  readonly seed: string;
  readonly rules_id: string;
  readonly rules_version: number;
  /** JSON array of upgrade ids. */
  readonly loadout: string;
  readonly issued_at: number;
  readonly expires_at: number;
  readonly state: 'open' | 'finished' | 'abandoned';
}

/** A paid round as the server played it. */
export interface RoundRow {
  /** The ticket's, or the session's of a streamed round. */
  readonly id: string;
  readonly address: string;
  readonly rules_id: string;
  readonly rules_version: number;
  readonly loadout: string;
  readonly replay: Uint8Array;
  readonly score: number;
  readonly popped: number;
  readonly best_combo: number;
  readonly earned_sun: number;
  readonly credited_sun: number;
  readonly status: 'credited' | 'held' | 'refused';
  /** Why it is held: codes, separated by spaces; empty when it is not. */
  readonly suspicions: string;
  /** Server time from the opening, or from the ticket, to the end, ms. */
  readonly elapsed_ms: number;
  /** Clicks in the log, and statistics over those that hit: see rounds/conduct.ts. Null when there are too few. */
  readonly clicks: number;
  readonly reaction_median_ms: number | null;
  readonly interval_variation_pct: number | null;
  readonly aim_offset_pct: number | null;
  readonly played_at: number;
  /** Hash of the network that it was played from, with a salt of the day; null for a round from before the hash was stored. */
  readonly network: string | null;
  /** The limit that has reduced its reward; null when none has. */
  readonly cut_by: RewardCut | null;
  /** Thousandths; null without enough of a path. */
  readonly path_score: number | null;
  /** Clicks that the path contradicts; null without a path. */
  readonly contradicted: number | null;
  /** The pointer's path, as in `ExaminationRow`; null for a client that sent none, and for rounds from before it was stored. */
  readonly path: Uint8Array | null;
}

/** A payment to the house, from its intent on: payments/payment.ts. A row follows one transaction, or says what the balance paid. */
export interface PaymentRow {
  readonly id: string;
  readonly address: string;
  /** `balance`: applied from the start, and of no transaction. */
  readonly source: 'wallet' | 'balance';
  readonly purpose: 'upgrade' | 'skin' | 'entry' | 'deposit' | 'recovered';
  readonly upgrade_id: string | null;
  /** The session whose entry fee it is. */
  readonly session_id: string | null;
  /** The house's address when the payment began. */
  readonly recipient: string;
  readonly amount_sun: number;
  readonly status: 'awaiting' | 'sent' | 'confirming' | 'applied' | 'refunded' | 'expired' | 'cancelled' | 'failed';
  /** No two payments of a player share it. */
  readonly created_at: number;
  /** When it lapses; after this time by the chain's clock the transaction that the server built can never be included. */
  readonly expires_at: number;
  /** The transaction that the server built, or that was found to be the player's and final. */
  readonly txid: string | null;
  /** A transaction that the player only named: nothing is known of it yet, and it reserves nothing. */
  readonly claim: string | null;
  /** What the server built; null when the wallet built its own. */
  readonly unsigned: string | null;
  readonly signed: string | null;
  readonly block_number: number | null;
  readonly settled_at: number | null;
  /** When the chain is to be asked about it next; null when nothing more is to be found out. */
  readonly check_at: number | null;
  /** The skin that it buys. */
  readonly skin_id: string | null;
}

/** An upgrade bought. */
export interface PurchaseRow {
  /** The payment's. */
  readonly id: string;
  readonly address: string;
  readonly upgrade_id: string;
  readonly price_sun: number;
  readonly purchased_at: number;
  readonly expires_at: number;
  /** Null: it was paid from the balance. */
  readonly txid: string | null;
}

/** Money on its way out. */
export interface PayoutRow {
  readonly id: string;
  readonly address: string;
  /** What arrives. */
  readonly amount_sun: number;
  /** What the player has paid for the network's fee besides; 0 where the house pays it. */
  readonly fee_sun: number;
  readonly status: 'queued' | 'sent' | 'confirmed' | 'returned' | 'stuck';
  readonly created_at: number;
  readonly confirmed_at: number | null;
  /** The transaction it went out with, or its newest attempt. */
  readonly txid: string | null;
  readonly block_number: number | null;
  /** What keeps it waiting, for the operator; empty when nothing does. */
  readonly trouble: string;
  /** When it is worked on next; null when it is over, or waits for the operator. */
  readonly check_at: number | null;
  /** The payout is not sent before this time; null for at once. */
  readonly not_before: number | null;
}

/** A signed transaction of a payout. A payout has one that can still be included, never two. */
export interface PayoutAttemptRow {
  readonly txid: string;
  readonly payout_id: string;
  readonly signed: string;
  readonly expires_at: number;
  /** No two attempts share it: it is written into the transaction, so that equal payouts differ. */
  readonly built_at: number;
  readonly state: 'live' | 'dead' | 'confirmed';
  /** The node's last words on it; empty when there were none. */
  readonly last_verdict: string;
}

/** A battle being gathered, played or over: sessions/machine.ts says how it moves on. */
export interface SessionRow {
  readonly id: string;
  readonly scope: SessionScope;
  readonly name: string;
  readonly game_mode: SessionMode;
  readonly creator_address: string;
  readonly max_players: number;
  readonly fee_sun: number;
  readonly time_limit_s: number;
  readonly start_delay_s: number;
  readonly policy: RevenuePolicy;
  readonly policy_version: number;
  readonly status: SessionStatus;
  readonly reason: Session['reason'];
  /** The session that its players played before. */
  readonly rematch_of: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  /** First ms of the round. */
  readonly starts_at: number | null;
  readonly ended_at: number | null;
  /** 1 once the cross-chain server lists it. */
  readonly is_shared: 0 | 1;
  /** 1 for a quick battle, whose players are matched by the server. */
  readonly is_quick: 0 | 1;
}

/** Further columns of a session that is a streamed solo round: a battle with one seat, whose player created the session. */
export interface SoloRoundRow {
  readonly session_id: string;
  /** JSON array of upgrade ids. */
  readonly loadout: string;
  /** Hash of the network from which it was opened, with a salt of the day. */
  readonly network: string;
  /** Whether the player stayed until the end; null until it is settled, and where it was not played. */
  readonly status: 'finished' | 'left' | null;
  /** Hex: the player's part of the randomness, of a settled round; null when none was given. */
  readonly seed: string | null;
}

/** A player's or a bot's seat in a session. The row remains when the seat is given up. */
export interface ForeignSeatRow {
  readonly session_id: string;
  readonly address: string;
  readonly socket_url: string;
  /** Secret. */
  readonly token: string;
  /** JSON. */
  readonly session: string;
  readonly joined_at: number;
}

export interface SeatRow {
  readonly session_id: string;
  /** A player's address, or `bot-1`. */
  readonly user_id: string;
  /** From 0. Reused when a player leaves. */
  readonly place: number;
  readonly chain: Blockchain;
  /** Empty for a bot. */
  readonly address: string;
  readonly username: string;
  readonly status: 'reserved' | 'taken' | 'left';
  readonly is_ready: 0 | 1;
  /** Null for a person. */
  readonly bot_skill: 'novice' | 'regular' | 'expert' | null;
  /** The payment of its fee: the newest, or the one that paid it. */
  readonly payment_id: string | null;
  /** What was paid for it, and is in escrow or, once the session is settled, shared out; 0 before, and after a refund. */
  readonly fee_sun: number;
  /** When a seat that is not paid is freed. */
  readonly reserved_until: number | null;
  /** When its player stops being ready; null where readiness does not expire. */
  readonly ready_until: number | null;
  /** When the session's creator removed the player, who cannot join it again; null for anybody else. */
  readonly removed_at: number | null;
  readonly joined_at: number;
}

/** A battle that was played to its end and settled. */
export interface BattleRow {
  readonly session_id: string;
  readonly rules_id: string;
  readonly rules_version: number;
  /** Hex. */
  readonly commitment: string;
  /** Hex: the last reveal, from which all others follow. */
  readonly secret: string;
  readonly started_at: number;
  readonly pool_sun: number;
  readonly creator_sun: number;
  readonly house_sun: number;
  readonly has_bots: 0 | 1;
  /** Whether a player of another chain played; bots do not count. */
  readonly is_cross_chain: 0 | 1;
  readonly settled_at: number;
}

/** A player's end in a battle, from the server's own round. */
export interface ResultRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly place: number;
  readonly chain: Blockchain;
  readonly address: string;
  readonly username: string;
  readonly is_bot: 0 | 1;
  readonly status: 'finished' | 'left' | 'absent';
  /** Hex; null when none was given. */
  readonly seed: string | null;
  readonly replay: Uint8Array;
  readonly score: number;
  readonly popped: number;
  readonly best_combo: number;
  readonly position: number;
  readonly share_sun: number;
  /** The payout that the share went out by; null when it went to the balance, or there was none. */
  readonly payout_id: string | null;
  /** 1 for a share that stayed on the balance although it costs no fee to withdraw: see `payPrize`. */
  readonly to_balance: 0 | 1;
}

/** A result as the table stores it. */
interface NumberedResultRow extends ResultRow {
  /** Counts up with each result that is added. */
  readonly number: Generated<number>;
}

/** A message in a session's chat. */
export interface ChatMessageRow {
  readonly id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly address: string;
  readonly chain: Blockchain;
  readonly text: string;
  readonly type: 'text' | 'system';
  readonly source: 'local' | 'cross-chain';
  /** When it is handed to the cross-chain server next; null once that has it. */
  readonly forward_at: number | null;
  readonly created_at: number;
}

/** A player's complaint about a message. */
export interface ChatReportRow {
  readonly message_id: string;
  readonly reporter: string;
  readonly reason: string;
  readonly created_at: number;
}

/** A translation that was asked for before. */
export interface TranslationRow {
  /** SHA-256 of the text, in base64url. */
  readonly text_hash: string;
  readonly target: string;
  readonly detected: string;
  /** Null when it cannot be translated. */
  readonly translated: string | null;
  readonly provider: string;
  readonly used_at: number;
}

/** Something that was done at the desk, or by the server where the desk would have: never changed. */
export interface ActRow {
  readonly id: Generated<number>;
  readonly at: number;
  /** The operator's address; `server` for automatic actions. */
  readonly by: string;
  readonly act: AuditLine['act'];
  /** Id or address of what it was done to; empty when there is none. */
  readonly subject: string;
  readonly reason: string;
}

/** Why paid play is paused. The row exists during the pause. */
export interface PauseRow {
  readonly kind: 'desk' | 'shortage';
  readonly since: number;
  readonly by: string;
  readonly reason: string;
}

/** What was decided about a round that was held: once. */
export interface ReviewRow {
  readonly round_id: string;
  readonly outcome: 'paid' | 'refused';
  /** For the player too. */
  readonly reason: string;
  readonly by: string;
  readonly at: number;
}

/** What was decided about a message that was reported. */
export interface ChatVerdictRow {
  readonly message_id: string;
  readonly outcome: 'hidden' | 'dismissed';
  readonly reason: string;
  readonly by: string;
  readonly at: number;
  /** When the removal is next sent to the cross-chain server; null when that is done or not necessary. */
  readonly forward_at: number | null;
}

/** A player who may not write in chat for a time. */
export interface MuteRow {
  /** As a message's `user_id`. */
  readonly address: string;
  readonly until: number;
  readonly reason: string;
  readonly by: string;
  readonly since: number;
}

/** The best round of a player or a guest on a day's seed. */
export interface DailyResultRow {
  /** Counts up: of equal scores the lower came first. */
  readonly id: Generated<number>;
  /** UTC, `2026-01-15`. */
  readonly date: string;
  /** A player's address, or `guest:` and the hash of a guest's secret. */
  readonly entrant: string;
  /** A guest's; a player's is in `players`. */
  readonly name: string;
  readonly score: number;
  readonly popped: number;
  readonly best_combo: number;
  /** SHA-256 of the clicks, base64url. */
  readonly inputs_hash: string;
  readonly replay: Uint8Array;
  readonly played_at: number;
}

/** What a player has played in one category. */
export interface GameStatisticsRow {
  readonly address: string;
  readonly category: GameMode;
  readonly games: number;
  readonly points: number;
}

/** A practice round that a player's statistics count. */
export interface PracticeRoundRow {
  readonly address: string;
  /** SHA-256 of the rules, the seed, the loadout and the clicks, base64url. */
  readonly hash: string;
  readonly category: PracticeCategory;
  readonly score: number;
  readonly played_at: number;
}

/** How far this database knows the house's transfers on the chain, and whether payouts are frozen: payouts/freeze.ts. One row. */
export interface HouseScanRow {
  readonly id: 1;
  readonly block_number: number | null;
  readonly block_ms: number | null;
  readonly target_number: number | null;
  readonly frozen_since: number | null;
  readonly cause: FreezeCause;
  readonly waits_until: number | null;
  /** What keeps the scan from going on; empty when nothing does. */
  readonly trouble: string;
}

/** A transfer that the chain has and this database did not know: restore/. */
export interface FoundTransferRow {
  readonly txid: string;
  readonly direction: 'in' | 'out';
  readonly address: string;
  readonly amount_sun: number;
  readonly block_number: number;
  readonly block_ms: number;
  readonly status: 'found' | 'undecided' | 'booked' | 'by-hand';
  readonly debt_sun: Generated<number>;
  readonly debt_status: Generated<'none' | 'open' | 'collecting' | 'settled' | 'written-off'>;
  readonly found_at: number;
}

/** A server process that shares this database: platform/lease. */
export interface NodeRow {
  readonly id: string;
  readonly url: string | null;
  readonly version: string;
  /** Names of what the node can continue, separated by spaces; empty for one of a program before migration 016. */
  readonly capabilities: string;
  readonly started_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
}

/** A responsibility that one node at a time can have. */
export interface LeaseRow {
  readonly name: string;
  readonly owner: string | null;
  readonly epoch: number;
  readonly taken_at: number;
}

/** The commitment of a battle, which was published before any player gave a seed. Rows stay, also of battles that were cancelled. */
export interface CommitmentRow {
  /** Hex. */
  readonly commitment: string;
  readonly session_id: string;
  readonly published_at: number;
  /** Its place in the public list: the day (UTC), the number from 1, and the head. Null until the worker has listed it. */
  readonly day: string | null;
  readonly number: number | null;
  readonly head: string | null;
}

/** A battle from its countdown on, until its session ends. */
export interface LiveBattleRow {
  readonly session_id: string;
  /** Hex: the last reveal, from which all others follow. */
  readonly secret: string;
  /** Hex: what the play of the bots follows from. */
  readonly bot_seed: string;
  /** The rules of the battle; empty and 0 when a node of a program before migration 016 began it. */
  readonly rules_id: string;
  readonly rules_version: number;
  /** Format of the journal's records. */
  readonly journal_version: number;
  /** Slot of the first row of the journal: sessions/live-battle.ts. */
  readonly first_slot: number;
}

/** What happened in a live battle between two commits. */
export interface BattleJournalRow {
  readonly session_id: string;
  /** Epoch of the lease under which the row was written. */
  readonly epoch: number;
  /** From 0 in each epoch. */
  readonly number: number;
  /** Time of the round when the row was written, ms; below 0 in the countdown. */
  readonly time_ms: number;
  /** battles/journal-record.ts has the format. */
  readonly records: Uint8Array;
  /** When the row was written, in units of 200 ms since the epoch: sessions/live-battle.ts. */
  readonly time_slot: number;
}

/** What protects a player besides limits: protection/. It stays when the profile is deleted. */
export interface ProtectionRow {
  readonly address: string;
  /** Version of the text about the age that the player has confirmed, and when; null when none. */
  readonly age_version: number | null;
  readonly age_confirmed_at: number | null;
  readonly break_until: number | null;
  readonly excluded_until: number | null;
  /** First paid action of the current period of paid play. */
  readonly play_since: number | null;
  /** Last answer to a reality check, or the beginning of the play. */
  readonly checked_at: number | null;
  readonly last_paid_at: number | null;
}

/** A limit of a player. It stays when the profile is deleted. */
export interface PlayerLimitRow {
  readonly address: string;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null: no limit. */
  readonly amount_sun: number | null;
  /** In force from `next_at` on; null for none. */
  readonly next_sun: number | null;
  /** Null: no change is planned. */
  readonly next_at: number | null;
}

/** An operator's value of a setting, in place of its default. */
export interface OperatorSettingRow {
  readonly name: SettingName;
  readonly value: number;
  /** The operator's address. */
  readonly changed_by: string;
  readonly changed_at: number;
}

/** The salt with which the networks of a UTC day are hashed. It is deleted after two days. */
export interface NetworkSaltRow {
  /** ISO 8601: `2026-01-15`. */
  readonly day: string;
  readonly salt: Uint8Array;
}

/** How a player of a paid battle has played, and what was decided about the share if it was held: settlement/held-share.ts. */
export interface ExaminationRow {
  /** The session, a point, and the place of the seat: `makeShareId`. */
  readonly id: string;
  readonly session_id: string;
  readonly place: number;
  readonly address: string;
  readonly examined_at: number;
  /** Limits that the player has exceeded, separated by spaces; empty for none. */
  readonly reasons: string;
  readonly clicks: number;
  readonly reaction_median_ms: number | null;
  readonly interval_variation_pct: number | null;
  readonly aim_offset_pct: number | null;
  /** Thousandths. */
  readonly path_score: number | null;
  readonly contradicted: number | null;
  /** The pointer's path, as `encodePath` makes it from the start of the round; null for a client that sent none. */
  readonly path: Uint8Array | null;
  readonly status: 'clear' | 'held' | 'paid' | 'refused';
  /** The share that the settlement held; 0 for none. */
  readonly share_sun: number;
  /** The amount that the decision is about: the share, and parts of refused shares that were added to it later. */
  readonly amount_sun: number;
  /** Of the decision, for the player too. */
  readonly reason: string | null;
  readonly decided_by: string | null;
  readonly decided_at: number | null;
}

/** A part of a share that was refused. */
export interface PassedShareRow {
  /** The examination whose share was refused. */
  readonly from_id: string;
  readonly session_id: string;
  /** The place of the recipient's seat; -1 for the house. */
  readonly to_place: number;
  /** Empty for the house. */
  readonly address: string;
  readonly amount_sun: number;
  /** Whether it was added to a share of the recipient that is held too. */
  readonly is_held: 0 | 1;
}

/** What Solo TRX has paid in an hour, to all players together. */
export interface RewardHourRow {
  /** The hour in UTC as ISO 8601: `2026-01-15T12`. */
  readonly hour: string;
  readonly paid_sun: number;
}

/** A mark of a paid round with a path (`markRhythm`). */
export interface PathMarkRow {
  readonly mark: number;
  readonly examined_at: number;
  /** As `examinations.id`; a solo round has place 0. */
  readonly round_id: string;
}

/** A round that a player has shared as a challenge. */
export interface SharedRoundRow {
  readonly id: string;
  /** The player who shared it; null for a visitor without a wallet. */
  readonly address: string | null;
  readonly score: number;
  readonly replay: Uint8Array;
  readonly shared_at: number;
  readonly expires_at: number;
}

/** How a battle has changed a player's rating. It stays when the profile is deleted, because the ratings of others follow from it. */
export interface RatingChangeRow {
  readonly number: Generated<number>;
  readonly season: number;
  readonly session_id: string;
  readonly address: string;
  /** UTC, `2026-01-15`. */
  readonly day: string;
  readonly rated_at: number;
  /** Thousandths of a point, as are `rating` and `deviation`. */
  readonly rating_before: number;
  readonly rating: number;
  readonly deviation: number;
  /** Billionths. */
  readonly volatility: number;
}

/** A player's rating in a season: the last one of `rating_changes`, from which it can be computed again. */
export interface RatingRow {
  readonly season: number;
  readonly address: string;
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  /** Rated battles of the season, and different players in them. */
  readonly battles: number;
  readonly opponents: number;
  readonly rated_at: number;
}

/** What a player has played on a day, for the streak and the quests: rounds for TRX, battles, and rounds of the daily challenge. */
export interface PlayDayRow {
  readonly address: string;
  /** UTC, `2026-01-15`. */
  readonly day: string;
  readonly rounds: number;
  readonly popped: number;
  readonly best_combo: number;
  readonly best_score: number;
  readonly battles: number;
  readonly daily_rounds: number;
  /** Whether the player has completed all quests of the day. */
  readonly is_complete: 0 | 1;
}

/** A skin bought. */
export interface SkinPurchaseRow {
  /** The payment's. */
  readonly id: string;
  readonly address: string;
  readonly skin_id: string;
  readonly price_sun: number;
  readonly purchased_at: number;
}
