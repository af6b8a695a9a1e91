import { fileURLToPath } from 'node:url';

/** What the server is told by its environment. */
export interface Config {
  /** TCP port, 0 to 65,535; 0 takes any free one. */
  readonly port: number;
  /** Name or address to listen on. A name listens on every address it stands for. */
  readonly host: string;
  /** Folder of the built web app. */
  readonly webRoot: string;
}

/** A variable that cannot be used as it is set. */
export interface ConfigError {
  readonly code: 'ERR_CONFIG_PORT' | 'ERR_CONFIG_HOST';
  /** The environment variable to change. */
  readonly variable: string;
  /** What is wrong and what would be right, for a person. */
  readonly message: string;
}

/** The port when `PORT` is not set. */
const DEFAULT_PORT = 8787;

/** Loopback only: whoever wants the network to reach the server says so with `HOST`. */
const DEFAULT_HOST = 'localhost';

const DEFAULT_WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

const MAX_PORT = 65_535;

/** Reads the environment. An unset or empty variable takes its default; the first one that is wrong is the error. */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config | ConfigError {
  const portText = env['PORT'] || String(DEFAULT_PORT);
  if (!/^\d{1,5}$/.test(portText) || Number(portText) > MAX_PORT) {
    const message = `PORT is ${JSON.stringify(portText)}; it must be a whole number from 0 to ${MAX_PORT}.`;
    return { code: 'ERR_CONFIG_PORT', variable: 'PORT', message };
  }
  const host = env['HOST'] || DEFAULT_HOST;
  if (!/^[A-Za-z0-9.:_-]+$/.test(host)) {
    const message = `HOST is ${JSON.stringify(host)}; it must be a host name or an IP address.`;
    return { code: 'ERR_CONFIG_HOST', variable: 'HOST', message };
  }
  return { port: Number(portText), host, webRoot: env['WEB_ROOT'] || DEFAULT_WEB_ROOT };
}
