import { readFileSync, statSync } from 'node:fs';
import type { ChainNode } from '@popfray/chain';
import type { Settings } from '../platform/config/index.ts';
import type { House } from '../platform/context/index.ts';

/**
 * Private key of the house on the dev chain, hex. It is public: SHA-256 of `the house of the popfray dev chain: play money`. On other networks the
 * server refuses it.
 */
export const DEV_HOUSE_KEY = '1e3ee2d7352fac3e00e8266d973a80a5b3540dafef3bbca9f04a44582e6ebe7b';

/** Where the private key of the house is: in exactly one of the two places. */
export interface HouseConfig {
  readonly network: Settings['network']['id'];
  /** Private key of the house, hex; null when it is in a file. */
  readonly houseKey: string | null;
  readonly houseKeyFile: string | null;
}

/** Why the house's key cannot be used. */
export interface HouseKeyError {
  readonly code: 'ERR_HOUSE_KEY' | 'ERR_HOUSE_KEY_FILE' | 'ERR_HOUSE_KEY_PUBLIC';
  /** Describes for a person what is wrong and what to do. Never contains the key. */
  readonly message: string;
}

/** Longest key file, bytes: 64 digits, `0x`, and some white space. */
const MAX_BYTES = 200;

/** Permission bits of the group and of other users. */
const OTHERS = 0o077;

/** Parses a private key to lower case without `0x`; null for other text. The chain checks that it is in the curve's range. */
export function parsePrivateKey(text: string): string | null {
  const [, digits] = /^\s*(?:0x)?([0-9a-f]{64})\s*$/i.exec(text) ?? [];
  return digits?.toLowerCase() ?? null;
}

/** Loads the configured key of the house and derives its address. */
export function openHouse({ houseKey, houseKeyFile, network }: HouseConfig, chain: ChainNode): House | HouseKeyError {
  const privateKey = houseKeyFile === null ? houseKey : readKeyFile(houseKeyFile);
  if (privateKey !== null && typeof privateKey !== 'string') return privateKey;
  if (privateKey === DEV_HOUSE_KEY && network !== 'dev') {
    const message = 'The key given for the house is that of the dev chain, which everybody knows. Make a new one.';
    return { code: 'ERR_HOUSE_KEY_PUBLIC', message };
  }
  const address = privateKey === null ? null : chain.addressOf(privateKey);
  if (privateKey !== null && address !== null) return { privateKey, address };
  return { code: 'ERR_HOUSE_KEY', message: 'The key given for the house is no private key. Make a new one.' };
}

/** Reads the house's key from a file that only its owner can read. */
function readKeyFile(path: string): string | HouseKeyError {
  const refuse = (what: string): HouseKeyError => ({
    code: 'ERR_HOUSE_KEY_FILE',
    message: `HOUSE_KEY_FILE: ${path} ${what}.`,
  });
  try {
    const { mode, size } = statSync(path);
    // Windows has no such permissions; there every file looks readable by all.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
      return refuse('can be read by others than its owner: chmod 600 it');
    if (size > MAX_BYTES) return refuse('is too long to be a private key of 64 hexadecimal digits');
    return parsePrivateKey(readFileSync(path, 'utf8')) ?? refuse('holds no private key of 64 hexadecimal digits');
  } catch (error) {
    return refuse(`cannot be read: ${codeOf(error)}`);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
