/**
 * Numbers that say what a group of stamps looks like (`Brush.open`), below 2^30. Those below BOSS_LOOKS are of bubbles, by points and colour: there is room for
 * 8,000,000 points, more than the rules and all upgrades give. Bosses are numbered by their health from BOSS_LOOKS on, and captions are counted from CAPTION_LOOKS on.
 */
export const BOSS_LOOKS: number = 2 ** 29;
export const CAPTION_LOOKS: number = BOSS_LOOKS + 2 ** 28;

/** How many captions have different numbers. */
export const MOST_CAPTION_LOOKS: number = 2 ** 28;
