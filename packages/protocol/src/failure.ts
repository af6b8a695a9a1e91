/** Every failure the server answers with: its HTTP status and its words for a person. The specification's words where it has them. */
export const FAILURES = {
  ERR_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  ERR_METHOD: { status: 405, message: 'This address does not answer that method.' },
  ERR_PATH_LONG: { status: 414, message: 'This address is too long.' },
  ERR_INTERNAL: { status: 500, message: 'Something went wrong on our side. It has been logged.' },
  ERR_WEB_NOT_BUILT: {
    status: 503,
    message: 'The web app has not been built. `pnpm start` builds it and starts again.',
  },
  ERR_DATABASE_BUSY: {
    status: 503,
    message: 'The database is busy or out of reach. Try again in a few seconds.',
  },
  ERR_DATABASE_WRITE: { status: 503, message: 'The server cannot write to its database.' },
  ERR_STOPPING: { status: 503, message: 'The server is stopping.' },

  ERR_BODY_TYPE: { status: 415, message: 'This call takes JSON: set Content-Type to application/json.' },
  ERR_BODY_LARGE: { status: 413, message: 'This request is larger than this call takes.' },
  ERR_BODY: { status: 400, message: 'This request is not what the call takes.' },
  ERR_ORIGIN: { status: 403, message: 'This call can only be made from the game itself.' },
  ERR_RATE: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },

  ERR_SIGNED_OUT: { status: 401, message: 'Please connect your TronLink wallet.' },
  ERR_ADDRESS: { status: 400, message: 'This is not a TRON address.' },
  ERR_ADDRESS_OTHER: { status: 403, message: 'This call names another wallet than the one signed in.' },
  ERR_CHALLENGE: { status: 401, message: 'This sign-in has expired or was used before. Please try again.' },
  ERR_SIGNATURE: { status: 401, message: 'The signature does not belong to this wallet. Please try again.' },
  ERR_USERNAME: { status: 400, message: 'A name has 1 to 32 characters, none of them invisible.' },

  ERR_DELETION: {
    status: 409,
    message: 'This profile cannot be deleted yet: a payment, a payout, a session or a balance of it is open.',
  },

  ERR_SETTING_VALUE: { status: 400, message: 'This value is outside the bounds of the setting.' },

  ERR_SOLO_PAUSED: { status: 503, message: 'Solo TRX is paused. Please try again later.' },
  ERR_REPLAY_MALFORMED: { status: 400, message: 'This is not a replay, or it was damaged on its way.' },
  ERR_REPLAY_OTHER: { status: 400, message: 'This replay is of another round.' },
  ERR_REPLAY_WRONG: { status: 400, message: 'Its inputs do not give the score that this replay states.' },
  ERR_ROUND_UNKNOWN: { status: 404, message: 'There is no such round.' },

  ERR_SPECTATORS: { status: 503, message: 'This battle has too many spectators now. Please try again in a moment.' },
  ERR_SHARED_UNKNOWN: { status: 404, message: 'This challenge has expired, or its link is not complete.' },

  ERR_PRACTICE_BATTLE: { status: 400, message: 'This replay is of a live battle and not of a practice round.' },
  ERR_PRACTICE_TICKET: { status: 400, message: 'This replay is of a Solo TRX round and not of a practice round.' },
  ERR_PRACTICE_UPGRADES: { status: 400, message: 'This round was played with upgrades that you do not have.' },

  ERR_DAILY_SEED: { status: 400, message: "This replay is not of that day's seed." },
  ERR_DAILY_CLOSED: { status: 410, message: "That day's board is closed." },
  ERR_DAILY_TRIES: { status: 429, message: 'Too many rounds have come from this network today.' },
  ERR_DAILY_GUEST: { status: 400, message: 'This round has no player: sign in, or send your guest name.' },

  ERR_UPGRADE_UNKNOWN: { status: 404, message: 'There is no such upgrade.' },
  ERR_UPGRADE_ACTIVE: { status: 409, message: 'This upgrade is already active.' },
  ERR_SKIN_UNKNOWN: { status: 404, message: 'There is no such skin on sale.' },
  ERR_SKIN_OWNED: { status: 409, message: 'You have this skin already.' },
  ERR_SEASON_UNKNOWN: { status: 404, message: 'There is no such season.' },
  ERR_BALANCE: { status: 402, message: 'Your wallet does not hold enough TRX for this.' },
  ERR_BALANCE_SHORT: { status: 402, message: 'Your Popfray balance does not cover this.' },
  ERR_BALANCE_CHECKED: {
    status: 503,
    message:
      'Popfray balances are being compared with the network. Please pay from your wallet, or try again in some minutes.',
  },
  ERR_HOUSE: { status: 403, message: "The house's own wallet cannot pay the house, or be paid by it." },
  ERR_PAYMENT_UNKNOWN: { status: 404, message: 'There is no such payment.' },
  ERR_PAYMENT_STATE: { status: 409, message: 'This payment can no longer be changed.' },
  ERR_PAYMENT_ID: { status: 409, message: 'There is another payment of this id.' },
  ERR_PAYMENT_OPEN: { status: 409, message: 'A payment from your wallet for this is already on its way.' },
  ERR_PAYMENT_SIGNED: { status: 400, message: 'This is not the payment that was asked for, signed by this wallet.' },
  ERR_TXID: { status: 400, message: 'A transaction id has 64 hexadecimal digits.' },
  ERR_TX_ABSENT: {
    status: 404,
    message: 'The network does not know this transaction yet. Please try again in a minute.',
  },
  ERR_TX_PENDING: { status: 409, message: 'This transaction is not final yet. Please try again in a minute.' },
  ERR_TX_FAILED: { status: 400, message: 'This transaction failed on the network, so nothing was paid.' },
  ERR_TX_FOREIGN: { status: 400, message: 'This transaction is not a plain TRX transfer.' },
  ERR_TX_RECIPIENT: { status: 400, message: 'This transaction does not pay the house.' },
  ERR_TX_SENDER: { status: 403, message: 'This transaction was paid by another wallet.' },
  ERR_TX_AMOUNT: { status: 400, message: 'This transaction does not pay the price.' },
  ERR_TX_OLD: { status: 400, message: 'This transaction was made before the purchase began.' },
  ERR_TX_USED: { status: 409, message: 'This transaction has been used already.' },

  ERR_WITHDRAWAL_MIN: { status: 400, message: 'A withdrawal has to be larger than the network’s fee.' },
  ERR_WITHDRAWAL_FEE: {
    status: 409,
    message: 'The network’s fee for this withdrawal is higher than the one shown. Please look at it again.',
  },
  ERR_WITHDRAWAL_ID: { status: 409, message: 'There is another withdrawal of this id.' },
  ERR_WITHDRAWAL_LIMIT: {
    status: 409,
    message: 'There are at most 5 withdrawals in 24 hours. Please try again later.',
  },
  ERR_WITHDRAWAL_BALANCE: { status: 402, message: 'Your Popfray balance is smaller than that.' },

  ERR_SESSION_UNKNOWN: {
    status: 404,
    message: 'This session could not be found. It may have expired, ended or been removed.',
  },
  ERR_SESSION_NAME: { status: 400, message: 'A session needs a name of at most 50 characters.' },
  ERR_SESSION_FEE: { status: 400, message: 'An entry fee is 0, or 0.1 to 1,000 TRX in steps of 0.1.' },
  ERR_SESSION_TERMS: {
    status: 409,
    message: 'The terms of new sessions have changed, and nothing was paid. Reload the page to read them.',
  },
  ERR_SESSION_MODE: { status: 400, message: 'A local game has at most 4 players, and a classic game is always local.' },
  ERR_SESSION_CLOSED: { status: 409, message: 'This session is no longer accepting players.' },
  ERR_SESSION_FULL: { status: 409, message: 'This session is full.' },
  ERR_SESSION_STATE: { status: 409, message: 'This is not possible in the current state of the battle.' },
  ERR_SESSION_LIMIT: {
    status: 409,
    message: 'You are in too many open sessions. Please finish, leave or cancel one first.',
  },
  ERR_SESSION_NETWORK: {
    status: 429,
    message:
      'Many free sessions from your network wait for players already. Please join one, or try again in a few minutes.',
  },
  ERR_SESSION_CREATOR: { status: 403, message: 'Only the creator of a session can do that.' },
  /** The player hosts or plays it on this platform already, so the cross-chain server is the wrong door. */
  ERR_SESSION_HERE: { status: 403, message: 'Please join this session on the platform of your own chain.' },
  ERR_SEAT_UNKNOWN: { status: 403, message: 'You have no seat in this session.' },
  ERR_NOT_READY: { status: 409, message: 'A battle starts with at least two players who are ready.' },
  ERR_NOT_READY_PAID: {
    status: 409,
    message: 'A battle with an entry fee starts when everybody who paid is ready, and at least two have paid.',
  },
  ERR_FEES_CHECKED: {
    status: 503,
    message: 'The entry fees are being compared with the network. This battle can start in some minutes.',
  },
  ERR_SEATS_KEPT: { status: 409, message: 'The seats that are left are for players who pay the entry fee.' },
  ERR_SEAT_REMOVED: { status: 403, message: 'The creator of this session has removed you from it.' },
  ERR_SEAT_PAID: { status: 409, message: 'This player has paid the entry fee, or is paying it, and keeps the seat.' },
  ERR_BOTS: { status: 403, message: 'Practice bots play in free sessions and for play money only.' },
  ERR_PLATFORM: {
    status: 401,
    message: 'This call needs the signature of a known platform, or the token of a member.',
  },
  ERR_PROOF: { status: 401, message: 'The signature does not prove this wallet. Please try again.' },
  ERR_HOST_AWAY: { status: 503, message: 'The platform that hosts this session does not answer. Please try again.' },
  ERR_HOST_FEE: { status: 403, message: 'This session has a fee of another platform, which cannot be paid here.' },
  ERR_HOST_UNKNOWN: {
    status: 403,
    message: 'The server that runs this session is not one that the operator has approved.',
  },
  ERR_HOST_TERMS: {
    status: 409,
    message: 'The host answered with other terms than it had listed, so you did not join.',
  },
  ERR_RECEIPT_UNKNOWN: { status: 404, message: 'There is no receipt yet: the session is not over, or never was.' },
  ERR_CHAT_EMPTY: { status: 400, message: 'A message needs some text.' },
  ERR_CHAT_LONG: { status: 400, message: 'A message has at most 500 characters.' },
  ERR_CHAT_FLOOD: { status: 429, message: 'You are writing too fast. Please wait a moment.' },
  ERR_CHAT_UNKNOWN: { status: 404, message: 'There is no such message.' },
  ERR_TRANSLATE_TEXT: { status: 401, message: 'Please sign in to translate a text that is not a chat message.' },
  ERR_CHAT_MUTED: { status: 403, message: 'You cannot write in chat for now.' },

  /** The house is short, or the operator has paused what costs or earns TRX. */
  ERR_PAUSED: { status: 503, message: 'Paid play is paused for now. Free play and withdrawals continue.' },

  ERR_PAID_PLAY_OFF: {
    status: 503,
    message: 'This server does not offer paid play. Free play and withdrawals continue.',
  },
  ERR_COUNTRY_REFUSED: {
    status: 451,
    message: 'Paid play is not offered in the country that you are in. Free play and withdrawals continue.',
  },
  ERR_SELF_EXCLUDED: {
    status: 403,
    message: 'You have excluded yourself from paid play. You can still withdraw your balance.',
  },
  ERR_ON_BREAK: { status: 403, message: 'You are taking a break from paid play. You can still withdraw your balance.' },
  ERR_AGE_UNCONFIRMED: { status: 403, message: 'Please confirm first that you are 18 or older.' },
  ERR_AGE_VERSION: {
    status: 409,
    message: 'The text about the age has changed. Please reload the page and read it again.',
  },
  ERR_REALITY_CHECK: {
    status: 409,
    message: 'You have played for an hour. Please look at your time and result before you continue.',
  },
  ERR_LIMIT_LOSS: { status: 403, message: 'This would exceed the loss limit that you have set.' },
  ERR_LIMIT_DEPOSIT: { status: 403, message: 'This would exceed the deposit limit that you have set.' },
  ERR_PROTECTION_SHORTER: {
    status: 409,
    message: 'A break or a self-exclusion can be extended, but not shortened.',
  },

  ERR_HOUSE_SIGN_IN: { status: 403, message: 'The house’s own wallet may not sign in here. Use an operator’s wallet.' },
  ERR_ADMIN: { status: 403, message: 'This is for operators.' },
  ERR_DECIDED: { status: 409, message: 'This has been decided already.' },
  ERR_OWN_ROUND: { status: 403, message: 'You cannot decide about a round of your own. Another operator has to.' },
  ERR_SHARE_UNKNOWN: { status: 404, message: 'There is no such share.' },
  ERR_OWN_BATTLE: {
    status: 403,
    message: 'You cannot decide about a battle that you played in. Another operator has to.',
  },
  ERR_BUDGET: { status: 409, message: 'Today’s reward budget does not suffice for this. Please try again tomorrow.' },
  ERR_PAYOUT_UNKNOWN: { status: 404, message: 'There is no such payout.' },
  ERR_PAYOUT_STATE: { status: 409, message: 'This payout is not stuck.' },
  ERR_PAYOUTS_FROZEN: {
    status: 409,
    message:
      'Payouts are frozen after a restore, and this one may have been paid. Please try again when they are open.',
  },
  ERR_TRANSFER_UNKNOWN: { status: 404, message: 'There is no such transfer to decide about.' },
  ERR_PAYOUT_LIVING: {
    status: 409,
    message: 'A transaction of this payout may still be included. Please try again in a quarter of an hour.',
  },

  ERR_CHAIN: { status: 503, message: 'Network connection failed. Please check your connection and try again.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>;

/** Code of a failure, as clients see it in `error.code`. */
export type FailureCode = keyof typeof FAILURES;
