/** Skins that players have bought from the balance or earned by quests. */
export { addSkins } from './routes.ts';
export { skinPurpose } from './skin.ts';
