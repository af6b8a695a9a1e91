/**
 * Numbers of what a group of stamps looks like (`Brush.open`), below 2^30: bubbles by their points and colour, captions by a count, bosses by
 * their health. A bubble of so many points that its number were one of a caption does not exist: the rules allow 10,000 points and a hundredfold of them.
 */
export const CAPTION_LOOKS: number = 2 ** 28;
export const BOSS_LOOKS: number = 2 ** 29;
