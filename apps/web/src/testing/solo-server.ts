import { arena } from '@popfray/engine';
import type { OwnSoloReward, SoloSeat } from '@popfray/protocol';
import {
  BATTLE_SECONDS,
  decodeClientFrame,
  encodeAccepted,
  encodeReveal,
  encodeTime,
  makeCommitment,
  makeHex,
  makeReveals,
  type BattleOver,
} from '@popfray/protocol/battle';
import type { GameSocketOut, GameSocketSaid } from '@popfray/protocol/socket';

/** Address of the player of all test rounds. */
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** Words of a click in a batch. */
const CLICK_WORDS = 3;

/** A seat in the server's format. */
export const makeSeat = (changed: Partial<SoloSeat> = {}): SoloSeat => ({
  id: 'round-0001',
  userId: ADDRESS,
  token: 'token-0001',
  rulesId: arena.id,
  rulesVersion: arena.version,
  loadout: [],
  openedAt: Date.now(),
  startsAt: Date.now() + 5_000,
  isNew: true,
  ...changed,
});

/** The page's end of a simulated connection. */
class SimulatedSocket extends EventTarget {
  binaryType = 'blob';
  readonly #server: SoloServer;

  constructor(server: SoloServer) {
    super();
    this.#server = server;
    setTimeout(() => server.accept(this), 0);
  }

  send(data: string | Uint8Array): void {
    if (typeof data === 'string') this.#server.handleMessage(JSON.parse(data) as GameSocketSaid);
    else this.#server.handleFrame(data);
  }

  close(): void {
    this.#server.release(this);
  }

  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  end(code: number): void {
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

/**
 * A game server in the page with one paid round, for states of screens that a real server cannot produce at once. It accepts all clicks, and
 * ends the round when the test says so. `start` replaces the page's sockets, `stop` ends that.
 */
export class SoloServer {
  seat: SoloSeat;
  /** Time from entering to the first second, ms; negative when the round already runs. */
  startsInMs = 200;
  /** Seconds that are revealed when the seeds are closed. */
  revealedSeconds: number = BATTLE_SECONDS;
  /** Whether it refuses connections. */
  isDown = false;
  /** Whether it knows no round. */
  hasForgotten = false;
  /** Tokens with which the round was entered. */
  readonly tokens: string[] = [];
  /** Types of all messages of the page. */
  readonly received: string[] = [];
  /** Clicks that it has accepted. */
  clicks: number[] = [];
  readonly #RealSocket = window.WebSocket;
  readonly #reveals = makeReveals(crypto.getRandomValues(new Uint8Array(32)));
  #socket: SimulatedSocket | null = null;
  #startsAt: number | null = null;
  #seed: string | null = null;
  #over: BattleOver | null = null;

  constructor(seat: Partial<SoloSeat> = {}) {
    this.seat = makeSeat(seat);
  }

  start(): void {
    const RealSocket = this.#RealSocket;
    window.WebSocket = new Proxy(RealSocket, {
      construct: (_, [url, protocols]: [string, string?]) =>
        url === `ws://${location.host}/ws` ? new SimulatedSocket(this) : new RealSocket(url, protocols),
    });
  }

  stop(): void {
    window.WebSocket = this.#RealSocket;
    this.#socket = null;
  }

  /** Ends the round with a reward of 10.39 TRX that is credited, unless `changed` states another. */
  end(changed: Partial<OwnSoloReward> & { readonly score?: number } = {}): void {
    const { score = 1_039, ...reward } = changed;
    const solo: OwnSoloReward = {
      earnedSun: score * 10_000,
      creditedSun: score * 10_000,
      status: 'credited',
      cutBy: null,
      ...reward,
    };
    const own = { place: 0, userId: ADDRESS, position: 1, popped: 11, bestCombo: 4, status: 'finished' } as const;
    this.#finish({ outcome: 'settled', results: [{ ...own, score, shareSun: solo.creditedSun }], solo });
  }

  /** Calls the round off. */
  cancel(): void {
    this.#finish({ outcome: 'cancelled', results: [] });
  }

  /** Closes the page's connection. */
  drop(code = 1006): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.end(code);
  }

  /** Sends a reveal that does not belong to the commitment. */
  cheat(): void {
    this.#sendFrame(encodeReveal({ second: this.revealedSeconds, reveal: new Uint8Array(32) }));
  }

  /** Reveals the seconds up to another one. */
  reveal(untilSecond: number): void {
    for (let second = this.revealedSeconds; second < untilSecond; second++) this.#sendReveal(second);
    this.revealedSeconds = untilSecond;
  }

  /** Called by a socket. */
  accept(socket: SimulatedSocket): void {
    if (this.isDown) {
      socket.end(1006);
      return;
    }
    this.#socket = socket;
    socket.dispatchEvent(new Event('open'));
  }

  release(socket: SimulatedSocket): void {
    if (this.#socket === socket) this.#socket = null;
  }

  handleMessage(message: GameSocketSaid): void {
    this.received.push(message.type);
    if (message.type === 'battle_enter') this.#handleEntry(message.token);
    if (message.type === 'battle_seed') this.#handleSeed(message.seed);
  }

  handleFrame(bytes: Uint8Array): void {
    const frame = decodeClientFrame(bytes);
    if (frame?.type === 'clock') this.#sendFrame(encodeTime(frame.clientMs, Date.now()));
    if (frame?.type !== 'inputs') return;
    this.clicks = [...this.clicks.slice(0, frame.first * CLICK_WORDS), ...frame.inputs];
    this.#sendFrame(encodeAccepted({ untilMs: frame.untilMs, count: this.clicks.length / CLICK_WORDS }));
  }

  #handleEntry(token: string): void {
    this.tokens.push(token);
    const sessionId = this.seat.id;
    if (this.hasForgotten) {
      this.#send({ type: 'battle_refused', sessionId, code: 'ERR_SESSION_UNKNOWN', message: '' });
      return;
    }
    if (this.#over !== null) {
      this.#send(this.#over);
      return;
    }
    this.#startsAt ??= Date.now() + this.startsInMs;
    const serverMs = Date.now();
    this.#send({
      type: 'battle_terms',
      sessionId,
      commitment: makeHex(makeCommitment(this.#reveals)),
      rulesId: this.seat.rulesId,
      rulesVersion: this.seat.rulesVersion,
      loadout: this.seat.loadout,
      startsAt: this.#startsAt,
      serverMs,
      place: 0,
      players: [
        {
          place: 0,
          userId: ADDRESS,
          username: 'TRON_TJRabP',
          walletAddress: ADDRESS,
          blockchain: 'tron',
          isBot: false,
          isConnected: true,
          hasSeed: this.#seed !== null,
        },
      ],
    });
    if (serverMs < this.#startsAt && this.#seed === null) return;
    this.#send({ type: 'battle_seeds', sessionId, seeds: [this.#seed] });
    const reveals = this.#reveals.slice(0, this.revealedSeconds).map(makeHex);
    this.#send({ type: 'battle_state', sessionId, reveals, inputs: [this.clicks], serverMs });
  }

  #handleSeed(seed: string): void {
    this.#seed = seed;
    this.#send({ type: 'battle_seeds', sessionId: this.seat.id, seeds: [seed] });
    for (let second = 0; second < this.revealedSeconds; second++) this.#sendReveal(second);
  }

  #finish(end: Omit<BattleOver, 'type' | 'sessionId'>): void {
    this.#over = { type: 'battle_over', sessionId: this.seat.id, ...end };
    this.#send(this.#over);
  }

  #sendReveal(second: number): void {
    const reveal = this.#reveals[second];
    if (reveal !== undefined) this.#sendFrame(encodeReveal({ second, reveal }));
  }

  #send(message: GameSocketOut): void {
    this.#socket?.receive(JSON.stringify(message));
  }

  #sendFrame(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket?.receive(bytes.buffer);
  }
}
