import { setTimeout as delay } from 'node:timers/promises';
import { CALLS } from '@popfray/protocol';
import {
  battleSeeds,
  battleState,
  battleTerms,
  BATTLE_MS,
  BATTLE_SECONDS,
  decodeServerFrame,
  GRACE_MS,
  makeBlock,
  parseHex,
} from '@popfray/protocol/battle';
import type { SoloPlayer } from '@popfray/server/testing/solo-server';
import { findKnowledge, type Received } from './block-knowledge.ts';
import { LoadSocket } from './load-socket.ts';
import { seedOf } from './planned-round.ts';

/** Between two requests for the same answer of the API, ms. */
const POLL_MS = 250;

/** Between two losses of the connection of the player who loses it, ms. */
const RECONNECT_MS = 5_000;

/** Until when clicks can count, ms of the round. What is received later, such as the receipt, cannot help a player. */
const CLICKS_END_MS = BATTLE_MS + GRACE_MS;

/** Answers of the API to everybody, and to a player, that are about rounds and sessions. */
const PUBLIC_CALLS = [CALLS.getSession, CALLS.getSessions, CALLS.getReceipt, CALLS.getRound, CALLS.getLiveBattles];
const OWN_CALLS = [CALLS.getMySeat, CALLS.getOpenSoloRound, CALLS.getMyRounds];

/** A player's way into a round. */
export interface WatchedSeat {
  readonly player: SoloPlayer;
  readonly token: string;
}

/** How long before its second a block was known at most, ms of the round; negative when it was known only after its second had begun. */
export interface Knowledge {
  /** From the sockets and the API's answers of the players. */
  readonly playersMs: number;
  /** From the socket of a spectator and the public answers of the API; −Infinity when they show no block, as of solo rounds, which have no spectators. */
  readonly spectatorsMs: number;
  /** How often the start was moved after the seeds were closed: the server was interrupted, and the round stood still. */
  readonly movedStarts: number;
}

/** A round of players who click nothing. Everything that the server sends while clicks can count is noted with its time. */
export class WatchedRound {
  readonly #url: string;
  readonly #sessionId: string;
  readonly #ofPlayers: Received[] = [];
  readonly #ofSpectators: Received[] = [];
  readonly #reveals: Uint8Array[] = [];
  #seeds: (Uint8Array | null)[] = [];
  #startsAt = Infinity;
  #movedStarts = 0;
  #isOver = false;

  constructor(url: string, sessionId: string) {
    this.#url = url;
    this.#sessionId = sessionId;
  }

  /**
   * Watches the round to its end. The last of the players loses the connection again and again, so that the state of the round is noted too. A spectator opens
   * a socket and asks the API.
   */
  async watch(seats: readonly WatchedSeat[]): Promise<Knowledge> {
    const last = seats.at(-1);
    if (last === undefined) throw new Error(`${this.#sessionId} has no player`);
    const sockets = seats.slice(0, -1).map((seat, place) => this.#enter(seat, place));
    sockets.push(this.#open(this.#ofSpectators, { type: 'watch_session', sessionId: this.#sessionId }));
    const watching = [
      this.#reconnect(last, seats.length - 1),
      ...PUBLIC_CALLS.map(async ({ path }) => this.#poll(this.#ofSpectators, path)),
      this.#poll(this.#ofSpectators, `${CALLS.watchBattle.path}?from=0&spectator=spectator`),
      ...OWN_CALLS.map(async ({ path }) => this.#poll(this.#ofPlayers, path, last.player.cookie)),
    ];
    while (Date.now() < this.#startsAt + CLICKS_END_MS) await delay(100);
    this.#isOver = true;
    await Promise.all(watching);
    for (const socket of sockets) socket.destroy();
    const playersMs = this.#mostKnown(this.#ofPlayers);
    // Otherwise nothing would be found when the encoding of a reveal has changed.
    if (playersMs === -Infinity)
      throw new Error(`no block of ${this.#sessionId} was found in what its players received`);
    return {
      playersMs,
      spectatorsMs: this.#mostKnown(this.#ofSpectators),
      movedStarts: this.#movedStarts,
    };
  }

  /** Notes what has arrived, with the time of the round by the start that is in force now. */
  #note(received: Received[], bytes: Buffer | string): void {
    const roundMs = Date.now() - this.#startsAt;
    if (roundMs < CLICKS_END_MS) received.push({ roundMs, bytes: Buffer.from(bytes) });
  }

  /** Opens a socket that notes what it receives. */
  #open(received: Received[], first: object, onText?: (text: string) => void): LoadSocket {
    const socket = new LoadSocket(this.#url, undefined, {
      onOpen() {
        socket.sendText('{"type":"init","blockchain":"tron"}');
        socket.sendText(JSON.stringify(first));
      },
      onText: (text) => {
        this.#note(received, text);
        onText?.(text.toString());
      },
      onFrame: (frame) => {
        this.#note(received, frame);
        const decoded = decodeServerFrame(frame);
        if (decoded?.type === 'reveal') this.#reveals[decoded.second] = Uint8Array.from(decoded.reveal);
      },
      onClose: () => undefined,
    });
    return socket;
  }

  /** Connects a player, who gives a seed once. */
  #enter({ player: { userId }, token }: WatchedSeat, place: number): LoadSocket {
    const sessionId = this.#sessionId;
    const socket = this.#open(this.#ofPlayers, { type: 'battle_enter', sessionId, userId, token }, (text) => {
      const message = JSON.parse(text) as { readonly type: string };
      if (message.type === 'battle_terms') {
        const terms = battleTerms.parse(message);
        if (this.#seeds.length > 0 && terms.startsAt !== this.#startsAt) this.#movedStarts += 1;
        this.#startsAt = terms.startsAt;
        const hasSeed = terms.players.some((player) => player.place === terms.place && player.hasSeed);
        if (!hasSeed && this.#seeds.length === 0)
          socket.sendText(JSON.stringify({ type: 'battle_seed', sessionId, seed: seedOf(place) }));
      } else if (message.type === 'battle_seeds')
        this.#seeds = battleSeeds.parse(message).seeds.map((seed) => (seed === null ? null : parseHex(seed)));
      else if (message.type === 'battle_state')
        for (const [second, reveal] of battleState.parse(message).reveals.entries())
          this.#reveals[second] = parseHex(reveal) ?? new Uint8Array(0);
    });
    return socket;
  }

  async #reconnect(seat: WatchedSeat, place: number): Promise<void> {
    while (!this.#isOver) {
      const socket = this.#enter(seat, place);
      await delay(RECONNECT_MS);
      socket.destroy();
    }
  }

  /** Asks the API again and again, and notes each answer that is not the one before. */
  async #poll(received: Received[], path: string, cookie = ''): Promise<void> {
    let last = '';
    while (!this.#isOver) {
      const response = await fetch(`${this.#url}${path.replace('{id}', this.#sessionId)}`, {
        headers: { Cookie: cookie },
      });
      const text = await response.text();
      if (text !== last) this.#note(received, text);
      last = text;
      await delay(POLL_MS);
    }
  }

  /** How long before its second a block was known at most, ms; −Infinity when none was. */
  #mostKnown(received: readonly Received[]): number {
    const reveals = Array.from({ length: BATTLE_SECONDS }, (_, second) => {
      const reveal = this.#reveals[second];
      if (reveal === undefined) throw new Error(`reveal ${second} of ${this.#sessionId} has not arrived`);
      return reveal;
    });
    const blocks = reveals.map((reveal, second) => makeBlock(this.#sessionId, second, reveal, this.#seeds));
    const known = findKnowledge(received, { reveals, blocks });
    return Math.max(...known.filter((ms) => ms !== null));
  }
}
