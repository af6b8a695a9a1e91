import type { DevAccount } from './kept.ts';
import { texts } from './texts.ts';

/**
 * The house of a dev chain, as a server makes it when it is given no key of its own: whoever tries the product there may be its
 * operator, too. Everybody knows the key: SHA-256 of `the house of the popfray dev chain: play money`.
 */
export const DEV_HOUSE: DevAccount = {
  name: texts.house,
  address: 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq',
  key: '1e3ee2d7352fac3e00e8266d973a80a5b3540dafef3bbca9f04a44582e6ebe7b',
};
