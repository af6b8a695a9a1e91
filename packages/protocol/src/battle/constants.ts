/** Length of a battle's round, ms. SPEC section 9. */
export const BATTLE_MS = 60_000;
/** Blocks of entropy of a battle, one a second. */
export const BATTLE_SECONDS = 60;
/** How long before its second a reveal may be sent, ms; never earlier. DESIGN section 8. */
export const REVEAL_AHEAD_MS = 1_000;
/** Longest time that one batch of inputs spans, ms. */
export const BATCH_MS = 200;
/** How long a client's clicks wait for further ones before they are sent, ms of the round. */
export const CLICKS_WAIT_MS = BATCH_MS - 50;
/** How much later than a batch's last moment it may reach the server, ms. Later slices are refused. */
export const GRACE_MS = 1_000;
/**
 * Delay after which a player's click is broadcast to the others, ms: all players have the same bubbles, and after this time the server accepts
 * no more clicks of that moment.
 */
export const TELL_AFTER_MS = BATCH_MS + GRACE_MS;
/** How far a client's clock may be ahead of the server's, ms. Inputs from later than that are refused. */
export const AHEAD_MS = 150;
/** Between two broadcasts of scores, ms. */
export const SCORE_EVERY_MS = 200;
/** How long before the first second the players' seeds are taken at the latest, ms. */
export const SEED_CLOSE_MS = 2_000;
/** Bytes of a client seed, a reveal and a commitment. */
export const HASH_BYTES = 32;
/** How long a socket may answer no ping before it is closed, ms, and between two pings. SPEC section 9: 30 s. */
export const PING_EVERY_MS = 30_000;
export const PONG_WITHIN_MS = 15_000;
/**
 * After an outage, how long the server accepts batches for the time before it, ms. Clients need to connect again and to send what was not
 * acknowledged.
 */
export const RESUME_WINDOW_MS = 5_000;
