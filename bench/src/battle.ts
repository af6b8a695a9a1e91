import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BattleReady, BattleUse } from '@popfray/server/testing/battle-server';
import type { LoadReport } from './battle-load.ts';
import { START_DELAY_S } from '@popfray/protocol';
import { BATTLE_SECONDS } from '@popfray/protocol/battle';
import { measureBattleMoney } from './battle-money.ts';
import type { PeerReport } from './colyseus-load.ts';
import { ROOT, WEB_DEV_CHAIN, buildWhenStale } from './build.ts';
import { serverEnv } from './measured-server.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { Program } from './program-channel.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'battle.players',
    bar: { atLeast: 2_000 },
    note: 'bots at once on one server, four to a battle, four clicks a second each, for a whole round: no late turn, no click refused',
  },
  {
    name: 'battle.latest_turn_ms',
    note: 'how late the latest turn of the battles came meanwhile; late is more than 100',
  },
  {
    name: 'battle.score_latency_p99_ms',
    bar: { atMost: 50 },
    note: '1,000 players: click sent to its score heard by an opponent, less the 200 ms between broadcasts',
  },
  { name: 'battle.score_latency_p50_ms', note: 'the same, median' },
  {
    name: 'battle.server_cpu_us_per_input',
    bar: { atMost: 40 },
    note: 'processor time of the whole server process over the round, by the clicks it took; the large run',
  },
  {
    name: 'battle.bytes_down_per_player_s',
    bar: { atMost: 1_200 },
    note: 'on the socket, frames’ heads included, 4 players',
  },
  { name: 'battle.bytes_up_per_player_s', bar: { atMost: 150 }, note: 'the same, upwards' },
  {
    name: 'battle.memory_kb_per_player',
    bar: { atMost: 40 },
    note: 'heap and buffers after collection, in mid-round less before anybody connected; 1,000 players',
  },
  { name: 'battle.resident_kb_per_player', note: 'the same of the process’s resident memory' },
  {
    name: 'battle.colyseus_cpu_us_per_input',
    note: 'Colyseus, 1,000 players: the fan-out alone, nothing played again or checked',
  },
  { name: 'battle.colyseus_score_latency_p99_ms', note: 'the same way, less the 200 ms between patches' },
  { name: 'battle.colyseus_memory_kb_per_player', note: 'the same way' },
  {
    name: 'battle.money_wrong',
    bar: { atMost: 0 },
    note: 'players or sun not accounted for after 2,000 battles with faults, drops, restarts and kills',
  },
];

/** Players of a battle. */
const SEATS = 4;

/** Players of the large run, and what is tried when that is too many. */
const CROWDS = [2_000, 1_500, 1_000, 500] as const;

/** Players of the run that is compared with the peer. */
const COMPARED = 1_000;

/** How long a server that was started needs until it has nothing more to load, ms. */
const SETTLED_MS = 10_000;

/** How long before the first second the processor time is read, ms: the countdown is no part of the round. */
const EARLY_MS = 500;

/** ms of the round before the memory is looked at, and its length. */
const MID_ROUND_MS = 30_000;
const PEER_MS = 20_000;

const SERVER = `${ROOT}/apps/server/src/testing/battle-server.ts`;
const program = (name: string): string => `${ROOT}/bench/src/${name}.ts`;

/** Battles under load: the real server in one process, its players in another. */
export const battleSuite: Suite = { name: 'battle', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(WEB_DEV_CHAIN, progress);
  let crowd: Run | null = null;
  for (const players of CROWDS) {
    progress(`battle: ${players} players for a round`);
    crowd = await play(players, false);
    if (isClean(crowd, players)) break;
    console.error(`  with ${players} players: ${JSON.stringify(crowd.report)} ${JSON.stringify(crowd.use)}`);
    crowd = { ...crowd, players: 0 };
  }
  if (crowd === null) throw new Error('nothing was played');
  progress(`battle: ${COMPARED} players for a round`);
  const compared = await play(COMPARED, true);
  progress(`battle: Colyseus with ${COMPARED} players`);
  const peer = await playPeer();
  progress('battle: money of 2,000 battles');
  const { money_wrong } = measureBattleMoney();
  return {
    'battle.players': crowd.players,
    'battle.latest_turn_ms': crowd.use.latestMs,
    'battle.score_latency_p99_ms': compared.report.latencyP99Ms,
    'battle.score_latency_p50_ms': compared.report.latencyP50Ms,
    'battle.server_cpu_us_per_input': crowd.cpuUsPerInput,
    'battle.bytes_down_per_player_s': compared.report.downPerS,
    'battle.bytes_up_per_player_s': compared.report.upPerS,
    'battle.memory_kb_per_player': compared.memoryKb,
    'battle.resident_kb_per_player': compared.residentKb,
    ...peer,
    'battle.money_wrong': money_wrong,
  };
}

/** What a round of many did to the server. */
interface Run {
  readonly players: number;
  readonly report: LoadReport;
  readonly use: BattleUse;
  readonly cpuUsPerInput: number;
  readonly memoryKb: number;
  readonly residentKb: number;
}

/** Every player clicked and finished, and no tick was late and no player lost or refused. */
const isClean = ({ report, use }: Run, players: number): boolean =>
  use.lateTurns === 0 &&
  report.lost === 0 &&
  report.refused === 0 &&
  report.finished === players &&
  report.inputs >= players * 4 * BATTLE_SECONDS;

/** `isWeighed`: the memory is looked at in mid-round, for which everything stands still for some 50 ms. */
async function play(players: number, isWeighed: boolean): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-battle-'));
  const server = new Program(SERVER, serverEnv(dataDir));
  const load = new Program(program('battle-load'));
  try {
    const { url, seats } = await server.ask<BattleReady>({ players, seats: SEATS });
    // By then the server has loaded the payment library, whose memory must not count as a player's share.
    await delay(SETTLED_MS);
    const before = await server.ask<BattleUse>('memory');
    await server.ask('start');
    const startedMs = performance.now();
    await load.ask({ url, seats });
    const end = load.next<LoadReport>();
    end.catch(() => undefined);
    await delay(START_DELAY_S * 1_000 - (performance.now() - startedMs) - EARLY_MS);
    const atStart = await server.ask<BattleUse>('use');
    await delay(MID_ROUND_MS);
    const middle = await server.ask<BattleUse>(isWeighed ? 'memory' : 'use');
    const report = await end;
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
    };
  } finally {
    await load.end();
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function playPeer(): Promise<Readings> {
  const server = new Program(program('colyseus-server'));
  const load = new Program(program('colyseus-load'));
  type Use = Pick<BattleUse, 'cpuMs' | 'heldBytes'>;
  try {
    const { url } = await server.next<{ readonly url: string }>();
    const before = await server.ask<Use>('use');
    await load.ask({ url, players: COMPARED, playMs: PEER_MS });
    const entered = await server.ask<Use>('use');
    const { inputs, latencyP99Ms } = await load.next<PeerReport>();
    const after = await server.ask<Use>('use');
    return {
      'battle.colyseus_cpu_us_per_input': ((after.cpuMs - entered.cpuMs) * 1_000) / inputs,
      'battle.colyseus_score_latency_p99_ms': latencyP99Ms,
      'battle.colyseus_memory_kb_per_player': (entered.heldBytes - before.heldBytes) / 1_000 / COMPARED,
    };
  } finally {
    await load.end();
    await server.end();
  }
}
