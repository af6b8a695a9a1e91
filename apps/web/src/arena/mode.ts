/** The arena's modes, in the order of their switch. */
export const ARENA_MODES = ['freePlay', 'solo', 'crossChain'] as const;

export type ArenaMode = (typeof ARENA_MODES)[number];

/** Whether a mode can earn or cost TRX, and so needs a connected wallet. */
export const needsWallet = (mode: ArenaMode): boolean => mode !== 'freePlay';
