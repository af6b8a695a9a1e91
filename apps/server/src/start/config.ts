import { fileURLToPath } from 'node:url';
import { parseTrx, PRIZE_RECIPIENTS, SUN_PER_TRX, type Platform, type PrizeRecipient } from '@popfray/protocol';
import { type CrossChainConfig, readCrossChain } from '../cross-chain/index.ts';
import {
  A_PORT,
  type ConfigError,
  createReader,
  type Env,
  parsePort,
  parseSwitch,
  parseWhole,
  type PlaceConfig,
  readDatabaseLocation,
  readNodePublicUrl,
  type Reader,
  readOrigins,
  readPlace,
  readRedisUrl,
  type Refuse,
} from '../platform/config/index.ts';
import { isPostgresUrl } from '../platform/database/index.ts';
import { DEV_HOUSE_KEY, type HouseConfig, type NetworkConfig, parsePrivateKey } from '../chain/index.ts';
import type { LibreTranslateServer } from '../translation/index.ts';

/** Name of a TRON network; `dev` is the dev chain with play money. */
export type NetworkId = Platform['network']['id'];

/** Configuration of the product server, from its environment: docs/operations.md. */
export interface Config extends PlaceConfig, NetworkConfig, HouseConfig {
  /** Path of the SQLite file, or URL of the PostgreSQL database. The URL may contain a password. */
  readonly database: string;
  /** URL of the Redis that the nodes of a cluster share; null for a server that is alone. The URL may contain a password. */
  readonly redisUrl: string | null;
  /** Origin at which clients reach this node of the cluster directly; null for none. */
  readonly nodePublicUrl: string | null;
  /** Folder of the built web app. */
  readonly webRoot: string;
  /** Addresses of operators besides the house. `openOperators` checks that they are addresses of the chain. */
  readonly adminAddresses: readonly string[];
  /** Whether the house's own wallet may sign in, and is then an operator. */
  readonly canHouseSignIn: boolean;
  /** Origins that the game is served from; empty: any loopback address that a request uses. */
  readonly origins: readonly string[];
  readonly crossChain: CrossChainConfig;
  /** Whether running battles are handed over to the next process when this one receives the signal to stop, or played to their end first. */
  readonly battlesAtStop: 'hand-over' | 'wait';
  /** The translation server for chat that is not in the phrase book; null for none. */
  readonly translator: LibreTranslateServer | null;
  /** Most that a wallet earns by Solo TRX in a day (UTC), sun. */
  readonly dailyCapSun: number;
  /** Most that the house pays for Solo TRX in a day (UTC), sun. */
  readonly rewardBudgetSun: number;
  /** E-mail address of the support. */
  readonly supportEmail: string;
  /** Whether players can make paid actions at all. */
  readonly isPaidPlayOn: boolean;
  /** Who receives what the other chain wins, in sessions that are created from now on. */
  readonly otherChainPrizeTo: PrizeRecipient;
  /** Address that receives 1 sun a day with the root of the day's commitments as a memo; null for no memos. */
  readonly commitmentMemoTo: string | null;
  /** Countries from which paid actions are refused, as two capitals; empty for none. */
  readonly refusedCountries: readonly string[];
  /** Header in which the trusted proxy names the country of a request; null for none. */
  readonly countryHeader: string | null;
  /** A known fault of the wallet extension, about which players see a notice; null for none. */
  readonly walletIssue: WalletIssue | null;
}

/** UTC days: the first day of a fault of the wallet extension, and the last day on which players see the notice. */
export interface WalletIssue {
  readonly since: string;
  readonly until: string;
}

/** Default and longest block interval of the dev chain, ms. TRON makes a block each 3 s. */
const BLOCK_MS = 3_000;
const MAX_BLOCK_MS = 60_000;

/** Most that a wallet earns in a day when `DAILY_CAP_TRX` is not set, sun. */
const DAILY_CAP_SUN = 100 * SUN_PER_TRX;

/** Most that the house pays in a day when `REWARD_BUDGET_TRX` is not set, sun. */
const REWARD_BUDGET_SUN = 1_000 * SUN_PER_TRX;
const DEV_REWARD_BUDGET_SUN = 10_000 * SUN_PER_TRX;

/** Form of a TRON address; the chain also checks the checksum. */
const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The port when `PORT` is not set. */
const DEFAULT_PORT = 8787;

const webRootOf = (network: NetworkId): string =>
  fileURLToPath(new URL(network === 'dev' ? '../../../web/dist-dev-chain' : '../../../web/dist', import.meta.url));

/** Reads the environment. An unset or empty variable has its default. Returns the error of the first wrong variable. */
export function parseConfig(env: Env): Config | ConfigError {
  const reader = createReader(env);
  const { errors, refuse, read } = reader;
  const place = readPlace(reader, env, DEFAULT_PORT);
  const { isProduction } = place;
  const network = read('TRON_NETWORK', 'ERR_CONFIG_NETWORK', 'dev, nile, shasta or mainnet', parseNetwork, 'dev');
  const isDev = network === 'dev';
  if (isDev && isProduction) {
    const message =
      'NODE_ENV is production, and the dev chain is play money: set TRON_NETWORK to nile, shasta or mainnet.';
    refuse('ERR_CONFIG_DEV_IN_PRODUCTION', 'TRON_NETWORK', message);
  }
  const nodeUrl = read('TRON_NODE_URL', 'ERR_CONFIG_NODE_URL', 'an http or https address', parseHttpUrl, null);
  const backupNodeUrls = read(
    'TRON_BACKUP_NODE_URLS',
    'ERR_CONFIG_NODE_URL',
    'up to four http or https addresses, separated by commas',
    parseBackupUrls,
    [],
  );
  if (isDev && nodeUrl === null && backupNodeUrls.length > 0)
    refuse(
      'ERR_CONFIG_NODE_URL',
      'TRON_BACKUP_NODE_URLS',
      'TRON_BACKUP_NODE_URLS has no meaning for the dev chain that comes with the server: set TRON_NODE_URL too.',
    );
  const nodeApiKey = readApiKey(env, 'TRON_API_KEY', 'ERR_CONFIG_API_KEY', refuse);
  const devPort = read('DEV_CHAIN_PORT', 'ERR_CONFIG_DEV_CHAIN', A_PORT, parsePort, null);
  const blockMs = read(
    'DEV_CHAIN_BLOCK_MS',
    'ERR_CONFIG_DEV_CHAIN',
    `a whole number of ms from 0 to ${MAX_BLOCK_MS}`,
    (text) => parseWhole(text, MAX_BLOCK_MS),
    BLOCK_MS,
  );
  const houseKey = readHouseKey(env, isDev, refuse);
  const origins = readOrigins(reader, 'PUBLIC_URL', 'ERR_CONFIG_PUBLIC_URL', isProduction);
  if (isProduction && !env['PUBLIC_URL']) {
    const message =
      'PUBLIC_URL is not set: in production it names the origin that players open, e.g. https://play.example.';
    refuse('ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL', message);
  }
  const aLimit = 'an amount in TRX, e.g. 100 or 12.5';
  const budget = isDev ? DEV_REWARD_BUDGET_SUN : REWARD_BUDGET_SUN;
  const database = readDatabaseLocation(reader, env);
  const config: Config = {
    ...place,
    database,
    redisUrl: readRedisUrl(reader, isPostgresUrl(database)),
    nodePublicUrl: readNodePublicUrl(reader, isProduction),
    webRoot: env['WEB_ROOT'] || webRootOf(network),
    network,
    nodeUrl,
    backupNodeUrls,
    nodeApiKey,
    devChain: { port: devPort, blockMs },
    ...houseKey,
    adminAddresses: read(
      'ADMIN_ADDRESSES',
      'ERR_CONFIG_ADMIN',
      'TRON addresses, separated by commas',
      parseAddresses,
      [],
    ),
    canHouseSignIn: read('HOUSE_SIGN_IN', 'ERR_CONFIG_ADMIN', '1 or 0', parseSwitch, true),
    origins,
    crossChain: readCrossChain(reader, env, isProduction),
    battlesAtStop: read('BATTLES_AT_STOP', 'ERR_CONFIG_STOP', 'hand-over or wait', parseStop, 'hand-over'),
    translator: readTranslator(reader, env),
    dailyCapSun: read('DAILY_CAP_TRX', 'ERR_CONFIG_LIMIT', aLimit, parseTrx, DAILY_CAP_SUN),
    rewardBudgetSun: read('REWARD_BUDGET_TRX', 'ERR_CONFIG_LIMIT', aLimit, parseTrx, budget),
    supportEmail: read('SUPPORT_EMAIL', 'ERR_CONFIG_SUPPORT', 'an e-mail address', parseEmail, supportAt(origins)),
    isPaidPlayOn: read('PAID_PLAY', 'ERR_CONFIG_PAID_PLAY', '1 or 0', parseSwitch, network !== 'mainnet'),
    otherChainPrizeTo: read(
      'OTHER_CHAIN_PRIZE',
      'ERR_CONFIG_PRIZE',
      PRIZE_RECIPIENTS.join(' or '),
      parseRecipient,
      'house',
    ),
    commitmentMemoTo: read('COMMITMENT_MEMO_TO', 'ERR_CONFIG_MEMO', 'an address of TRON', parseMemoAddress, null),
    ...readCountries(reader, place.isBehindProxy),
    walletIssue: read('WALLET_ISSUE', 'ERR_CONFIG_SUPPORT', 'two days, e.g. 2026-06-15/2026-07-15', parseDays, null),
  };
  if (config.redisUrl !== null) refuseAlone(config, refuse);
  return errors[0] ?? config;
}

/** Reads the refused countries and the header that names a request's country. A list that the server could not apply is an error. */
function readCountries(
  { read, refuse }: Reader,
  isBehindProxy: boolean,
): Pick<Config, 'refusedCountries' | 'countryHeader'> {
  const code = 'ERR_CONFIG_COUNTRIES';
  const countries = 'codes of countries, separated by commas, e.g. NL,US';
  const refusedCountries = read('REFUSED_COUNTRIES', code, countries, parseCountries, []);
  const countryHeader = read('COUNTRY_HEADER', code, 'the name of a header, e.g. cf-ipcountry', parseHeader, null);
  if (refusedCountries.length > 0 && countryHeader === null)
    refuse(
      code,
      'COUNTRY_HEADER',
      'REFUSED_COUNTRIES is set: set COUNTRY_HEADER to the header of your proxy, e.g. cf-ipcountry.',
    );
  if (refusedCountries.length > 0 && !isBehindProxy)
    refuse(
      code,
      'TRUST_PROXY',
      'REFUSED_COUNTRIES is set: set TRUST_PROXY=1, because only a proxy can state the country.',
    );
  return { refusedCountries, countryHeader };
}

/** Parses codes of countries (ISO 3166-1 alpha-2, or T1 as some proxies call Tor); null when one cannot be a code. */
function parseCountries(text: string): readonly string[] | null {
  const codes = text.split(',').map((part) => part.trim().toUpperCase());
  return codes.every((country) => /^[A-Z][A-Z0-9]$/.test(country)) ? [...new Set(codes)] : null;
}

/** Parses who receives what the other chain wins; null for other text. */
const parseRecipient = (text: string): PrizeRecipient | null =>
  PRIZE_RECIPIENTS.find((recipient) => recipient === text) ?? null;

/** Parses the name of a header, in small letters; null for other text. */
const parseHeader = (text: string): string | null => (/^[A-Za-z0-9-]{1,100}$/.test(text) ? text.toLowerCase() : null);

/** What a server that is alone has in its own process, and the nodes of a cluster have in common. */
function refuseAlone({ crossChain, network, nodeUrl }: Config, refuse: Refuse): void {
  const message = (what: string): string => `REDIS_URL is set, so this server is one node of a cluster: ${what}`;
  if (crossChain.url === null)
    refuse(
      'ERR_CONFIG_CROSS_CHAIN',
      'CROSS_CHAIN_URL',
      message('set CROSS_CHAIN_URL to the cross-chain server of all its nodes (pnpm start:cross-chain).'),
    );
  if (network === 'dev' && nodeUrl === null)
    refuse(
      'ERR_CONFIG_NODE_URL',
      'TRON_NODE_URL',
      message('set TRON_NODE_URL to one dev chain for all (pnpm devchain).'),
    );
}

/** Default address of the support: at the game's domain, or at a reserved domain when there is none. */
function supportAt([origin]: readonly string[]): string {
  const host = origin === undefined ? '' : new URL(origin).hostname;
  return `support@${/[a-z]$/.test(host) && host.includes('.') ? host : 'popfray.example'}`;
}

/** Parses an e-mail address of visible ASCII characters that need no escaping in a link. */
const parseEmail = (text: string): string | null =>
  /^[\w.+-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/.test(text) ? text : null;

/** Parses addresses that are separated by commas and removes duplicates; null when one cannot be an address. */
function parseAddresses(text: string): readonly string[] | null {
  const addresses = text.split(',').map((part) => part.trim());
  return addresses.every((address) => ADDRESS.test(address)) ? [...new Set(addresses)] : null;
}

/** Parses the address of memos. Whether its checksum is right is checked with the chain. */
const parseMemoAddress = (text: string): string | null => (ADDRESS.test(text) ? text : null);

/** Parses two days, the second no earlier than the first: `2026-06-15/2026-07-15`. */
function parseDays(text: string): WalletIssue | null {
  const [since = '', until = '', ...more] = text.split('/');
  return more.length === 0 && isDay(since) && isDay(until) && since <= until ? { since, until } : null;
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** Reads an API key. The error does not repeat it, because errors may be logged. */
function readApiKey(env: Env, variable: string, code: ConfigError['code'], refuse: Refuse): string | null {
  const key = env[variable] || null;
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  refuse(code, variable, `${variable} must be 1 to 200 printable characters without a space.`);
  return null;
}

/** Reads the translation server; null for none. */
function readTranslator({ read, refuse }: Reader, env: Env): LibreTranslateServer | null {
  const url = read('TRANSLATE_URL', 'ERR_CONFIG_TRANSLATE', 'an http or https address', parseHttpUrl, null);
  const apiKey = readApiKey(env, 'TRANSLATE_API_KEY', 'ERR_CONFIG_TRANSLATE', refuse);
  return url === null ? null : { url, apiKey };
}

/** Reads where the house's key is: in exactly one place. The dev chain has a default key. */
function readHouseKey(env: Env, isDev: boolean, refuse: Refuse): Pick<Config, 'houseKey' | 'houseKeyFile'> {
  const text = env['HOUSE_PRIVATE_KEY'] || null;
  const houseKeyFile = env['HOUSE_KEY_FILE'] || null;
  const no = (message: string, variable = 'HOUSE_KEY_FILE'): void => refuse('ERR_CONFIG_HOUSE_KEY', variable, message);
  if (text === null && houseKeyFile === null) {
    if (isDev) return { houseKey: DEV_HOUSE_KEY, houseKeyFile };
    no(
      'The house has no key: set HOUSE_KEY_FILE to a file that holds its private key, or HOUSE_PRIVATE_KEY to the key.',
    );
  }
  if (text !== null && houseKeyFile !== null) no('HOUSE_KEY_FILE and HOUSE_PRIVATE_KEY are both set: unset one.');
  const houseKey = text === null ? null : parsePrivateKey(text);
  if (text !== null && houseKey === null)
    no('HOUSE_PRIVATE_KEY must be a private key of 64 hexadecimal digits.', 'HOUSE_PRIVATE_KEY');
  return { houseKey, houseKeyFile };
}

const parseStop = (text: string): Config['battlesAtStop'] | null =>
  text === 'hand-over' || text === 'wait' ? text : null;

function parseNetwork(text: string): NetworkId | null {
  return text === 'dev' || text === 'nile' || text === 'shasta' || text === 'mainnet' ? text : null;
}

/** Most backups of the TRON node: each attempt of a call has an equal part of its time. */
const MAX_BACKUP_NODES = 4;

/** Parses a list of different addresses; null when one of them is none. */
function parseBackupUrls(text: string): readonly string[] | null {
  const urls = text.split(',').map((part) => parseHttpUrl(part.trim()));
  const valid = urls.filter((url) => url !== null);
  return valid.length < urls.length || valid.length > MAX_BACKUP_NODES || new Set(valid).size < valid.length
    ? null
    : valid;
}

/** Parses an address and removes a slash at its end; null when it has credentials, a query or a fragment. */
function parseHttpUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    return null;
  return url.href.replace(/\/$/, '');
}
