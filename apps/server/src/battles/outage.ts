import type { Context } from '../platform/context/index.ts';
import { slotOf } from '../sessions/index.ts';
import type { Battle } from './battle.ts';
import { encodeRecords } from './journal-record.ts';
import type { Journal } from './journal.ts';

/** After a longer outage than this the players have left: they are refunded, or a countdown is stopped, ms. */
export const MAX_OUTAGE_MS = 5 * 60_000;

/**
 * Continues battles that stood still because their lease was not certain. Their clocks are moved by the outage, which is stored first. Battles whose
 * lease is still uncertain wait on. Resolves with those that another process has taken.
 */
export async function resumeAll(
  { db, leases, now }: Context,
  suspended: readonly Battle[],
): Promise<readonly Battle[]> {
  const nowMs = now();
  // The transaction may run again, and other rows are written meanwhile.
  const numbers = new Map(suspended.map((battle) => [battle, battle.rows++]));
  const moved = await db.inTransaction(async () => {
    const held = new Set(await leases.keepHeld(suspended.map(({ lease }) => lease)));
    const starts = new Map<Battle, number | null>();
    for (const battle of suspended) {
      if (!held.has(battle.lease)) continue;
      const startsAt = battle.lease.isHeld ? battle.resumedStart(nowMs) : null;
      starts.set(battle, startsAt);
      if (startsAt === null) continue;
      await db
        .updateTable('sessions')
        .set({ starts_at: startsAt })
        .where('id', '=', battle.session.id)
        .where('status', 'in', ['starting', 'playing'])
        .execute();
      // It proves to the next owner that the battle has continued here, and where.
      await db
        .insertInto('battle_journal')
        .values({
          session_id: battle.session.id,
          epoch: battle.lease.epoch,
          number: numbers.get(battle) ?? 0,
          time_ms: Math.floor(nowMs - startsAt),
          records: encodeRecords([]),
          time_slot: slotOf(nowMs),
        })
        .execute();
    }
    return starts;
  });
  for (const [battle, startsAt] of moved) if (startsAt !== null) battle.resume(startsAt, now());
  return suspended.filter((battle) => !moved.has(battle));
}

/** Stops battles, stores what is left of them and when they stopped, and releases their leases, so that another process continues them. */
export async function handOver({ leases, now }: Context, journal: Journal, battles: readonly Battle[]): Promise<void> {
  for (const battle of battles) {
    battle.suspend(battle.lease.isHeld ? now() : undefined);
    journal.note(battle);
  }
  await journal.finish(now());
  await Promise.all(battles.map(async ({ lease }) => leases.release(lease)));
}
