import { fileURLToPath } from 'node:url';
import { parseTrx, SUN_PER_TRX, type Platform } from '@popfray/protocol';
import { DEV_HOUSE_KEY, parsePrivateKey } from './house.ts';

/** Name of a TRON network; `dev` is the dev chain, of play money. */
export type NetworkId = Platform['network']['id'];

/** What the server is told by its environment: docs/operations.md. */
export interface Config {
  /** TCP port, 0 to 65,535; 0 takes any free one. */
  readonly port: number;
  /** Name or address to listen on. A name listens on every address it stands for. */
  readonly host: string;
  /** Folder of the built web app. */
  readonly webRoot: string;
  /** Folder of the databases, their lock and their backups. Made when it is not there. */
  readonly dataDir: string;
  readonly network: NetworkId;
  /** Whether real players are to be served: NODE_ENV is `production`. */
  readonly isProduction: boolean;
  /** The TRON node; null for the network's public one, or the dev chain that comes with the server. */
  readonly nodeUrl: string | null;
  /** Key of the node's operator, e.g. TronGrid's; null for none. */
  readonly nodeApiKey: string | null;
  readonly devChain: DevChainConfig;
  /** Private key of the house, hex; null when it is in a file. */
  readonly houseKey: string | null;
  readonly houseKeyFile: string | null;
  /** Origins that the game is served from; empty: whatever loopback address it is asked by. */
  readonly origins: readonly string[];
  /** Origins of other chains' front ends, which open sockets and call the cross-chain server. */
  readonly partnerOrigins: readonly string[];
  /** Whether X-Forwarded-For and -Proto come from a proxy of ours. */
  readonly isBehindProxy: boolean;
  /** Most that a wallet earns by Solo TRX in a day (UTC), sun. */
  readonly dailyCapSun: number;
  /** Most that the house pays for Solo TRX in a day (UTC), sun. */
  readonly rewardBudgetSun: number;
}

/** The dev chain that comes with the server. */
interface DevChainConfig {
  /** Its port on loopback; null: the one after the server's where that is free, so that a page survives a restart. */
  readonly port: number | null;
  /** From block to block, ms; 0 makes blocks only when asked to. */
  readonly blockMs: number;
}

/** A variable that cannot be used as it is set. */
export interface ConfigError {
  readonly code:
    | 'ERR_CONFIG_PORT'
    | 'ERR_CONFIG_HOST'
    | 'ERR_CONFIG_NETWORK'
    | 'ERR_CONFIG_DEV_IN_PRODUCTION'
    | 'ERR_CONFIG_NODE_URL'
    | 'ERR_CONFIG_API_KEY'
    | 'ERR_CONFIG_DEV_CHAIN'
    | 'ERR_CONFIG_HOUSE_KEY'
    | 'ERR_CONFIG_PUBLIC_URL'
    | 'ERR_CONFIG_PARTNERS'
    | 'ERR_CONFIG_TRUST_PROXY'
    | 'ERR_CONFIG_LIMIT';
  /** The environment variable to change. */
  readonly variable: string;
  /** What is wrong and what would be right, for a person. Never repeats a key. */
  readonly message: string;
}

/** The environment's variables by name. */
type Env = Readonly<Record<string, string | undefined>>;

/** The port when `PORT` is not set. */
const DEFAULT_PORT = 8787;

/** Loopback only: whoever wants the network to reach the server says so with `HOST`. */
const DEFAULT_HOST = 'localhost';

const MAX_PORT = 65_535;

/** Default and longest time from block to block on the dev chain, ms. TRON makes one each 3 s. */
const BLOCK_MS = 3_000;
const MAX_BLOCK_MS = 60_000;

/** Most that a wallet earns in a day when `DAILY_CAP_TRX` is not set, sun. */
const DAILY_CAP_SUN = 100 * SUN_PER_TRX;

/** Most that the house pays in a day when `REWARD_BUDGET_TRX` is not set, sun. */
const REWARD_BUDGET_SUN = 1_000 * SUN_PER_TRX;
const DEV_REWARD_BUDGET_SUN = 10_000 * SUN_PER_TRX;

/** Where the data is when `DATA_DIR` is not set: in the repository, which ignores it. */
const DATA_DIR = fileURLToPath(new URL('../../../data', import.meta.url));
const webRootOf = (network: NetworkId): string =>
  fileURLToPath(new URL(network === 'dev' ? '../../web/dist-dev-chain' : '../../web/dist', import.meta.url));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Folder of the databases: the one part of the environment that a copy of them needs. */
export const readDataDir = (env: Env): string => env['DATA_DIR'] || DATA_DIR;

/** Reads the environment. An unset or empty variable takes its default; the first one that is wrong is the error. */
export function parseConfig(env: Env): Config | ConfigError {
  const errors: ConfigError[] = [];
  const refuse = (code: ConfigError['code'], variable: string, message: string): void =>
    void errors.push({ code, variable, message });
  const read = <Value, Default>(
    variable: string,
    code: ConfigError['code'],
    wanted: string,
    parse: (text: string) => Value | null,
    fallback: Default,
  ): Value | Default => {
    const text = env[variable] || undefined;
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== null) return value;
    // An address may have a password in it.
    const shown = text.includes('@') ? 'not right' : JSON.stringify(text);
    refuse(code, variable, `${variable} is ${shown}; it must be ${wanted}.`);
    return fallback;
  };
  const isProduction = env['NODE_ENV'] === 'production';
  const aPort = `a whole number from 0 to ${MAX_PORT}`;

  const port = read('PORT', 'ERR_CONFIG_PORT', aPort, parsePort, DEFAULT_PORT);
  const host = read('HOST', 'ERR_CONFIG_HOST', 'a host name or an IP address', parseHost, DEFAULT_HOST);
  const network = read('TRON_NETWORK', 'ERR_CONFIG_NETWORK', 'dev, nile, shasta or mainnet', parseNetwork, 'dev');
  const isDev = network === 'dev';
  if (isDev && isProduction) {
    const message =
      'NODE_ENV is production, and the dev chain is play money: set TRON_NETWORK to nile, shasta or mainnet.';
    refuse('ERR_CONFIG_DEV_IN_PRODUCTION', 'TRON_NETWORK', message);
  }
  const nodeUrl = read('TRON_NODE_URL', 'ERR_CONFIG_NODE_URL', 'an http or https address', parseHttpUrl, null);
  const nodeApiKey = readApiKey(env, refuse);
  const devPort = read('DEV_CHAIN_PORT', 'ERR_CONFIG_DEV_CHAIN', aPort, parsePort, null);
  const blockMs = read(
    'DEV_CHAIN_BLOCK_MS',
    'ERR_CONFIG_DEV_CHAIN',
    `a whole number of ms from 0 to ${MAX_BLOCK_MS}`,
    (text) => parseWhole(text, MAX_BLOCK_MS),
    BLOCK_MS,
  );
  const houseKey = readHouseKey(env, isDev, refuse);
  const wantedOrigins = `${isProduction ? 'https ' : ''}origins without a path, separated by commas, e.g. https://play.example`;
  const parse = (text: string): readonly string[] | null => parseOrigins(text, isProduction);
  const origins = read('PUBLIC_URL', 'ERR_CONFIG_PUBLIC_URL', wantedOrigins, parse, []);
  const partnerOrigins = read('PARTNER_ORIGINS', 'ERR_CONFIG_PARTNERS', wantedOrigins, parse, []);
  if (isProduction && !env['PUBLIC_URL']) {
    const message =
      'PUBLIC_URL is not set: in production it names the origin that players open, e.g. https://play.example.';
    refuse('ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL', message);
  }
  const isBehindProxy = read(
    'TRUST_PROXY',
    'ERR_CONFIG_TRUST_PROXY',
    '1 or 0',
    (text) => ANSWERS.get(text) ?? null,
    false,
  );
  const aLimit = 'an amount in TRX, e.g. 100 or 12.5';
  const budget = isDev ? DEV_REWARD_BUDGET_SUN : REWARD_BUDGET_SUN;
  const config: Config = {
    port,
    host,
    webRoot: env['WEB_ROOT'] || webRootOf(network),
    dataDir: readDataDir(env),
    network,
    isProduction,
    nodeUrl,
    nodeApiKey,
    devChain: { port: devPort, blockMs },
    ...houseKey,
    origins,
    partnerOrigins,
    isBehindProxy,
    dailyCapSun: read('DAILY_CAP_TRX', 'ERR_CONFIG_LIMIT', aLimit, parseTrx, DAILY_CAP_SUN),
    rewardBudgetSun: read('REWARD_BUDGET_TRX', 'ERR_CONFIG_LIMIT', aLimit, parseTrx, budget),
  };
  return errors[0] ?? config;
}

type Refuse = (code: ConfigError['code'], variable: string, message: string) => void;

/** A key is not repeated in words that may end in a log. */
function readApiKey(env: Env, refuse: Refuse): string | null {
  const key = env['TRON_API_KEY'] || null;
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  refuse('ERR_CONFIG_API_KEY', 'TRON_API_KEY', 'TRON_API_KEY must be 1 to 200 printable characters without a space.');
  return null;
}

/** Where the house's key is: exactly one place; on the dev chain it need not be said. */
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

const parsePort = (text: string): number | null => parseWhole(text, MAX_PORT);

function parseWhole(text: string, max: number): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= max ? Number(text) : null;
}

const parseHost = (text: string): string | null => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : null);

function parseNetwork(text: string): NetworkId | null {
  return text === 'dev' || text === 'nile' || text === 'shasta' || text === 'mainnet' ? text : null;
}

/** An address without its last slash; null for one that carries a name and password, a query or a fragment. */
function parseHttpUrl(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    return null;
  return url.href.replace(/\/$/, '');
}

/** Origins; in production https alone, but for loopback. */
function parseOrigins(text: string, isProduction: boolean): readonly string[] | null {
  const urls = text.split(',').map((part) => URL.parse(part.trim()));
  const origins = urls.flatMap((url) => {
    const isSafe =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && (!isProduction || LOOPBACK.has(url.hostname)));
    return url !== null && isSafe && url.href === `${url.origin}/` ? [url.origin] : [];
  });
  return origins.length === urls.length ? origins : null;
}
