import { BLOCKCHAINS, type Blockchain } from '@popfray/protocol';
import { DEV_HOUSE_KEY, parsePrivateKey } from '../chain/index.ts';
import {
  type ConfigError,
  createReader,
  type Env,
  parseOrigins,
  type PlaceConfig,
  type Reader,
  readPlace,
} from '../platform/config/index.ts';
import { createSigner, derivePlatformSeed } from './platform-key.ts';

/** A platform that may list sessions. */
export interface KnownPlatform {
  readonly platform: Blockchain;
  /** 32 bytes of ed25519, hex. */
  readonly publicKey: string;
}

/** How a product server reaches the cross-chain server. */
export interface CrossChainConfig {
  /** Origin of a separate cross-chain server; null: it runs in the product server. */
  readonly url: string | null;
  /** The private key that this platform signs with, hex; null: it follows from the house's. */
  readonly key: string | null;
  /** Platforms besides this one that the server in this process knows. */
  readonly platforms: readonly KnownPlatform[];
}

/** The configuration of a separate cross-chain server. */
export interface CrossChainHostConfig extends PlaceConfig {
  readonly platforms: readonly KnownPlatform[];
}

/** The port of a separate cross-chain server when `PORT` is not set. */
const DEFAULT_PORT = 8789;

const WANTED_PLATFORMS = 'platforms with their public keys of 64 hexadecimal digits, e.g. tron:<key>,sol:<key>';

/** Reads how a product server reaches the cross-chain server. */
export function readCrossChain(reader: Reader, env: Env, isProduction: boolean): CrossChainConfig {
  const { read } = reader;
  const code = 'ERR_CONFIG_CROSS_CHAIN';
  const wantedUrl = `an ${isProduction ? 'https ' : ''}origin without a path, e.g. https://cross.example`;
  return {
    url: read('CROSS_CHAIN_URL', code, wantedUrl, (text) => parseOrigin(text, isProduction), null),
    key: readKey(reader, env),
    platforms: read('CROSS_CHAIN_PLATFORMS', code, WANTED_PLATFORMS, parsePlatforms, []),
  };
}

/** Not by `read`, which repeats what it cannot use: a key is not repeated in words that may end in a log. */
export function readKey({ refuse }: Reader, env: Env): string | null {
  const text = env['CROSS_CHAIN_KEY'] || null;
  const key = text === null ? null : parsePrivateKey(text);
  if (text !== null && key === null)
    refuse(
      'ERR_CONFIG_CROSS_CHAIN',
      'CROSS_CHAIN_KEY',
      'CROSS_CHAIN_KEY must be a private key of 64 hexadecimal digits.',
    );
  return key;
}

/** Reads the environment of a separate cross-chain server. Returns the first variable that is wrong as the error. */
export function parseCrossChainConfig(env: Env): CrossChainHostConfig | ConfigError {
  const reader = createReader(env);
  const { errors, read, refuse } = reader;
  const place = readPlace(reader, env, DEFAULT_PORT);
  const code = 'ERR_CONFIG_CROSS_CHAIN';
  // The keys of the dev network are known to everybody.
  const known = place.isProduction ? [] : devPlatforms();
  const platforms = read('CROSS_CHAIN_PLATFORMS', code, WANTED_PLATFORMS, parsePlatforms, known);
  if (platforms.length === 0)
    refuse(
      code,
      'CROSS_CHAIN_PLATFORMS',
      `CROSS_CHAIN_PLATFORMS is not set: in production it names ${WANTED_PLATFORMS}.`,
    );
  return errors[0] ?? { ...place, platforms };
}

/** The key of the other chain's platform on the dev network, hex: known to everybody, like the dev chain's house. */
export const DEV_HOST_KEY = derivePlatformSeed(`${'0'.repeat(63)}2`);

/** The platforms that every cross-chain server on the dev network knows. */
export function devPlatforms(): readonly KnownPlatform[] {
  const signers = [createSigner('tron', derivePlatformSeed(DEV_HOUSE_KEY)), createSigner('sol', DEV_HOST_KEY)];
  return signers.map(({ platform, publicKey }) => ({ platform, publicKey }));
}

export function parseOrigin(text: string, isProduction: boolean): string | null {
  const origins = parseOrigins(text, isProduction);
  return origins?.length === 1 ? (origins[0] ?? null) : null;
}

function parsePlatforms(text: string): readonly KnownPlatform[] | null {
  const parts = text.split(',').map((part) => /^\s*([a-z]+):([0-9a-f]{64})\s*$/i.exec(part));
  const platforms = parts.flatMap((part): KnownPlatform[] => {
    const platform = BLOCKCHAINS.find((chain) => chain === part?.[1]);
    return platform === undefined ? [] : [{ platform, publicKey: (part?.[2] ?? '').toLowerCase() }];
  });
  const isEachOnce = new Set(platforms.map(({ platform }) => platform)).size === parts.length;
  return isEachOnce && platforms.length === parts.length ? platforms : null;
}
