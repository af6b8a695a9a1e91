import { PATHS } from '../routes.ts';

/** The address of the day's field. */
export const DAILY_ROUND = `${PATHS.daily}/play`;
