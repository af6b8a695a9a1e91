import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS, type Call } from '@popfray/protocol';
import type { SoloOrder, SoloPlayer, SoloReady } from '@popfray/server/testing/solo-server';
import { ROOT } from './build.ts';
import type { Metric, Progress, Readings } from './metric.ts';
import { Program } from './program-channel.ts';
import { serverEnv } from './server-env.ts';
import { readStartFlags } from './start-flags.ts';
import { WatchedRound, type Knowledge, type WatchedSeat } from './watched-round.ts';

/** Solo rounds, and battles of each mode, which are played at once. */
const SOLO_ROUNDS = 2;
const MODES = ['classic', 'cross-chain-battle'] as const;

/** Players of a battle. */
const SEATS = 2;

export const EARLIEST_KNOWLEDGE_METRICS: readonly Metric[] = [
  {
    name: 'conduct.earliest_knowledge_ms',
    bar: { atMost: 1_200 },
    note: 'how long before its second anybody could make a block at most: players and spectators of solo rounds and battles, from sockets and the API',
  },
  { name: 'conduct.earliest_knowledge_solo_ms', note: 'the same for the players of solo rounds' },
  { name: 'conduct.earliest_knowledge_battle_ms', note: 'the same for the players of battles' },
  {
    name: 'conduct.earliest_knowledge_spectator_ms',
    note: 'the same for spectators of battles; negative: they know a block only after its second has begun',
  },
];

/** Plays rounds on the real server over sockets, and finds out when their randomness can be known. */
export async function measureEarliestKnowledge(progress: Progress): Promise<Readings> {
  progress('conduct: when blocks are known, a minute');
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-knowledge-'));
  const program = join(ROOT, 'apps/server/src/testing/solo-server.ts');
  const server = new Program<SoloOrder>(program, serverEnv(dataDir), readStartFlags());
  try {
    const order = { players: SOLO_ROUNDS + SEATS * MODES.length, hasWebsite: false };
    const { url, players } = await server.ask<SoloReady>(order);
    const solos = players.slice(0, SOLO_ROUNDS).map(async (player) => watchSolo(url, player));
    const battles = MODES.map(async (mode, at) => {
      const from = SOLO_ROUNDS + SEATS * at;
      return watchBattle(url, mode, players.slice(from, from + SEATS));
    });
    const [solo, battle] = await Promise.all([Promise.all(solos), Promise.all(battles)]);
    const most = (list: readonly Knowledge[], key: 'playersMs' | 'spectatorsMs'): number =>
      Math.max(...list.map((knowledge) => knowledge[key]));
    const moved = [...solo, ...battle].reduce((sum, { movedStarts }) => sum + movedStarts, 0);
    if (moved > 0) progress(`conduct: the machine was too busy: ${moved} times a start was moved after an outage`);
    const spectatorsMs = most([...solo, ...battle], 'spectatorsMs');
    if (battle.some((knowledge) => knowledge.spectatorsMs === -Infinity))
      throw new Error('the spectators of a battle have received no block');
    const readings = {
      'conduct.earliest_knowledge_solo_ms': most(solo, 'playersMs'),
      'conduct.earliest_knowledge_battle_ms': most(battle, 'playersMs'),
      'conduct.earliest_knowledge_spectator_ms': spectatorsMs,
    };
    return { 'conduct.earliest_knowledge_ms': Math.max(...Object.values(readings)), ...readings };
  } finally {
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function watchSolo(url: string, player: SoloPlayer): Promise<Knowledge> {
  const { id, token } = await ask(url, player, CALLS.openSoloRound, '', {});
  return new WatchedRound(url, id).watch([{ player, token }]);
}

async function watchBattle(
  url: string,
  gameMode: (typeof MODES)[number],
  players: readonly SoloPlayer[],
): Promise<Knowledge> {
  const [creator, ...others] = players;
  if (creator === undefined) throw new Error('a battle has no creator');
  const form = { sessionName: 'A battle', gameMode, scope: 'local', maxPlayers: SEATS, timeLimit: 300 };
  const { session } = await ask(url, creator, CALLS.createSession, '', form);
  for (const player of others) await ask(url, player, CALLS.joinSession, session.id, {});
  for (const player of players) await ask(url, player, CALLS.setReady, session.id, { isReady: true });
  await ask(url, creator, CALLS.startSession, session.id, {});
  const seats = await Promise.all(
    players.map(async (player): Promise<WatchedSeat> => {
      const { token } = await ask(url, player, CALLS.getMySeat, session.id);
      return { player, token };
    }),
  );
  return new WatchedRound(url, session.id).watch(seats);
}

/** Makes a call of a player. Throws when it fails. */
async function ask<Described extends Call>(
  url: string,
  { cookie }: SoloPlayer,
  call: Described,
  id: string,
  body?: object,
): Promise<ReturnType<Described['answer']['parse']>> {
  const response = await fetch(`${url}${call.path.replace('{id}', id)}`, {
    method: call.method,
    headers: { Origin: url, 'Content-Type': 'application/json', Cookie: cookie },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${call.path}: ${await response.text()}`);
  return call.answer.parse(await response.json()) as ReturnType<Described['answer']['parse']>;
}
