import type { BattleUse } from '@popfray/server/testing/battle-server';
import { measureBattleMoney } from './battle-money.ts';
import { isClean, playBattles, type BattleRun } from './battle-run.ts';
import { buildWhenStale, ROOT, WEB_DEV_CHAIN } from './build.ts';
import type { PeerReport } from './colyseus-load.ts';
import { holdSockets } from './idle-sockets.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { Program } from './program-channel.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'battle.players',
    bar: { atLeast: 4_000 },
    note: 'bots at once on one server, four to a battle, four clicks a second each, for a whole round: no late turn, no click refused',
  },
  {
    name: 'battle.latest_turn_ms',
    note: 'how late the latest turn of the battles came meanwhile; late is more than 100',
  },
  {
    name: 'battle.score_latency_p99_ms',
    bar: { atMost: 50 },
    note: '2,000 players: from a click sent to its score received by an opponent, less the 200 ms between broadcasts',
  },
  { name: 'battle.score_latency_p50_ms', note: 'the same, median' },
  {
    name: 'battle.server_cpu_us_per_input',
    bar: { atMost: 45 },
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
    bar: { atMost: 25 },
    note: 'heap and buffers after collection, in mid-round less before anybody connected; 2,000 players',
  },
  { name: 'battle.resident_kb_per_player', note: 'the same of the process’s resident memory' },
  {
    name: 'battle.idle_sockets',
    bar: { atLeast: 15_000 },
    note: 'signed-out pages in the lobby for a minute, whose list changes four times a second: open, and with a list of the last 15 s',
  },
  { name: 'battle.idle_list_p99_ms', note: 'the same sockets: from a request for the list to its answer' },
  { name: 'battle.idle_cpu_ms_per_s', note: 'the same: processor time of the server process' },
  { name: 'battle.idle_memory_kb_per_socket', note: 'the same: heap and buffers after collection' },
  {
    name: 'battle.reconnect_storm_s',
    bar: { atMost: 5 },
    note: '5,000 players dropped at once in mid-round, who connect at once: until the last has the state of the battle',
  },
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

/** Players of the large run, and what is tried when that is too many. */
const CROWDS = [4_000, 3_000, 2_000, 1_500, 1_000, 500] as const;

/** Players of the run in which latency and bytes are measured, and of the one in which memory is. */
const MEASURED = 2_000;

/** Signed-out sockets that are opened. */
const IDLE_SOCKETS = 15_000;

/** Players who are dropped at once. */
const DROPPED = 5_000;

/** Players of the peer, and how long they play, ms. */
const PEERS = 1_000;
const PEER_MS = 20_000;

const program = (name: string): string => `${ROOT}/bench/src/${name}.ts`;

/** Battles under load: the real server in one process, its players in another. */
export const battleSuite: Suite = { name: 'battle', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(WEB_DEV_CHAIN, progress);
  let crowd: BattleRun | null = null;
  for (const players of CROWDS) {
    progress(`battle: ${players} players for a round`);
    crowd = await playBattles(players, 'nothing');
    describe(crowd);
    if (isClean(crowd)) break;
    crowd = { ...crowd, players: 0 };
  }
  if (crowd === null) throw new Error('nothing was played');
  progress(`battle: ${MEASURED} players for a round`);
  const measured = await playBattles(MEASURED, 'nothing');
  describe(measured);
  // The collection before memory is measured stops the server for longer than any other, so it would change the latency.
  progress(`battle: ${MEASURED} players, for their memory`);
  const memory = await playBattles(MEASURED, 'memory');
  describe(memory);
  progress(`battle: ${DROPPED} players are dropped in mid-round`);
  const dropped = await playBattles(DROPPED, 'storm');
  describe(dropped);
  progress(`battle: ${IDLE_SOCKETS} signed-out sockets`);
  const idle = await holdSockets(IDLE_SOCKETS);
  progress(`battle: Colyseus with ${PEERS} players`);
  const peer = await playPeer();
  progress('battle: money of 2,000 battles');
  const { money_wrong } = measureBattleMoney();
  return {
    'battle.players': crowd.players,
    'battle.latest_turn_ms': crowd.use.latestMs,
    'battle.score_latency_p99_ms': measured.report.latencyP99Ms,
    'battle.score_latency_p50_ms': measured.report.latencyP50Ms,
    'battle.server_cpu_us_per_input': crowd.cpuUsPerInput,
    'battle.bytes_down_per_player_s': measured.report.downPerS,
    'battle.bytes_up_per_player_s': measured.report.upPerS,
    'battle.memory_kb_per_player': memory.memoryKb,
    'battle.resident_kb_per_player': memory.residentKb,
    'battle.reconnect_storm_s': stormS(dropped),
    ...idle,
    ...peer,
    'battle.money_wrong': money_wrong,
  };
}

/** How long it took until all were back. Throws when one did not come back, because no duration describes that. */
function stormS({ storm, players }: BattleRun): number {
  if (storm?.back !== players) throw new Error(`only ${storm?.back} of ${players} players came back`);
  return storm.backS;
}

/** Prints what a run was like, for the reader who wants to know what a figure is worth. */
function describe({ players, report, use, cpuUsPerInput, storm }: BattleRun): void {
  const { inputs, refused, lost, finished, ownLatestMs, ownCpuMsPerS } = report;
  const facts = {
    players,
    inputs,
    refused,
    lost,
    finished,
    lateTurns: use.lateTurns,
    latestTurnMs: use.latestMs,
    cpuUsPerInput,
    loadCpuMsPerS: ownCpuMsPerS,
    loadLatestMs: ownLatestMs,
    ...storm,
  };
  const lines = Object.entries(facts).map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`);
  console.error(`    ${lines.join(', ')}`);
}

async function playPeer(): Promise<Readings> {
  const server = new Program(program('colyseus-server'));
  const load = new Program(program('colyseus-load'));
  type Use = Pick<BattleUse, 'cpuMs' | 'heldBytes'>;
  try {
    const { url } = await server.next<{ readonly url: string }>();
    const before = await server.ask<Use>('use');
    await load.ask({ url, players: PEERS, playMs: PEER_MS });
    const entered = await server.ask<Use>('use');
    const { inputs, latencyP99Ms } = await load.next<PeerReport>();
    const after = await server.ask<Use>('use');
    return {
      'battle.colyseus_cpu_us_per_input': ((after.cpuMs - entered.cpuMs) * 1_000) / inputs,
      'battle.colyseus_score_latency_p99_ms': latencyP99Ms,
      'battle.colyseus_memory_kb_per_player': (entered.heldBytes - before.heldBytes) / 1_000 / PEERS,
    };
  } finally {
    await load.end();
    await server.end();
  }
}
