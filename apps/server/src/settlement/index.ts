/** The settlement of a battle: shares, payouts and the receipt. */
export type { PlayedBattle, PlayedRound } from './played.ts';
export { showReceipt } from './receipt.ts';
export { addReceipts } from './routes.ts';
export { countHeldShares, heldSharesAt, showShareStory } from './held-share.ts';
export { decideShare } from './share-decision.ts';
export { settleBattle, showEnd } from './settle.ts';
