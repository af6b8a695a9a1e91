/** What held rounds may come to cost is summed by player and day. */
export const review = `
-- It carries what was earned, so that the sum reads no replays.
CREATE INDEX rounds_held_by_player ON rounds (address, played_at, earned_sun) WHERE status = 'held';
`;
