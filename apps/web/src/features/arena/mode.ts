import type { GameMode, Player } from '@popfray/protocol';

/** The arena's modes, in the order of the switch. */
export const ARENA_MODES = ['freePlay', 'solo', 'crossChain'] as const;

export type ArenaMode = (typeof ARENA_MODES)[number];

/** Modes that need a connected wallet. */
type WalletMode = Exclude<ArenaMode, 'freePlay'>;

/** Whether a mode needs a connected wallet. */
export const needsWallet = (mode: ArenaMode): mode is WalletMode => mode !== 'freePlay';

/** The arena mode for a profile's game mode. */
const BY_GAME_MODE: Readonly<Record<GameMode, ArenaMode>> = {
  'free-play': 'freePlay',
  'trx-classic': 'solo',
  'cross-chain-battle': 'crossChain',
};

/** The mode in an address's query: `mode=solo`. Null for none. */
export function parseMode(search: string): ArenaMode | null {
  const named = new URLSearchParams(search).get('mode');
  return ARENA_MODES.find((mode) => mode === named) ?? null;
}

/** The player's preferred mode, if one was chosen or played; else null. */
export function preferredMode(player: Player | null): ArenaMode | null {
  if (player === null || (player.chosenGameMode === null && player.gamesPlayed === 0)) return null;
  return BY_GAME_MODE[player.preferredGameMode];
}
