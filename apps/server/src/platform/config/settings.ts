import type { About, Platform } from '@popfray/protocol';

/** What the operator decides: see docs/operations.md. */
export interface Settings {
  readonly network: Platform['network'];
  /** Origins that the game is served from, e.g. `https://play.example`; empty: whatever loopback address it is asked by. */
  readonly origins: readonly string[];
  /** Origins of other chains' front ends; on the dev network any loopback address is one. */
  readonly partnerOrigins: readonly string[];
  /** Origin of the cross-chain server where it is on a host of its own. */
  readonly crossChainUrl: string | null;
  /** Whether X-Forwarded-For and -Proto come from a proxy of ours. */
  readonly isBehindProxy: boolean;
  /** Most that a wallet earns by Solo TRX in a day (UTC), sun. */
  readonly dailyCapSun: number;
  /** Most that the house pays for Solo TRX in a day (UTC), sun. */
  readonly rewardBudgetSun: number;
  /** Where players write to for support. */
  readonly supportEmail: string;
  /** A known fault of the wallet extension: the days (UTC) since when, and until when it is told; null for none. */
  readonly walletIssue: About['walletIssue'];
  /** Addresses of operators besides the house. */
  readonly adminAddresses: readonly string[];
  /** Whether the house's own wallet may sign in, and is then an operator. */
  readonly canHouseSignIn: boolean;
  /** How many times the usual rate limits callers get: 1 but in tests, Infinity for none. */
  readonly rateFactor: number;
}
