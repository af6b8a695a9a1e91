import type { Session } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import { currentSessions } from '../sharing/index.ts';

/** The list of local games, as the socket sends it. */
export interface GameList {
  /** A `game_list` as text. Every page requests it every ten seconds, so it is serialized once. */
  text(): Promise<string>;
}

/** Creates the list. It is read at the first request. */
export function createGameList(context: Context): GameList {
  let sessions: readonly Session[] | null = null;
  let text = '';
  return {
    async text() {
      const now = await currentSessions(context);
      if (now !== sessions) {
        sessions = now;
        const games = now.filter(({ scope }) => scope === 'local');
        text = JSON.stringify({ type: 'game_list', games } satisfies GameSocketOut);
      }
      return text;
    },
  };
}
