import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Configuration that every program of Popfray reads. */
export interface PlaceConfig {
  /** TCP port, 0 to 65,535; 0 takes any free one. */
  readonly port: number;
  /** Name or address to listen on. A name listens on every address it stands for. */
  readonly host: string;
  /** Folder of the databases, their lock and their backups. Created if it does not exist. */
  readonly dataDir: string;
  /** Whether NODE_ENV is `production`, so that the server is for real players. */
  readonly isProduction: boolean;
  /** Origins of other chains' front ends, which open sockets and call the cross-chain server. */
  readonly partnerOrigins: readonly string[];
  /** Whether a trusted proxy sets X-Forwarded-For and X-Forwarded-Proto. */
  readonly isBehindProxy: boolean;
}

/** A variable whose value cannot be used. */
export interface ConfigError {
  readonly code:
    | 'ERR_CONFIG_PORT'
    | 'ERR_CONFIG_HOST'
    | 'ERR_CONFIG_DATABASE'
    | 'ERR_CONFIG_REDIS'
    | 'ERR_CONFIG_NODE_PUBLIC_URL'
    | 'ERR_CONFIG_NETWORK'
    | 'ERR_CONFIG_DEV_IN_PRODUCTION'
    | 'ERR_CONFIG_NODE_URL'
    | 'ERR_CONFIG_API_KEY'
    | 'ERR_CONFIG_DEV_CHAIN'
    | 'ERR_CONFIG_HOUSE_KEY'
    | 'ERR_CONFIG_ADMIN'
    | 'ERR_CONFIG_PUBLIC_URL'
    | 'ERR_CONFIG_PARTNERS'
    | 'ERR_CONFIG_CROSS_CHAIN'
    | 'ERR_CONFIG_TRUST_PROXY'
    | 'ERR_CONFIG_LIMIT'
    | 'ERR_CONFIG_STOP'
    | 'ERR_CONFIG_PAID_PLAY'
    | 'ERR_CONFIG_PRIZE'
    | 'ERR_CONFIG_MEMO'
    | 'ERR_CONFIG_COUNTRIES'
    | 'ERR_CONFIG_SUPPORT'
    | 'ERR_CONFIG_TRANSLATE';
  /** The environment variable to change. */
  readonly variable: string;
  /** Describes for a person what is wrong and which values are right. Never contains a key. */
  readonly message: string;
}

/** The environment's variables by name. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Records that the value of a variable cannot be used. */
export type Refuse = (code: ConfigError['code'], variable: string, message: string) => void;

/** Loopback only. An operator who wants other machines to reach the server sets `HOST`. */
const DEFAULT_HOST = 'localhost';

const MAX_PORT = 65_535;

/** Describes for a person which values a port can have. */
export const A_PORT = `a whole number from 0 to ${MAX_PORT}`;

/** Data folder when `DATA_DIR` is not set. It is in the repository, where git ignores it. */
const DATA_DIR = fileURLToPath(new URL('../../../../../data', import.meta.url));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Reads variables one by one and collects their errors. */
export interface Reader {
  readonly errors: readonly ConfigError[];
  readonly refuse: Refuse;
  /** The parsed value of a variable, or the fallback when it is unset. `wanted` describes for a person which values are right. */
  read<Value, Default>(
    variable: string,
    code: ConfigError['code'],
    wanted: string,
    parse: (text: string) => Value | null,
    fallback: Default,
  ): Value | Default;
}

/** Creates a reader of an environment. */
export function createReader(env: Env): Reader {
  const errors: ConfigError[] = [];
  const refuse: Refuse = (code, variable, message) => void errors.push({ code, variable, message });
  return {
    errors,
    refuse,
    read(variable, code, wanted, parse, fallback) {
      const text = env[variable] || undefined;
      if (text === undefined) return fallback;
      const value = parse(text);
      if (value !== null) return value;
      // An address may have a password in it.
      const isSecret = code === 'ERR_CONFIG_DATABASE' || code === 'ERR_CONFIG_REDIS';
      const shown = text.includes('@') || isSecret ? 'not right' : JSON.stringify(text);
      refuse(code, variable, `${variable} is ${shown}; it must be ${wanted}.`);
      return fallback;
    },
  };
}

/** Reads the variables that all programs have. */
export function readPlace({ read }: Reader, env: Env, defaultPort: number): PlaceConfig {
  const isProduction = env['NODE_ENV'] === 'production';
  return {
    port: read('PORT', 'ERR_CONFIG_PORT', A_PORT, parsePort, defaultPort),
    host: read('HOST', 'ERR_CONFIG_HOST', 'a host name or an IP address', parseHost, DEFAULT_HOST),
    dataDir: readDataDir(env),
    isProduction,
    partnerOrigins: readOrigins({ read }, 'PARTNER_ORIGINS', 'ERR_CONFIG_PARTNERS', isProduction),
    isBehindProxy: read('TRUST_PROXY', 'ERR_CONFIG_TRUST_PROXY', '1 or 0', parseSwitch, false),
  };
}

/** Reads a list of origins; it is empty when the variable is unset. */
export function readOrigins(
  { read }: Pick<Reader, 'read'>,
  variable: string,
  code: ConfigError['code'],
  isProduction: boolean,
): readonly string[] {
  const wanted = `${isProduction ? 'https ' : ''}origins without a path, separated by commas, e.g. https://play.example`;
  return read(variable, code, wanted, (text) => parseOrigins(text, isProduction), []);
}

/** Reads the folder of the databases. A backup needs no other variable. */
export const readDataDir = (env: Env): string => env['DATA_DIR'] || DATA_DIR;

/** Name of the database in DATA_DIR, where `DATABASE_URL` is not set. */
export const DATABASE_FILE = 'popfray.db';

/** Describes for a person which values the URL of a database can have. */
export const A_DATABASE =
  'postgres://USER:PASSWORD@HOST:PORT/NAME or sqlite:PATH, with special characters of the password as %xx';

/** Reads where the database is: the path of an SQLite file, or a `postgres://` URL, which may contain a password. An error never repeats it. */
export function readDatabaseLocation({ read }: Pick<Reader, 'read'>, env: Env): string {
  const fallback = join(readDataDir(env), DATABASE_FILE);
  return read('DATABASE_URL', 'ERR_CONFIG_DATABASE', A_DATABASE, parseDatabaseUrl, fallback);
}

/** Reads where the database is for a program that needs no other variable. Returns the error of a wrong DATABASE_URL. */
export function parseDatabaseLocation(env: Env): { readonly location: string } | ConfigError {
  const reader = createReader(env);
  const location = readDatabaseLocation(reader, env);
  return reader.errors[0] ?? { location };
}

/**
 * Parses the URL of a database into what `openDatabase` takes: the absolute path of an SQLite file, or the URL itself; null for anything else. A
 * PostgreSQL URL is accepted only as the driver and `URL` both read it, so that no part of a password is taken for a name, which is printed.
 */
export function parseDatabaseUrl(text: string): string | null {
  const path = /^sqlite:(?:\/\/(?=\/))?([^?#\0]+)$/.exec(text)?.[1];
  if (path !== undefined) return resolve(path);
  // URL ignores white space that the driver does not.
  if (!/^postgres(?:ql)?:\/\//.test(text) || /[\s\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(text);
  return url !== null && url.hash === '' && /^\/[^/@:]+$/.test(url.pathname) ? text : null;
}

/** Describes for a person which values the URL of a Redis can have. */
const A_REDIS = 'redis://HOST:PORT, redis://USER:PASSWORD@HOST:PORT/NUMBER or the same with rediss:// for TLS';

/** Reads where Redis is, which makes this process a node of a cluster; null for a server that is alone. `isPostgres`: what DATABASE_URL names. */
export function readRedisUrl({ read, refuse }: Reader, isPostgres: boolean): string | null {
  const url = read('REDIS_URL', 'ERR_CONFIG_REDIS', A_REDIS, parseRedisUrl, null);
  if (url !== null && !isPostgres) {
    const message =
      'REDIS_URL is set and DATABASE_URL names no PostgreSQL database, which the nodes of a cluster share: set DATABASE_URL, or unset REDIS_URL.';
    refuse('ERR_CONFIG_REDIS', 'REDIS_URL', message);
  }
  return url;
}

/** Reads the origin at which clients reach this node alone; null when they reach it through the load balancer only. */
export function readNodePublicUrl({ read }: Pick<Reader, 'read'>, isProduction: boolean): string | null {
  const wanted = `one ${isProduction ? 'https ' : ''}origin without a path, e.g. https://node-1.play.example`;
  const parse = (text: string): string | null => {
    const [origin, ...more] = parseOrigins(text, isProduction) ?? [];
    return more.length === 0 ? (origin ?? null) : null;
  };
  return read('NODE_PUBLIC_URL', 'ERR_CONFIG_NODE_PUBLIC_URL', wanted, parse, null);
}

/** Parses the URL of a Redis; null for anything else. A path is the number of a database, which separates installations that share a Redis. */
function parseRedisUrl(text: string): string | null {
  if (!/^rediss?:\/\//.test(text) || /[\s\p{Cc}]/u.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.hostname === '' || url.search + url.hash !== '') return null;
  const isDecodable = [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  return isDecodable && /^(?:\/|\/\d{1,5})?$/.test(url.pathname) ? text : null;
}

/** Parses a switch; null for any other text than 1, 0, true and false. */
export const parseSwitch = (text: string): boolean | null => ANSWERS.get(text) ?? null;

/** A TCP port; null for what is none. */
export const parsePort = (text: string): number | null => parseWhole(text, MAX_PORT);

/** A whole number of at most five digits and no more than `max`; null for anything else. */
export function parseWhole(text: string, max: number): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= max ? Number(text) : null;
}

const parseHost = (text: string): string | null => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : null);

/** Origins, separated by commas; in production https alone, but for loopback. Null for anything else. */
export function parseOrigins(text: string, isProduction: boolean): readonly string[] | null {
  const urls = text.split(',').map((part) => URL.parse(part.trim()));
  const origins = urls.flatMap((url) => {
    const isSafe =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && (!isProduction || LOOPBACK.has(url.hostname)));
    return url !== null && isSafe && url.href === `${url.origin}/` ? [url.origin] : [];
  });
  return origins.length === urls.length ? origins : null;
}
