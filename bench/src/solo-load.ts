/**
 * Run as a program with a channel to its parent: bots that open streamed solo rounds by the API and play them over sockets, four clicks a second each. They know
 * no second before it is revealed, so they play while the server is measured, on another core. They send a path of a mouse as large as that of a person, and a
 * contact for each click, so that no round is held for lack of a path.
 */
import { arena, blockEntropy, createRound, type Round } from '@popfray/engine';
import { createBot, type Bot, type BotSkill } from '@popfray/engine/bot';
import { CALLS } from '@popfray/protocol';
import {
  BATCH_MS,
  BATTLE_MS,
  battleSeeds,
  battleTerms,
  decodeServerFrame,
  encodeInputs,
  FRAME,
  makeBlock,
  parseHex,
  PathRecorder,
  type PointerPlace,
} from '@popfray/protocol/battle';
import type { SoloPlayer } from '@popfray/server/testing/solo-server';
import {
  newLoadPlayer,
  noteBytes,
  reportPlayed,
  waitForEnd,
  type LoadPlayer,
  type PlayedReport,
} from './load-player.ts';
import { LoadSocket } from './load-socket.ts';
import { CLICK_WORDS, seedOf } from './planned-round.ts';
import { FIELD, generator, normal } from './played-path.ts';
import { elementOf } from './element.ts';

/** What the parent sends. The answer, a SoloReport, comes when all rounds are over. */
export interface SoloLoadOrder {
  readonly url: string;
  readonly players: readonly SoloPlayer[];
}

/** What became of the rounds. `finished` counts the players who received the end with a reward. */
export interface SoloReport extends PlayedReport {
  readonly refused: number;
  /** Seeds that came after the seeds were closed: those rounds are played without one. */
  readonly lateSeeds: number;
}

/** Four clicks a second, as slow and as scattered as a person's, so that no round is held. */
const SKILL: BotSkill = { reactionMs: 200, reactionSpreadMs: 90, aimErrorPx: 12, missPct: 5, choice: 2 };

/** Between two turns of the load's loop, ms. A page sends its clicks in turns too. */
const TURN_MS = 50;

/** Rounds opened at once. */
const OPENING = 20;

/** How long after the end of the round the load waits for the rewards, ms. */
const ENDING_MS = 30_000;

/** Time between two events of a mouse, and how long it rests after each movement, ms. */
const EVENT_MS = 8;
const MOVING_MS = 600;
const RESTING_MS = 100;

/** The path of a mouse that wanders over the field, at the speed of a hand and with noise. Every player sends it. */
const WANDERING: readonly PointerPlace[] = wander();

function wander(): PointerPlace[] {
  const random = generator('wandering');
  const places: PointerPlace[] = [];
  let [xPx, yPx, dx, dy] = [FIELD.widthPx / 2, FIELD.heightPx / 2, 0, 0];
  for (let timeMs = 0; timeMs < BATTLE_MS; timeMs += EVENT_MS) {
    if (timeMs % (MOVING_MS + RESTING_MS) > MOVING_MS) continue;
    dx = 0.9 * dx + 1.2 * normal(random) + 0.001 * (FIELD.widthPx / 2 - xPx);
    dy = 0.9 * dy + 1.2 * normal(random) + 0.001 * (FIELD.heightPx / 2 - yPx);
    xPx += dx;
    yPx += dy;
    places.push({ timeMs, xPx, yPx, device: 'mouse' });
  }
  return places;
}

interface Player extends LoadPlayer {
  readonly userId: string;
  readonly bot: Bot;
  readonly blocks: ReturnType<typeof blockEntropy>;
  socket: LoadSocket;
  startsAt: number;
  round: Round | null;
  seeds: (Uint8Array | null)[];
  readonly recorder: PathRecorder;
  /** Places of the mouse that are recorded, and the end of the last batch, ms. */
  recorded: number;
  untilMs: number;
}

let refused = 0;
let lateSeeds = 0;

/** Opens a round and enters it. */
async function open(url: string, { userId, cookie }: SoloPlayer): Promise<Player> {
  const response = await fetch(`${url}${CALLS.openSoloRound.path}`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json', Cookie: cookie },
    body: '{}',
  });
  if (!response.ok) throw new Error(`${userId}: ${await response.text()}`);
  const seat = CALLS.openSoloRound.answer.parse(await response.json());
  const { id: sessionId, token } = seat;
  const socket = new LoadSocket(url, undefined, {
    onOpen() {
      socket.sendText('{"type":"init","blockchain":"tron"}');
      socket.sendText(JSON.stringify({ type: 'battle_enter', sessionId, userId, token }));
    },
    onText: (text) => readText(player, sessionId, JSON.parse(text.toString()) as { readonly type: string }),
    onFrame(frame) {
      if (frame[0] === FRAME.refused) refused += 1;
      if (frame[0] !== FRAME.reveal) return;
      const decoded = decodeServerFrame(frame);
      if (decoded?.type === 'reveal')
        player.blocks.reveal(decoded.second, makeBlock(sessionId, decoded.second, decoded.reveal, player.seeds));
    },
    onClose: () => undefined,
  });
  const player: Player = {
    ...newLoadPlayer(),
    userId,
    bot: createBot({ skill: SKILL, seed: userId }),
    blocks: blockEntropy(),
    socket,
    startsAt: seat.startsAt,
    round: null,
    seeds: [],
    recorder: new PathRecorder(),
    recorded: 0,
    untilMs: -1,
  };
  return player;
}

function readText(player: Player, sessionId: string, message: { readonly type: string }): void {
  if (message.type === 'battle_terms') {
    const terms = battleTerms.parse(message);
    player.startsAt = terms.startsAt;
    if (!terms.players.every(({ hasSeed }) => hasSeed))
      player.socket.sendText(JSON.stringify({ type: 'battle_seed', sessionId, seed: seedOf(0) }));
  } else if (message.type === 'battle_seeds') {
    player.seeds = battleSeeds.parse(message).seeds.map((seed) => (seed === null ? null : parseHex(seed)));
    const made = createRound({ rules: arena, entropy: player.blocks, events: false });
    if (!made.ok) throw new Error(made.error.code);
    player.round = made.value;
  } else if (message.type === 'battle_over') player.isOver = 'solo' in message;
  else if (message.type === 'battle_refused' && 'code' in message && message.code === 'ERR_SEED_LATE') lateSeeds += 1;
  else if (message.type === 'battle_refused' || message.type === 'error')
    throw new Error(`${player.userId}: ${JSON.stringify(message)}`);
}

/** Plays a round up to now, and sends the clicks. */
function play(player: Player): void {
  const { round, socket, startsAt, bot } = player;
  const timeMs = Math.min(Date.now() - startsAt, BATTLE_MS);
  if (round === null || timeMs < 0) return;
  noteBytes(player, socket, timeMs === BATTLE_MS);
  if (timeMs <= round.timeMs) return;
  bot.advanceTo(round, timeMs);
  // A batch spans 200 ms at most, and this program may come late to its turn.
  for (let waiting = round.inputs(player.sent); waiting.length > 0; waiting = round.inputs(player.sent)) {
    const untilMs = Math.min(round.timeMs, (waiting[0] ?? 0) + BATCH_MS - 1);
    let words = 0;
    while ((waiting[words] ?? Infinity) <= untilMs) words += CLICK_WORDS;
    send(player, untilMs, waiting.slice(0, words));
  }
  if (round.timeMs - player.untilMs >= BATCH_MS - TURN_MS) send(player, round.timeMs, NO_CLICKS);
}

const NO_CLICKS = new Int32Array(0);

/** Sends a batch of clicks with the path up to its end. */
function send(player: Player, untilMs: number, inputs: Int32Array): void {
  const { recorder, socket } = player;
  let click = 0;
  const touch = (beforeMs: number): void => {
    for (; click < inputs.length && (inputs[click] ?? 0) <= beforeMs; click += CLICK_WORDS)
      recorder.add({
        timeMs: inputs[click] ?? 0,
        xPx: (inputs[click + 1] ?? 0) / 4,
        yPx: (inputs[click + 2] ?? 0) / 4,
        device: 'touch',
        radiusPx: 12,
      });
  };
  for (; (WANDERING[player.recorded]?.timeMs ?? Infinity) <= untilMs; player.recorded++) {
    touch(elementOf(WANDERING, player.recorded).timeMs);
    recorder.add(elementOf(WANDERING, player.recorded));
  }
  touch(untilMs);
  const path = recorder.takePart(untilMs, untilMs - BATCH_MS);
  if (path === null && inputs.length === 0) return;
  socket.sendFrame(encodeInputs({ first: player.sent, untilMs, inputs, ...(path !== null && { path }) }));
  player.untilMs = untilMs;
  player.sent += inputs.length / CLICK_WORDS;
}

async function run({ url, players: list }: SoloLoadOrder): Promise<void> {
  const players: Player[] = [];
  const timer = setInterval(() => {
    for (const player of players) play(player);
  }, TURN_MS);
  for (let from = 0; from < list.length; from += OPENING)
    players.push(...(await Promise.all(list.slice(from, from + OPENING).map(async (player) => open(url, player)))));
  await waitForEnd(players, Math.max(...players.map(({ startsAt }) => startsAt)) + BATTLE_MS + ENDING_MS);
  clearInterval(timer);
  process.send?.({ ...reportPlayed(players), refused, lateSeeds } satisfies SoloReport);
}

process.once('message', (order) => void run(order as SoloLoadOrder));
process.once('disconnect', () => process.exit(0));
