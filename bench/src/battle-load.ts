/**
 * Run as a program with a channel to its parent: bots that play battles over sockets, four clicks a second each, as fair as any
 * page: each plays its own copy of the round from the reveals, and sends its clicks as they come.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { blockEntropy, createRound, crossChain, type Round } from '@popfray/engine';
import { createBot, type Bot, type BotSkill } from '@popfray/engine/bot';
import {
  BATTLE_MS,
  BATTLE_SECONDS,
  decodeServerFrame,
  encodeInputs,
  FRAME,
  makeBlock,
  parseHex,
} from '@popfray/protocol/battle';
import { WebSocket } from 'ws';
import { quantile } from './sample.ts';

/** What the parent sends. */
export interface LoadOrder {
  readonly url: string;
  readonly seats: readonly {
    readonly sessionId: string;
    readonly userId: string;
    readonly place: number;
    readonly token: string;
  }[];
}

/** What it gets: `entered` when everybody is in, the rest when all battles are over. */
export interface LoadReport {
  readonly inputs: number;
  readonly refused: number;
  /** Sockets that closed before the end. */
  readonly lost: number;
  /** Players who heard the end. */
  readonly finished: number;
  /** From the moment a click was sent to that at which an opponent had heard its score, less the broadcasts' interval, ms. */
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
  /** Bytes on a player's socket while the round ran, per second, frames' heads included. */
  readonly downPerS: number;
  readonly upPerS: number;
  /** The load's own trouble: how late its slowest slice was, ms. */
  readonly ownLatestMs: number;
}

/** Four clicks a second, not in step with each other. */
const SKILL: BotSkill = { reactionMs: 155, reactionSpreadMs: 80, aimErrorPx: 8, missPct: 5, choice: 2 };

/** Slice of the load's own loop, ms. */
const SLICE_MS = 20;

/** Between broadcasts of scores, ms. */
const INTERVAL_MS = 200;

/** Connections opened at once. */
const OPENING = 50;

/** What the players of one battle share. */
interface Match {
  readonly players: Player[];
  readonly entropy: ReturnType<typeof blockEntropy>;
  seeds: (Uint8Array | null)[] | null;
  startsAt: number;
  revealed: number;
  readonly waiting: { readonly second: number; readonly reveal: Uint8Array }[];
}

interface Player {
  readonly match: Match;
  readonly place: number;
  readonly socket: WebSocket;
  round: Round;
  readonly bot: Bot;
  sent: number;
  /** By the clicks sent. */
  score: number;
  isOver: boolean;
  downAtStart: number;
  upAtStart: number;
  downAtEnd: number;
  upAtEnd: number;
  /** Scores that were sent the clicks for, and that no opponent has seen: from when on. */
  readonly unseen: { readonly score: number; readonly atMs: number }[];
}

const latencies: number[] = [];
let refused = 0;
let lost = 0;
let ownLatestMs = 0;

interface Wire {
  readonly bytesRead: number;
  readonly bytesWritten: number;
}
/** The wire below a socket; ws gives it no other name. */
// oxlint-disable-next-line no-underscore-dangle
const wireOf = (socket: WebSocket): Wire => (socket as unknown as { readonly _socket: Wire })._socket;

async function enter(order: LoadOrder): Promise<readonly Player[]> {
  const matches = new Map<string, Match>();
  const players: Player[] = [];
  let open = 0;
  for (const seat of order.seats) {
    const match = matches.get(seat.sessionId) ?? createMatch();
    matches.set(seat.sessionId, match);
    while (open >= OPENING) await delay(2);
    open += 1;
    players.push(createPlayer(order.url, seat, match, () => (open -= 1)));
  }
  while (open > 0) await delay(5);
  return players;
}

function createMatch(): Match {
  return { players: [], entropy: blockEntropy(), seeds: null, startsAt: 0, revealed: 0, waiting: [] };
}

function createPlayer(url: string, seat: LoadOrder['seats'][number], match: Match, onEntered: () => void): Player {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false, origin: url });
  const made = createRound({ rules: crossChain, entropy: match.entropy, events: false });
  if (!made.ok) throw new Error(made.error.code);
  const player: Player = {
    match,
    place: seat.place,
    socket,
    round: made.value,
    bot: createBot({ skill: SKILL, seed: seat.userId }),
    sent: 0,
    score: 0,
    isOver: false,
    downAtStart: 0,
    upAtStart: 0,
    downAtEnd: 0,
    upAtEnd: 0,
    unseen: [],
  };
  match.players.push(player);
  const { sessionId, userId, token } = seat;
  const say = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('open', () => {
    say({ type: 'init', blockchain: 'tron' });
    say({ type: 'battle_enter', sessionId, userId, token });
  });
  socket.on('error', (error) => console.error(error.message));
  socket.on('close', () => {
    if (!player.isOver) lost += 1;
  });
  let isIn = false;
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      hearFrame(player, sessionId, data);
      return;
    }
    const message = JSON.parse(data.toString()) as { readonly type: string } & Record<string, unknown>;
    switch (message.type) {
      case 'battle_terms':
        match.startsAt = message['startsAt'] as number;
        if (isIn) return;
        isIn = true;
        say({ type: 'battle_seed', sessionId, seed: seat.place.toString(16).padStart(64, '1') });
        onEntered();
        return;
      case 'battle_seeds':
        match.seeds ??= (message['seeds'] as (string | null)[]).map((seed) => (seed === null ? null : parseHex(seed)));
        return;
      case 'battle_over':
        player.isOver = true;
        return;
      case 'battle_refused':
        throw new Error(`${userId} may not enter: ${JSON.stringify(message)}`);
      default:
    }
  });
  return player;
}

function hearFrame(player: Player, sessionId: string, data: Buffer): void {
  const { match, place } = player;
  const type = data[0];
  if (type === FRAME.scores && place !== 0) return;
  const frame = decodeServerFrame(data);
  switch (frame?.type) {
    case 'refused':
      refused += 1;
      standBack(player, frame.count);
      return;
    case 'reveal':
      // The first of a match to hear it tells the others: the round's entropy is the same for all.
      if (frame.second < match.revealed || match.seeds === null) return;
      match.revealed = frame.second + 1;
      match.entropy.reveal(frame.second, makeBlock(sessionId, frame.second, frame.reveal, match.seeds));
      return;
    case 'scores':
      noteScores(match, frame.players);
      break;
    default:
  }
}

/** Drops the clicks that the server has not accepted and plays the round again up to there, as a page does. */
function standBack(player: Player, count: number): void {
  if (count >= player.sent) return;
  const inputs = player.round.inputs().slice(0, count * 3);
  const made = createRound({ rules: crossChain, entropy: player.match.entropy, events: false });
  if (!made.ok) throw new Error(made.error.code);
  made.value.playInputs(inputs, BATTLE_MS);
  made.value.advanceTo(Math.max(made.value.timeMs, player.round.timeMs));
  player.round = made.value;
  player.sent = count;
  player.score = made.value.score;
  while ((player.unseen.at(-1)?.score ?? 0) > player.score) player.unseen.pop();
}

/** The first player of a match watches all the others. */
function noteScores(match: Match, scores: readonly { readonly place: number; readonly score: number }[]): void {
  const nowMs = performance.now();
  for (const { place, score } of scores) {
    const unseen = match.players[place]?.unseen ?? [];
    for (let first = unseen[0]; first !== undefined && first.score <= score; first = unseen[0]) {
      latencies.push(Math.max(0, nowMs - first.atMs - INTERVAL_MS));
      unseen.shift();
    }
  }
}

/** Plays everybody's round on to now, and sends what was clicked. */
function playOn(players: readonly Player[]): void {
  const nowMs = Date.now();
  for (const player of players) {
    const { match, round, bot, socket } = player;
    const timeMs = Math.min(nowMs - match.startsAt, BATTLE_MS);
    if (match.seeds === null || timeMs < 0 || round.phase !== 'running' || socket.readyState !== WebSocket.OPEN)
      continue;
    if (player.downAtStart === 0) [player.downAtStart, player.upAtStart] = wires(player);
    bot.advanceTo(round, timeMs);
    [player.downAtEnd, player.upAtEnd] = wires(player);
    const inputs = round.inputs(player.sent);
    if (inputs.length === 0) continue;
    socket.send(encodeInputs({ first: player.sent, untilMs: Math.min(round.timeMs, BATTLE_MS - 1), inputs }));
    player.sent += inputs.length / 3;
    if (player.place === 0 || round.score === player.score) continue;
    player.score = round.score;
    player.unseen.push({ score: round.score, atMs: performance.now() });
  }
}

function wires({ socket }: Player): [down: number, up: number] {
  const { bytesRead, bytesWritten } = wireOf(socket);
  return [bytesRead, bytesWritten];
}

async function run(order: LoadOrder): Promise<void> {
  const players = await enter(order);
  process.send?.({ entered: true });
  const timer = setInterval(() => {
    const startMs = performance.now();
    playOn(players);
    ownLatestMs = Math.max(ownLatestMs, performance.now() - startMs);
  }, SLICE_MS);
  const endMs = Date.now() + (BATTLE_SECONDS + 60) * 1_000;
  while (players.some(({ isOver }) => !isOver) && Date.now() < endMs) await delay(100);
  clearInterval(timer);
  const mean = (of: (player: Player) => number): number =>
    players.reduce((sum, player) => sum + of(player), 0) / players.length / BATTLE_SECONDS;
  process.send?.({
    inputs: players.reduce((sum, { sent }) => sum + sent, 0),
    refused,
    lost,
    finished: players.filter(({ isOver }) => isOver).length,
    latencyP50Ms: quantile(latencies, 0.5),
    latencyP99Ms: quantile(latencies, 0.99),
    downPerS: mean(({ downAtEnd, downAtStart }) => downAtEnd - downAtStart),
    upPerS: mean(({ upAtEnd, upAtStart }) => upAtEnd - upAtStart),
    ownLatestMs,
  } satisfies LoadReport);
  for (const { socket } of players) socket.terminate();
}

process.once('message', (order) => void run(order as LoadOrder));
process.once('disconnect', () => process.exit(0));
