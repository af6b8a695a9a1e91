import { arena, UPGRADES, type UpgradeId } from '@popfray/engine';
import type { Database } from '../platform/database/index.ts';
import { activeUpgrades } from '../upgrades/index.ts';

/** Rules of a paid round. SPEC section 2, arena: Solo Training. */
export const SOLO_RULES = arena;

/** Upgrades with which a round that is opened now would be played, in the engine's order. */
export async function loadoutOf(db: Database, address: string, nowMs: number): Promise<UpgradeId[]> {
  const active = new Set((await activeUpgrades(db, address, nowMs)).map(({ upgradeId }) => upgradeId));
  return UPGRADES.filter(({ id }) => active.has(id)).map(({ id }) => id);
}

/** Whether a paid round was played with a seed. Rounds had seeds before they were streamed; such a replay is not of a practice round. */
export const isOfTicket = async (db: Database, seed: string): Promise<boolean> =>
  (await db.selectFrom('tickets').select('id').where('seed', '=', seed).limit(1).executeTakeFirst()) !== undefined;
