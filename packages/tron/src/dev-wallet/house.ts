import type { DevAccount } from './wallet-state.ts';
import { texts } from './texts.ts';

/**
 * The house of a dev chain, as a server creates it when no key is configured, so that developers can act as
 * operator too. The key is public: SHA-256 of `the house of the popfray dev chain: play money`.
 */
export const DEV_HOUSE: DevAccount = {
  name: texts.house,
  address: 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq',
  key: '1e3ee2d7352fac3e00e8266d973a80a5b3540dafef3bbca9f04a44582e6ebe7b',
};
