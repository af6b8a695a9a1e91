/** How long a payout's transaction can be included, ms. TRON.md section 4: about 10 min. */
export const PAYOUT_LIFE_MS: number = 10 * 60_000;
