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
}

/** A player, from the first sign-in on. */
export interface PlayerRow {
  readonly address: string;
  readonly username: string;
  readonly games_played: number;
  readonly total_score: number;
  readonly preferred_game_mode: string;
  readonly created_at: number;
  readonly last_connected: number;
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
  /** The ticket's. */
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
  /** Server time from ticket to finish, ms. */
  readonly elapsed_ms: number;
  /** Clicks in the log, and statistics over those that hit: see rounds/conduct.ts. Null when there are too few. */
  readonly clicks: number;
  readonly reaction_median_ms: number | null;
  readonly interval_variation_pct: number | null;
  readonly aim_offset_pct: number | null;
  readonly played_at: number;
}

/** A payment to the house, from its intent on: payments/payment.ts. A row follows one transaction. */
export interface PaymentRow {
  readonly id: string;
  readonly address: string;
  readonly purpose: 'upgrade' | 'recovered';
  readonly upgrade_id: string | null;
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
  readonly txid: string;
}

/** Money on its way out. */
export interface PayoutRow {
  readonly id: string;
  readonly address: string;
  readonly amount_sun: number;
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
