export { ActiveUpgrades } from './ActiveUpgrades.tsx';
export { PracticeUpgrades, UpgradesMark } from './lazy-parts.ts';
export { playerUpgradesQuery, purchasesQuery } from './upgrades.ts';
