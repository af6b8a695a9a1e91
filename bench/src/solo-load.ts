/**
 * Run as a program with a channel to its parent: bots that open streamed solo rounds by the API and play them over sockets, four clicks a second each. They know
 * no second before it is revealed, so they play while the server is measured, on another core.
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

interface Player extends LoadPlayer {
  readonly userId: string;
  readonly bot: Bot;
  readonly blocks: ReturnType<typeof blockEntropy>;
  socket: LoadSocket;
  startsAt: number;
  round: Round | null;
  seeds: (Uint8Array | null)[];
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
    socket.sendFrame(encodeInputs({ first: player.sent, untilMs, inputs: waiting.slice(0, words) }));
    player.sent += words / CLICK_WORDS;
  }
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
