import { z } from 'zod';
import { blockchain, type Blockchain } from './chain-name.ts';

/** How far a platform's clock may be from the cross-chain server's, ms. */
export const PLATFORM_SKEW_MS = 60_000;

/** A call that a platform signs: everything that follows from it. */
export interface PlatformCall {
  readonly platform: Blockchain;
  readonly method: string;
  /** With its query, as it was asked for. */
  readonly path: string;
  /** SHA-256 of the body's bytes, hex; of none for no body. */
  readonly bodyHash: string;
  /** Epoch ms. */
  readonly timestamp: number;
  /** 16 bytes of the platform's, hex: a signature counts once. */
  readonly nonce: string;
}

/** The text that a platform signs with its ed25519 key for a call. */
export const makePlatformText = ({ platform, method, path, bodyHash, timestamp, nonce }: PlatformCall): string =>
  ['Popfray platform call', platform, method, path, bodyHash, String(timestamp), nonce].join('\n');

/** What an Authorization header of a platform says. */
export interface PlatformClaim extends Pick<PlatformCall, 'platform' | 'timestamp' | 'nonce'> {
  /** base64url. */
  readonly signature: string;
}

const claim = z.tuple([
  z.literal('Popfray-Platform'),
  blockchain,
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
  z.string().regex(/^[0-9a-f]{32}$/),
  z.string().regex(/^[A-Za-z0-9_-]{86}$/),
]);

/** The header that goes with a signed call. */
export const makePlatformHeader = ({ platform, timestamp, nonce, signature }: PlatformClaim): string =>
  `Popfray-Platform ${platform} ${timestamp} ${nonce} ${signature}`;

/** Reads such a header; null for anything else. */
export function parsePlatformHeader(text: string): PlatformClaim | null {
  const { data } = claim.safeParse(text.split(' '));
  if (data === undefined) return null;
  const [, platform, timestamp, nonce, signature] = data;
  return { platform, timestamp, nonce, signature };
}
