/** The catalogue of upgrades, and the upgrades in force. */
export { activeUpgrades, boughtSince, purchaseHistory, upgradePurpose } from './purchase.ts';
export { addUpgrades } from './routes.ts';
