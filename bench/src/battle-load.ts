/**
 * Run as a program with a channel to its parent: bots that play battles over sockets, four clicks a second each. Their clicks are planned during
 * the countdown, so that this program uses little processor time while the server is measured.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  BATCH_MS,
  BATTLE_MS,
  decodeServerFrame,
  encodeInputs,
  FRAME,
  GRACE_MS,
  makeCommitment,
  makeHex,
  makeReveals,
  parseHex,
  type PlayerScore,
} from '@popfray/protocol/battle';
import type { BattleSecrets } from '@popfray/server/testing/battle-server';
import {
  newLoadPlayer,
  noteBytes,
  reportPlayed,
  waitForEnd,
  type LoadPlayer,
  type PlayedReport,
} from './load-player.ts';
import { LoadSocket } from './load-socket.ts';
import { CLICK_WORDS, planEntropy, planRound, seedOf, type PlannedRound } from './planned-round.ts';
import { quantile } from './sample.ts';

/** What the parent sends first. `true` is the answer. */
export interface LoadOrder {
  readonly url: string;
  readonly seats: readonly LoadSeat[];
}

interface LoadSeat {
  readonly sessionId: string;
  readonly userId: string;
  readonly place: number;
  readonly token: string;
  /** Server of the player, when it is another one than that of the order. */
  readonly url?: string | undefined;
  /** Where the player's connection comes from. */
  readonly localAddress?: string | undefined;
}

/**
 * What the parent sends later. After the secrets of the battles, every player plans a round and enters. The answer is `true`, and a LoadReport when all battles
 * are over. `drop` is answered with a StormReport.
 */
export type LoadCommand = { readonly secrets: BattleSecrets } | 'drop';

/** What the parent gets when all battles are over. */
export interface LoadReport extends PlayedReport {
  readonly refused: number;
  /** Sockets that closed before the end. */
  readonly lost: number;
  /** From the moment a click was sent to that at which an opponent had received its score, less the broadcasts' interval, ms. */
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
  /** How late the load itself was at most, ms, and its processor time of a second of the round, ms. */
  readonly ownLatestMs: number;
  readonly ownCpuMsPerS: number;
}

/** The answer to `drop`, when everybody is back or after STORM_MS. */
export interface StormReport {
  /** From the moment at which all connections were dropped to that at which the last player had the state of the battle again, s. */
  readonly backS: number;
  /** Players who are back. */
  readonly back: number;
}

/** Between two turns of the load's loop, ms. */
const TURN_MS = 10;

/** Between broadcasts of scores, ms. */
const INTERVAL_MS = 200;

/** Connections opened at once. */
const OPENING = 50;

/** In one battle of so many, the first player decodes the scores of the others. */
const WATCHED = 8;

/** How long after the end of the round the load waits for the results, ms. */
const ENDING_MS = 60_000;

/** How long the load waits for players to come back, ms. */
const STORM_MS = 60_000;

/** Beginnings of messages that are not parsed for most players. */
const TERMS = Buffer.from('{"type":"battle_terms"');
const STATE = Buffer.from('{"type":"battle_state"');
const OVER = Buffer.from('{"type":"battle_over"');
const REFUSED = Buffer.from('{"type":"battle_refused"');
const ERROR = Buffer.from('{"type":"error"');

/** What the players of one battle share. */
interface Match {
  readonly players: Player[];
  /** Hex. */
  readonly commitment: string;
  readonly isWatched: boolean;
  startsAt: number;
}

interface Player extends LoadPlayer {
  readonly match: Match;
  readonly seat: LoadSeat;
  readonly plan: PlannedRound;
  socket: LoadSocket | null;
  /** The next click of the plan. It is equal to `sent` until clicks are skipped. */
  next: number;
  /** Whether every click of the plan so far was sent and accepted. Otherwise the player's scores differ from those of the plan. */
  isOnPlan: boolean;
  isIn: boolean;
  /** Scores that no opponent has received yet, and when their clicks were sent. */
  readonly unseen: { readonly score: number; readonly atMs: number }[];
}

const latencies: number[] = [];
let refused = 0;
let lost = 0;
let ownLatestMs = 0;
let isDropping = false;
let url = '';

const isMessage = (text: Buffer, beginning: Buffer): boolean =>
  text.length >= beginning.length && text.compare(beginning, 0, beginning.length, 0, beginning.length) === 0;

function plan(order: LoadOrder, secrets: BattleSecrets): Player[] {
  const secretOf = new Map(secrets);
  ({ url } = order);
  return [...Map.groupBy(order.seats, ({ sessionId }) => sessionId)].flatMap(([sessionId, seats], number) => {
    const secret = parseHex(secretOf.get(sessionId) ?? '');
    if (secret === null) throw new Error(`the secret of ${sessionId} is not 32 bytes`);
    const commitment = makeHex(makeCommitment(makeReveals(secret)));
    const match: Match = { players: [], commitment, isWatched: number % WATCHED === 0, startsAt: Infinity };
    const entropy = planEntropy(sessionId, secret, seats.length);
    for (const seat of seats)
      match.players.push({
        ...newLoadPlayer(),
        match,
        seat,
        plan: planRound(entropy, seat.userId),
        socket: null,
        next: 0,
        isOnPlan: true,
        isIn: false,
        unseen: [],
      });
    return match.players;
  });
}

async function enter(players: readonly Player[]): Promise<void> {
  let opening = 0;
  for (const player of players) {
    while (opening >= OPENING) await delay(2);
    opening += 1;
    connect(player, () => (opening -= 1));
  }
  while (opening > 0) await delay(5);
}

/** Connects a player. `onIn` is called when the player has the terms of the battle, or after a `drop` its state. */
function connect(player: Player, onIn: () => void): void {
  const { match, seat } = player;
  const { sessionId, userId, token, place } = seat;
  const isBack = player.isIn;
  let isIn = false;
  const socket = new LoadSocket(seat.url ?? url, seat.localAddress, {
    onOpen() {
      socket.sendText('{"type":"init","blockchain":"tron"}');
      socket.sendText(JSON.stringify({ type: 'battle_enter', sessionId, userId, token }));
    },
    onText(text) {
      if (isMessage(text, TERMS)) {
        if (place === 0) readTerms(match, text);
        if (isIn || isBack) return;
        isIn = true;
        player.isIn = true;
        socket.sendText(JSON.stringify({ type: 'battle_seed', sessionId, seed: seedOf(place) }));
        onIn();
      } else if (isMessage(text, STATE)) {
        if (isIn) return;
        isIn = true;
        readState(player, text);
        onIn();
      } else if (isMessage(text, OVER)) player.isOver = true;
      else if (isMessage(text, REFUSED) || isMessage(text, ERROR)) throw new Error(`${userId}: ${text.toString()}`);
    },
    onFrame: (frame) => readFrame(player, frame),
    onClose() {
      if (player.socket !== socket || isDropping) return;
      if (!player.isOver) lost += 1;
      // The server has refused a connection, or has not accepted it: a page tries again.
      if (isBack && !isIn) connect(player, onIn);
    },
  });
  player.socket = socket;
}

function readTerms(match: Match, text: Buffer): void {
  const terms = JSON.parse(text.toString()) as { readonly startsAt: number; readonly commitment: string };
  if (terms.commitment !== match.commitment) throw new Error('the battle has another secret than the load was given');
  match.startsAt = terms.startsAt;
}

/** Continues with the first click that is still to come. */
function readState(player: Player, text: Buffer): void {
  const { inputs } = JSON.parse(text.toString()) as { readonly inputs: readonly (readonly number[])[] };
  player.sent = (inputs[player.seat.place]?.length ?? 0) / CLICK_WORDS;
  const nowMs = Date.now() - player.match.startsAt;
  skipUntil(player, nowMs);
}

/** Skips the clicks before a time of the round, ms. */
function skipUntil(player: Player, timeMs: number): void {
  const { inputs } = player.plan;
  const first = player.next;
  while ((inputs[player.next * CLICK_WORDS] ?? Infinity) < timeMs) player.next += 1;
  if (player.next > first) leavePlan(player);
}

/** The scores of the plan are not awaited any more: from here on the player's score is another. */
function leavePlan(player: Player): void {
  player.isOnPlan = false;
  player.unseen.length = 0;
}

function readFrame(player: Player, bytes: Buffer): void {
  const type = bytes[0];
  if (type === FRAME.refused) {
    refused += 1;
    const frame = decodeServerFrame(bytes);
    if (frame?.type === 'refused') player.sent = Math.min(player.sent, frame.count);
    leavePlan(player);
  } else if (type === FRAME.scores && player.seat.place === 0 && player.match.isWatched) {
    const frame = decodeServerFrame(bytes);
    if (frame?.type === 'scores') noteScores(player.match, frame.players);
  }
}

/** The first player of a match watches all the others. */
function noteScores(match: Match, scores: readonly PlayerScore[]): void {
  const nowMs = performance.now();
  for (const { place, score } of scores) {
    const unseen = match.players[place]?.unseen ?? [];
    for (let first = unseen[0]; first !== undefined && first.score <= score; first = unseen[0]) {
      latencies.push(Math.max(0, nowMs - first.atMs - INTERVAL_MS));
      unseen.shift();
    }
  }
}

/** Sends the clicks of all players that are due. */
function play(players: readonly Player[]): void {
  const nowMs = Date.now();
  for (const player of players) {
    const { match, plan: planned, socket } = player;
    const timeMs = Math.min(nowMs - match.startsAt, BATTLE_MS - 1);
    if (timeMs < 0 || socket === null || !socket.isOpen) continue;
    noteBytes(player, socket, timeMs === BATTLE_MS - 1);
    const { inputs } = planned;
    // What the server would refuse as too late was not clicked: the load itself was late.
    skipUntil(player, timeMs - GRACE_MS + 1);
    while ((inputs[player.next * CLICK_WORDS] ?? Infinity) <= timeMs) sendBatch(player, socket, timeMs);
  }
}

/** Sends the clicks from the next one on, as many as fit into one batch and are not later than a time of the round, ms. */
function sendBatch(player: Player, socket: LoadSocket, timeMs: number): void {
  const { match, plan: planned, seat, next: first } = player;
  const { inputs, scores } = planned;
  const untilMs = Math.min(timeMs, (inputs[first * CLICK_WORDS] ?? 0) + BATCH_MS - 1);
  let next = first + 1;
  while ((inputs[next * CLICK_WORDS] ?? Infinity) <= untilMs) next += 1;
  const batch = inputs.subarray(first * CLICK_WORDS, next * CLICK_WORDS);
  socket.sendFrame(encodeInputs({ first: player.sent, untilMs, inputs: batch }));
  player.next = next;
  player.sent += next - first;
  const score = scores[next - 1] ?? 0;
  if (!player.isOnPlan || !match.isWatched || seat.place === 0 || score === scores[first - 1]) return;
  player.unseen.push({ score, atMs: performance.now() });
}

/** Drops everybody at once and lets everybody connect at once, without the delays of a page. */
async function storm(players: readonly Player[]): Promise<StormReport> {
  const startMs = performance.now();
  let back = 0;
  let backMs = 0;
  isDropping = true;
  for (const { socket } of players) socket?.destroy();
  for (const player of players)
    connect(player, () => {
      back += 1;
      backMs = performance.now() - startMs;
    });
  // The old sockets report their end in the next turn of the event loop.
  setImmediate(() => (isDropping = false));
  while (back < players.length && performance.now() - startMs < STORM_MS) await delay(10);
  return { backS: backMs / 1_000, back };
}

async function run(players: readonly Player[]): Promise<void> {
  await enter(players);
  process.send?.(true);
  while (players.some(({ match }) => Date.now() < match.startsAt)) await delay(10);
  const cpu = process.cpuUsage();
  let dueMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    ownLatestMs = Math.max(ownLatestMs, nowMs - dueMs);
    play(players);
    dueMs = nowMs + TURN_MS;
  }, TURN_MS);
  await delay(BATTLE_MS);
  const { user, system } = process.cpuUsage(cpu);
  await waitForEnd(players, Date.now() + ENDING_MS);
  clearInterval(timer);
  process.send?.({
    ...reportPlayed(players),
    refused,
    lost,
    latencyP50Ms: quantile(latencies, 0.5),
    latencyP99Ms: quantile(latencies, 0.99),
    ownLatestMs,
    ownCpuMsPerS: (user + system) / BATTLE_MS,
  } satisfies LoadReport);
}

process.once('message', (order) => {
  let players: readonly Player[] = [];
  process.on('message', (command: LoadCommand) => {
    if (command === 'drop') return void storm(players).then((report) => process.send?.(report));
    players = plan(order as LoadOrder, command.secrets);
    void run(players);
  });
  process.send?.(true);
});
process.once('disconnect', () => process.exit(0));
