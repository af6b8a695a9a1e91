import { PATHS } from '../../app/screens.ts';

/** Path of the daily round's field. */
export const DAILY_ROUND = `${PATHS.daily}/play`;
