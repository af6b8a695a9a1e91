import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { START_DELAY_S } from '@popfray/protocol';
import { BATTLE_SECONDS } from '@popfray/protocol/battle';
import type {
  BattleOrder,
  BattleQuestion,
  BattleReady,
  BattleSecrets,
  BattleUse,
} from '@popfray/server/testing/battle-server';
import type { LoadCommand, LoadOrder, LoadReport, StormReport } from './battle-load.ts';
import { ROOT } from './build.ts';
import { localAddressOf, HAS_LOCAL_ADDRESSES } from './local-address.ts';
import { serverEnv } from './server-env.ts';
import { Program } from './program-channel.ts';
import { readStartFlags } from './start-flags.ts';

/** Players of a battle. */
export const SEATS = 4;

/** How long a server that was started needs until it has nothing more to load, ms. */
export const SETTLED_MS = 10_000;

/** How long before the first second the processor time is read, ms: the countdown is no part of the round. */
export const EARLY_MS = 500;

/** ms of the round before the memory is looked at, and before everybody is dropped. */
const MID_ROUND_MS = 30_000;

export const SERVER = `${ROOT}/apps/server/src/testing/battle-server.ts`;
const program = (name: string): string => `${ROOT}/bench/src/${name}.ts`;

/** A server with battles in one process and its players in another, each on a separate core where the machine has two. */
export interface BattleBench {
  readonly server: Program<BattleOrder | BattleQuestion>;
  readonly load: Program;
  readonly ready: BattleReady;
  stop(): Promise<void>;
}

/** Starts a server whose lobby has sessions for so many players, and the program of their load. */
export async function openBattleBench(players: number, loadProgram: 'battle-load' | 'idle-load'): Promise<BattleBench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-battle-'));
  const server = new Program<BattleOrder | BattleQuestion>(SERVER, serverEnv(dataDir), readStartFlags());
  const load = new Program(program(loadProgram));
  if (availableParallelism() > 1) {
    server.pinTo(0);
    load.pinTo(1);
  }
  async function stop(): Promise<void> {
    await load.end();
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    const scope = loadProgram === 'idle-load' ? 'local' : 'cross-chain';
    const order: BattleOrder = { players, seats: SEATS, scope, hasLimits: HAS_LOCAL_ADDRESSES };
    return { server, load, ready: await server.ask<BattleReady>(order), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a round of many did to the server. */
export interface BattleRun {
  readonly players: number;
  readonly report: LoadReport;
  readonly use: BattleUse;
  readonly cpuUsPerInput: number;
  readonly memoryKb: number;
  readonly residentKb: number;
  readonly storm: StormReport | null;
}

/** What happens in the middle of a round: the memory is measured, for which everything stops for a moment, or all connections are dropped. */
export type MidRound = 'nothing' | 'memory' | 'storm';

/** Plays a round with so many players. */
export async function playBattles(players: number, midRound: MidRound): Promise<BattleRun> {
  const { server, load, ready, stop } = await openBattleBench(players, 'battle-load');
  try {
    const { url, seats } = ready;
    const from = seats.map((seat, number) => ({ ...seat, localAddress: localAddressOf(number) }));
    // By then the server has loaded the payment library, whose memory must not count as a player's share.
    await Promise.all([delay(SETTLED_MS), load.ask({ url, seats: from } satisfies LoadOrder)]);
    const before = await server.ask<BattleUse>('memory');
    const secrets = await server.ask<BattleSecrets>('start');
    const startedMs = performance.now();
    await load.ask({ secrets } satisfies LoadCommand);
    await delay(START_DELAY_S * 1_000 - (performance.now() - startedMs) - EARLY_MS);
    const atStart = await server.ask<BattleUse>('use');
    await delay(MID_ROUND_MS);
    const middle = await server.ask<BattleUse>(midRound === 'memory' ? 'memory' : 'use');
    const storm = midRound === 'storm' ? await load.ask<StormReport>('drop' satisfies LoadCommand) : null;
    const report = await load.next<LoadReport>();
    const after = await server.ask<BattleUse>('use');
    return {
      players,
      report,
      use: {
        ...after,
        turns: middle.turns + after.turns,
        lateTurns: middle.lateTurns + after.lateTurns,
        latestMs: Math.max(middle.latestMs, after.latestMs),
      },
      cpuUsPerInput: ((after.cpuMs - atStart.cpuMs) * 1_000) / report.inputs,
      memoryKb: (middle.heldBytes - before.heldBytes) / 1_000 / players,
      residentKb: (middle.residentBytes - before.residentBytes) / 1_000 / players,
      storm,
    };
  } finally {
    await stop();
  }
}

/** Every player clicked and finished, no turn was late, and no player was lost or refused. */
export const isClean = ({ players, report, use }: BattleRun): boolean =>
  use.lateTurns === 0 &&
  report.lost === 0 &&
  report.refused === 0 &&
  report.finished === players &&
  report.inputs >= players * 4 * BATTLE_SECONDS;
