/** The seed of the day and its board. */
export { addDaily } from './routes.ts';
