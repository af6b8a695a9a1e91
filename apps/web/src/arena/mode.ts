import type { GameMode, Player } from '@popfray/protocol';

/** The arena's modes, in the order of their switch. */
export const ARENA_MODES = ['freePlay', 'solo', 'crossChain'] as const;

export type ArenaMode = (typeof ARENA_MODES)[number];

/** Modes that need a connected wallet. */
type WalletMode = Exclude<ArenaMode, 'freePlay'>;

/** Whether a mode needs a connected wallet. */
export const needsWallet = (mode: ArenaMode): mode is WalletMode => mode !== 'freePlay';

/** The mode of the arena by a profile's mode. */
const BY_GAME_MODE: Readonly<Record<GameMode, ArenaMode>> = {
  'free-play': 'freePlay',
  'trx-classic': 'solo',
  'cross-chain-battle': 'crossChain',
};

/** The mode that an address's query names: `mode=solo`. Null when it names none. */
export function parseMode(search: string): ArenaMode | null {
  const named = new URLSearchParams(search).get('mode');
  return ARENA_MODES.find((mode) => mode === named) ?? null;
}

/** The mode that the arena opens in for a player: the preferred one, once it was chosen or something was played; else null. */
export function preferredMode(player: Player | null): ArenaMode | null {
  if (player === null || (player.chosenGameMode === null && player.gamesPlayed === 0)) return null;
  return BY_GAME_MODE[player.preferredGameMode];
}
