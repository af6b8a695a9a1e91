import { makeHex, parseHex } from '@popfray/protocol/battle';

/** What a page keeps of a battle's randomness over a reload: its own part, and what the server was bound to when it gave it. */
export interface KeptSeed {
  /** Hex. */
  readonly seed: string;
  readonly commitment: string;
}

/** Where it is kept: `sessionStorage`, say. */
export type SeedStorage = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (sessionId: string, userId: string): string => `popfray.battle.${sessionId}.${userId}`;

/** 32 bytes of the player's own randomness, hex. */
export const createClientSeed = (): string => makeHex(crypto.getRandomValues(new Uint8Array(32)));

/** What was kept for a seat; null for nothing, or for what is not ours. */
export function readKeptSeed(storage: SeedStorage | undefined, sessionId: string, userId: string): KeptSeed | null {
  try {
    const [seed = '', commitment = ''] = storage?.getItem(keyOf(sessionId, userId))?.split(' ') ?? [];
    return parseHex(seed) !== null && parseHex(commitment) !== null ? { seed, commitment } : null;
  } catch {
    return null;
  }
}

/** Keeps it. Where storage refuses, a reload only loses the check of the player's own seed. */
export function keepSeed(storage: SeedStorage | undefined, sessionId: string, userId: string, kept: KeptSeed): void {
  try {
    storage?.setItem(keyOf(sessionId, userId), `${kept.seed} ${kept.commitment}`);
  } catch {
    // See above.
  }
}
