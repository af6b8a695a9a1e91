import { MAX_LISTED_BATTLES, type LiveBattleSummary } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { SeatRow } from '../platform/database/index.ts';

/** How long the list is shown before it is read again, ms. */
const FRESH_MS = 2_000;

/** Creates a function that lists the battles that are played now, the newest first, and reads them at most every two seconds. */
export function createLiveBattleList({ db, now }: Pick<Context, 'db' | 'now'>): () => Promise<LiveBattleSummary[]> {
  let readAt = Number.NEGATIVE_INFINITY;
  let list: Promise<LiveBattleSummary[]> = Promise.resolve([]);

  async function read(): Promise<LiveBattleSummary[]> {
    const sessions = await db
      .selectFrom('sessions')
      .select(['id', 'name', 'game_mode', 'fee_sun', 'starts_at'])
      .where('status', '=', 'playing')
      .where('ended_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('solo_rounds').select('session_id').whereRef('session_id', '=', 'sessions.id'))),
      )
      .orderBy('starts_at', 'desc')
      .orderBy('id')
      .limit(MAX_LISTED_BATTLES)
      .execute();
    if (sessions.length === 0) return [];
    const seats = await db
      .selectFrom('seats')
      .select(['session_id', 'username', 'chain', 'bot_skill'])
      .where('status', '=', 'taken')
      .where(
        'session_id',
        'in',
        sessions.map(({ id }) => id),
      )
      .orderBy('place')
      .execute();
    return sessions.map(({ id, name, game_mode, fee_sun, starts_at }) => ({
      sessionId: id,
      sessionName: name,
      gameMode: game_mode,
      entryFeeSun: fee_sun,
      startsAt: starts_at ?? 0,
      players: seats.filter(({ session_id }) => session_id === id).map(showPlayer),
    }));
  }

  return async () => {
    const nowMs = now();
    if (nowMs - readAt >= FRESH_MS) {
      readAt = nowMs;
      list = read();
      // A failed read is repeated by the next request.
      list.catch(() => {
        readAt = Number.NEGATIVE_INFINITY;
      });
    }
    return list;
  };
}

const showPlayer = ({ username, chain, bot_skill }: Pick<SeatRow, 'username' | 'chain' | 'bot_skill'>) => ({
  username,
  blockchain: chain,
  isBot: bot_skill !== null,
});
