import type { About, Platform, PrizeRecipient } from '@popfray/protocol';
import type { SettingName } from '@popfray/protocol/admin';

/** Values of the settings that operators change at the desk. */
export type SettingValues = Readonly<Record<SettingName, number>>;

/** Settings that the operator chooses: docs/operations.md. */
export interface Settings {
  readonly network: Platform['network'];
  /** Origins that the game is served from, e.g. `https://play.example`; empty: any loopback address that a request uses. */
  readonly origins: readonly string[];
  /** Origins of other chains' front ends; on the dev network any loopback address is one. */
  readonly partnerOrigins: readonly string[];
  /** Origin of a separate cross-chain server; null when it runs in this process. */
  readonly crossChainUrl: string | null;
  /** Whether a trusted proxy sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly isBehindProxy: boolean;
  /** Most that a wallet earns by Solo TRX in a day (UTC), sun. */
  readonly dailyCapSun: number;
  /** Most that the house pays for Solo TRX in a day (UTC), sun. */
  readonly rewardBudgetSun: number;
  /** The settings of the desk that no operator has changed. */
  readonly limitDefaults: SettingValues;
  /** Whether players can make paid actions at all. */
  readonly isPaidPlayOn: boolean;
  /** Countries from which paid actions are refused, as two capitals. */
  readonly refusedCountries: readonly string[];
  /** Header in which the trusted proxy names the country of a request; null for none. */
  readonly countryHeader: string | null;
  /** Who receives what the other chain wins, in sessions that are created from now on. */
  readonly otherChainPrizeTo: PrizeRecipient;
  /** Address that receives 1 sun a day with the root of the day's commitments as a memo; null for no memos. */
  readonly commitmentMemoTo: string | null;
  /** E-mail address of the support. */
  readonly supportEmail: string;
  /** A known fault of the wallet extension: its first day (UTC) and the last day on which players see a notice; null for none. */
  readonly walletIssue: About['walletIssue'];
  /** Whether the pages of this server open sockets at the address of this node too. */
  readonly hasOwnAddress: boolean;
  /** Addresses of operators besides the house. */
  readonly adminAddresses: readonly string[];
  /** Whether the house's own wallet may sign in, and is then an operator. */
  readonly canHouseSignIn: boolean;
  /** Factor of all rate limits: 1 in production; Infinity switches them off. */
  readonly rateFactor: number;
}
