/** A player's download of all own data, and the deletion of a profile. */
export { addPrivacy } from './routes.ts';
