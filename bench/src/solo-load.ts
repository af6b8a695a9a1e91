/**
 * Run as a program with a channel to its parent: bots that open streamed solo rounds by the API and play them over sockets, four clicks a second each. They know
 * no second before it is revealed, so they play while the server is measured, on another core. They send a path of a mouse as large as that of a person, and a
 * contact for each click, so that no round is held for lack of a path. A few players, whose bytes are counted, click where their mouse is: as no person sends
 * both, a path with contacts is larger than that of any person.
 */
import { arena, blockEntropy, createRound, type Round } from '@popfray/engine';
import { createBot, type Bot, type BotSkill } from '@popfray/engine/bot';
import { CALLS } from '@popfray/protocol';
import {
  BATCH_MS,
  BATTLE_MS,
  CLICKS_WAIT_MS,
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

/** Players who click where their mouse is. They click without aim, so their rounds may be held. */
const MOUSE_PLAYERS = 25;
/** Between two clicks of such a player, ms: the shortest, and how much longer it may be. */
const CLICK_MS = 220;
const CLICK_SPREAD_MS = 80;

/** Between two turns of the load's loop, ms: as long as a frame of a page, which sends its batches in frames. */
const TURN_MS = 16;

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
  /** Null for a player who clicks where the mouse is. */
  readonly bot: Bot | null;
  readonly blocks: ReturnType<typeof blockEntropy>;
  socket: LoadSocket;
  startsAt: number;
  round: Round | null;
  seeds: (Uint8Array | null)[];
  readonly recorder: PathRecorder;
  /** Places of the mouse, and clicks, that are in the path. */
  recorded: number;
  contacts: number;
  /** When a player without a bot clicks next, ms. */
  nextClickMs: number;
}

let refused = 0;
let lateSeeds = 0;

/** Opens a round and enters it. */
async function open(url: string, { userId, cookie }: SoloPlayer, hasBot: boolean): Promise<Player> {
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
    bot: hasBot ? createBot({ skill: SKILL, seed: userId }) : null,
    blocks: blockEntropy(),
    socket,
    startsAt: seat.startsAt,
    round: null,
    seeds: [],
    recorder: new PathRecorder(),
    recorded: 0,
    contacts: 0,
    nextClickMs: CLICK_MS,
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

/** Plays a round up to now, and sends what is due. */
function play(player: Player): void {
  const { round, socket, startsAt, recorder } = player;
  const timeMs = Math.min(Date.now() - startsAt, BATTLE_MS);
  if (round === null || timeMs < 0) return;
  noteBytes(player, socket, timeMs === BATTLE_MS);
  if (timeMs <= round.timeMs) return;
  if (player.bot === null) clickAtMouse(player, round, timeMs);
  else {
    player.bot.advanceTo(round, timeMs);
    recordWithContacts(player, round);
  }
  // A page sends a batch when clicks or path have waited long enough. A late turn has several.
  for (;;) {
    const waiting = round.inputs(player.sent);
    const clickMs = waiting[0] ?? Infinity;
    const pathMs = recorder.waitingMs;
    const firstMs = Math.min(clickMs, pathMs);
    const isDue = timeMs - clickMs >= CLICKS_WAIT_MS || timeMs - pathMs >= BATCH_MS || timeMs === BATTLE_MS;
    if (!isDue || firstMs === Infinity) return;
    const untilMs = Math.min(round.timeMs, firstMs + BATCH_MS - 1);
    let words = 0;
    while ((waiting[words] ?? Infinity) <= untilMs) words += CLICK_WORDS;
    const inputs = waiting.slice(0, words);
    const path = recorder.takePart(untilMs, untilMs - BATCH_MS);
    if (path !== null || words > 0)
      socket.sendFrame(encodeInputs({ first: player.sent, untilMs, inputs, ...(path !== null && { path }) }));
    player.sent += words / CLICK_WORDS;
  }
}

/** Moves the mouse up to a time, and clicks where it is from time to time. */
function clickAtMouse(player: Player, round: Round, untilMs: number): void {
  for (; (WANDERING[player.recorded]?.timeMs ?? Infinity) <= untilMs; player.recorded++) {
    const place = elementOf(WANDERING, player.recorded);
    const isPress = place.timeMs >= player.nextClickMs;
    player.recorder.add({ ...place, isPress });
    if (!isPress) continue;
    round.advanceTo(place.timeMs);
    round.pop(place.xPx, place.yPx);
    player.nextClickMs = place.timeMs + CLICK_MS + (place.timeMs % CLICK_SPREAD_MS);
  }
  round.advanceTo(untilMs);
}

/** Adds the path of the mouse, and a contact for each click, up to the round's time. */
function recordWithContacts(player: Player, round: Round): void {
  const { recorder } = player;
  const clicks = round.inputs(player.contacts);
  let word = 0;
  const touchUntil = (untilMs: number): void => {
    for (; (clicks[word] ?? Infinity) <= untilMs; word += CLICK_WORDS)
      recorder.add({
        timeMs: clicks[word] ?? 0,
        xPx: (clicks[word + 1] ?? 0) / 4,
        yPx: (clicks[word + 2] ?? 0) / 4,
        device: 'touch',
        radiusPx: 12,
      });
  };
  for (; (WANDERING[player.recorded]?.timeMs ?? Infinity) <= round.timeMs; player.recorded++) {
    const place = elementOf(WANDERING, player.recorded);
    touchUntil(place.timeMs);
    recorder.add(place);
  }
  touchUntil(round.timeMs);
  player.contacts += clicks.length / CLICK_WORDS;
}

async function run({ url, players: list }: SoloLoadOrder): Promise<void> {
  const players: Player[] = [];
  const timer = setInterval(() => {
    for (const player of players) play(player);
  }, TURN_MS);
  for (let from = 0; from < list.length; from += OPENING) {
    const next = list.slice(from, from + OPENING);
    players.push(...(await Promise.all(next.map(async (player, at) => open(url, player, from + at >= MOUSE_PLAYERS)))));
  }
  await waitForEnd(players, Math.max(...players.map(({ startsAt }) => startsAt)) + BATTLE_MS + ENDING_MS);
  clearInterval(timer);
  const { upPerS } = reportPlayed(players.filter(({ bot }) => bot === null));
  process.send?.({ ...reportPlayed(players), upPerS, refused, lateSeeds } satisfies SoloReport);
}

process.once('message', (order) => void run(order as SoloLoadOrder));
process.once('disconnect', () => process.exit(0));
