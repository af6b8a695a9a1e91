import { setTimeout as delay } from 'node:timers/promises';
import type { BattleUse } from '@popfray/server/testing/battle-server';
import { openBattleBench, SEATS, SETTLED_MS } from './battle-run.ts';
import type { IdleOrder, IdleReport } from './idle-load.ts';
import type { Readings } from './metric.ts';

/** Sessions of the lobby. */
const SESSIONS = 20;

/** How long the sockets are held, ms: longer than the interval of pings and the time to answer one. */
const HELD_MS = 60_000;

/** Opens signed-out sockets, holds them while the lobby changes, and returns what that took. */
export async function holdSockets(sockets: number): Promise<Readings> {
  const { server, load, ready, stop } = await openBattleBench(SESSIONS * SEATS, 'idle-load');
  try {
    await delay(SETTLED_MS);
    const before = await server.ask<BattleUse>('memory');
    await server.ask('lobby');
    await load.ask<IdleReport>({ url: ready.url, sockets } satisfies IdleOrder);
    const opened = await server.ask<BattleUse>('use');
    await delay(HELD_MS);
    const held = await load.ask<IdleReport>('look');
    const after = await server.ask<BattleUse>('use');
    const { heldBytes } = await server.ask<BattleUse>('memory');
    return {
      'battle.idle_sockets': held.held,
      'battle.idle_list_p99_ms': held.listP99Ms,
      'battle.idle_cpu_ms_per_s': ((after.cpuMs - opened.cpuMs) * 1_000) / HELD_MS,
      'battle.idle_memory_kb_per_socket': (heldBytes - before.heldBytes) / 1_000 / sockets,
    };
  } finally {
    await stop();
  }
}
