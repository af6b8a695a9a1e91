/** What limits earnings and first withdrawals of many keys: the settings of the operator, the cap of a young account, and the hash of a network. */
export { accountCapSun } from './account-cap.ts';
export { defaultSettings } from './defaults.ts';
export { findNetworkHash, hashNetwork } from './network-hash.ts';
export { changeSetting, readSettings, showSettings } from './operator-settings.ts';
