import { type ConfigError, createReader, type Env, type PlaceConfig, readPlace } from '../../platform/config/index.ts';
import { DEV_HOST_KEY, parseOrigin, readKey } from '../../cross-chain/index.ts';

/** The configuration of a server that hosts free sessions for the other chain. */
export interface HostConfig extends PlaceConfig {
  /** Origin under which players of every chain reach this server; null: where it listens. */
  readonly publicUrl: string | null;
  /** Origin of the cross-chain server. */
  readonly crossChainUrl: string;
  /** The private key that this platform signs with, hex. */
  readonly key: string;
}

/** The port when `PORT` is not set. */
const DEFAULT_PORT = 8791;

/** Default URL of a product server on this machine, which includes a cross-chain server. */
const DEV_CROSS_CHAIN_URL = 'http://localhost:8787';

/** Reads the environment of a host. Returns the error of the first wrong variable. */
export function parseHostConfig(env: Env): HostConfig | ConfigError {
  const reader = createReader(env);
  const { errors, read, refuse } = reader;
  const place = readPlace(reader, env, DEFAULT_PORT);
  const { isProduction } = place;
  const wanted = `an ${isProduction ? 'https ' : ''}origin without a path, e.g. https://sol.example`;
  const parse = (text: string): string | null => parseOrigin(text, isProduction);
  const publicUrl = read('PUBLIC_URL', 'ERR_CONFIG_PUBLIC_URL', wanted, parse, null);
  const crossChainUrl = read('CROSS_CHAIN_URL', 'ERR_CONFIG_CROSS_CHAIN', wanted, parse, null);
  const key = readKey(reader, env);
  if (isProduction) {
    if (publicUrl === null)
      refuse('ERR_CONFIG_PUBLIC_URL', 'PUBLIC_URL', `PUBLIC_URL is not set: in production it is ${wanted}.`);
    if (crossChainUrl === null)
      refuse('ERR_CONFIG_CROSS_CHAIN', 'CROSS_CHAIN_URL', 'CROSS_CHAIN_URL is not set: production needs it.');
    if (key === null)
      refuse(
        'ERR_CONFIG_CROSS_CHAIN',
        'CROSS_CHAIN_KEY',
        'CROSS_CHAIN_KEY is not set: the dev key is known to everybody.',
      );
  }
  const dataDir = env['DATA_DIR'] || `${place.dataDir}-sol-host`;
  return (
    errors[0] ?? {
      ...place,
      dataDir,
      publicUrl,
      crossChainUrl: crossChainUrl ?? DEV_CROSS_CHAIN_URL,
      key: key ?? DEV_HOST_KEY,
    }
  );
}
