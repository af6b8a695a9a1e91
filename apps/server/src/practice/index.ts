/** Practice rounds of signed-in players. */
export { addPractice } from './routes.ts';
