/** Streamed solo rounds: how they are opened and found again. */
export { addSolo } from './routes.ts';
