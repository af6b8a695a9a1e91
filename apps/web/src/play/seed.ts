import { isSeed } from '@popfray/engine';

/** A seed that cannot be played. */
export type SeedError = 'empty' | 'long';

/** The seed a person typed, trimmed, or what is wrong with it. */
export function parseSeed(text: string): { readonly seed: string } | { readonly error: SeedError } {
  const seed = text.trim().normalize('NFC');
  if (seed === '') return { error: 'empty' };
  if (!isSeed(seed)) return { error: 'long' };
  return { seed };
}

/** The seed of an address's query, or null if it names none that can be played. */
export function readSeed(search: string): string | null {
  const parsed = parseSeed(new URLSearchParams(search).get('seed') ?? '');
  return 'seed' in parsed ? parsed.seed : null;
}

/** The address that plays a seed on a screen. */
export const makeSeedPath = (path: string, seed: string): string =>
  `${path}?${new URLSearchParams({ seed }).toString()}`;
