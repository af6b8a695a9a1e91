/** Rounds that are shared as challenges. */
export { addSharedRounds } from './routes.ts';
