import { seasonAt, type MySeason } from '@popfray/protocol';
import { dayOf } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import { showRatings } from './ladder.ts';
import { countCompleteDays, findPlayDay, playDaysOf } from './play-day.ts';
import { showQuests } from './quest.ts';
import { streakOf } from './streak.ts';

/** A player's season, streak and quests, as they are in one moment. */
export async function showMySeason(context: Context, address: string): Promise<MySeason> {
  const { db, now } = context;
  const nowMs = now();
  const { date, endMs } = dayOf(nowMs);
  return db.inSnapshot(async () => {
    const { rating, past } = await showRatings(context, address);
    return {
      season: seasonAt(nowMs),
      rating,
      past: [...past],
      streak: streakOf(await playDaysOf(db, address), nowMs),
      quests: {
        date,
        endsAt: endMs,
        quests: showQuests(date, await findPlayDay(db, address, date)),
        completeDays: await countCompleteDays(db, address),
      },
    };
  });
}
