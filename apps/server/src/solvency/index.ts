/** What the house owes and holds, and the pause that follows when it holds too little. */
export { checkSolvency, createSolvencyTask, houseWallet, showSolvency } from './solvency.ts';
