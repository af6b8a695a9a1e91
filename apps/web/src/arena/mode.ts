/** The arena's modes, in the order of their switch. */
export const ARENA_MODES = ['freePlay', 'solo', 'crossChain'] as const;

export type ArenaMode = (typeof ARENA_MODES)[number];

/** Modes that can earn or cost TRX. */
type WalletMode = Exclude<ArenaMode, 'freePlay'>;

/** Whether a mode can earn or cost TRX, and so needs a connected wallet. */
export const needsWallet = (mode: ArenaMode): mode is WalletMode => mode !== 'freePlay';

/** The mode that an address's query names: `mode=solo`. Practice for everything else. */
export const parseMode = (search: string): ArenaMode =>
  new URLSearchParams(search).get('mode') === 'solo' ? 'solo' : 'freePlay';
