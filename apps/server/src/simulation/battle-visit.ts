import { decodeServerFrame, encodeInputs, type BattleOver } from '@popfray/protocol/battle';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { BattleRound } from './battle-round.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { ClientSocket, SocketReader } from './simulated-socket.ts';

/** Interval in which a page sends clicks, ms. A batch spans less than 200 ms. */
const CLICKS_EVERY_MS = 180;

/** What a visit needs to know of its player. */
interface VisitingPlayer {
  readonly process: SimulatedProcess;
  readonly random: Random;
  readonly enterMessage: (sessionId: string) => object;
}

/** One connection to a battle. */
export class BattleVisit implements SocketReader {
  over: BattleOver | null = null;
  hasLeft = false;
  readonly #player: VisitingPlayer;
  readonly #round: BattleRound;
  readonly #seed: string;
  #socket: ClientSocket | null = null;
  #isClosed = false;
  /** Whether the server has said what it has of the round, so that clicks can be sent. */
  #isReady = false;

  constructor(player: VisitingPlayer, round: BattleRound, seed: string) {
    this.#player = player;
    this.#round = round;
    this.#seed = seed;
  }

  /** Plays until the battle is over, the connection is lost, or the player wants to leave. */
  async play(socket: ClientSocket, untilMs: number, wantsToLeave: () => boolean): Promise<void> {
    const { random, process } = this.#player;
    const { sessionId } = this.#round;
    this.#socket = socket;
    this.#round.forgetUnanswered();
    this.#say({ type: 'init', blockchain: 'tron' });
    if (random.chance(30)) this.#say({ type: 'watch_session', sessionId });
    this.#say(this.#player.enterMessage(sessionId));
    const cutAt = random.chance(20) ? process.scheduler.nowMs + random.below(60_000) : Number.POSITIVE_INFINITY;
    while (!this.#isClosed && this.over === null && process.scheduler.nowMs < Math.min(untilMs, cutAt)) {
      await process.sleep(this.#round.isRunning ? CLICKS_EVERY_MS : 1_000, 'page');
      const batches = this.#isClosed || !this.#isReady ? [] : this.#round.play(process.scheduler.nowMs);
      for (const batch of batches) {
        const frame = encodeInputs(batch);
        socket.send(frame);
        if (random.chance(1)) socket.send(frame);
      }
      if (!wantsToLeave() || this.#round.terms === null) continue;
      this.#say({ type: 'battle_leave', sessionId });
      this.hasLeft = true;
      await process.sleep(500, 'page');
      return;
    }
  }

  onMessage(data: Uint8Array | string): void {
    if (typeof data !== 'string') return this.#handleFrame(data);
    const message = JSON.parse(data) as GameSocketOut;
    const round = this.#round;
    switch (message.type) {
      case 'battle_terms':
        if (round.terms === null) this.#say({ type: 'battle_seed', sessionId: round.sessionId, seed: this.#seed });
        round.handleTerms(message);
        break;
      case 'battle_seeds':
        // After a reconnection the state follows, before which nothing may be sent.
        if (!round.hasSeeds) this.#isReady = true;
        round.handleSeeds(message.seeds);
        break;
      case 'battle_state':
        round.handleState(message);
        this.#isReady = true;
        break;
      case 'battle_over':
        this.#player.process.note(`battle ${message.sessionId} is ${message.outcome}`);
        if (message.sessionId === round.sessionId) this.over = message;
        break;
      case 'battle_refused':
        this.#player.process.note(`battle ${message.sessionId} refuses: ${message.code}`);
        if (message.code !== 'ERR_SEED_LATE') this.#isClosed = true;
        break;
      default:
    }
  }

  onClose(): void {
    this.#isClosed = true;
  }

  #handleFrame(bytes: Uint8Array): void {
    const frame = decodeServerFrame(bytes);
    if (frame?.type === 'reveal') this.#round.handleReveal(frame);
    else if (frame?.type === 'refused') this.#round.handleRefused(frame);
    else if (frame?.type === 'accepted') this.#round.handleAccepted(frame);
  }

  #say(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }
}
