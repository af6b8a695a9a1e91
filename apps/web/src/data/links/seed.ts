import { isSeed } from '@popfray/engine';

/** Why a seed is invalid. */
export type SeedError = 'empty' | 'long';

/** Parses a typed seed: the trimmed seed, or the error. */
export function parseSeed(text: string): { readonly seed: string } | { readonly error: SeedError } {
  const seed = text.trim().normalize('NFC');
  if (seed === '') return { error: 'empty' };
  if (!isSeed(seed)) return { error: 'long' };
  return { seed };
}

/** The seed in an address's query; null for none or an invalid one. */
export function readSeed(search: string): string | null {
  const parsed = parseSeed(new URLSearchParams(search).get('seed') ?? '');
  return 'seed' in parsed ? parsed.seed : null;
}

/** Path of a screen with a seed. */
export const makeSeedPath = (path: string, seed: string): string =>
  `${path}?${new URLSearchParams({ seed }).toString()}`;
