import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '@popfray/engine/result';
import { encodeInputs, type BattleEntry, type InputBatch } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import type { BattleConnection, BattleConnectionError } from '../battles/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { RelayRecord } from './record.ts';

/** The connection of a player to a battle at this node or at another one, which answers later. */
export interface PlayerConnection extends Omit<BattleConnection, 'setSeed'> {
  /** Sets the player's part of the randomness, as `BattleConnection` does. */
  setSeed(seed: string): SeedResult | Promise<SeedResult>;
}

type SeedResult = ReturnType<BattleConnection['setSeed']>;

/** What a relayed connection needs from its node. */
export interface RelayedConnectionOptions {
  readonly link: number;
  readonly client: Connection;
  /** The seat, and the number of the entry where the client has one. */
  readonly seat: { readonly sessionId: string; readonly userId: string; readonly entry?: BattleEntry | undefined };
  /** Returns the proof for another node that the client speaks for the seat. */
  readonly prove: (nodeId: string, attempt: number) => string;
  /** The node that has the battle now: its id, `here`, or `unknown` while the database does not answer. */
  readonly findOwner: () => Promise<string>;
  readonly connectHere: () => Promise<Result<BattleConnection, BattleConnectionError>>;
  /** Receives why an attempt to connect here has failed. It is repeated. */
  readonly onFault: (error: unknown) => void;
  readonly send: (nodeId: string, record: RelayRecord) => void;
  /** Whether records reach other nodes. */
  readonly isUsable: () => boolean;
  readonly onEnd: () => void;
}

/** How long the node of a battle may take to accept a client, ms. */
const CONNECT_TIMEOUT_MS = 1_500;

/** Between two attempts to find and reach the node of a battle, ms. */
const RETRY_MS = 100;

/** After this long without a node for the battle, its client is disconnected, ms. It may reach the battle from another node. */
const ATTACH_TIMEOUT_MS = 10_000;

/** Codes with which a node gives a battle up. The client's connection stays open, and follows the battle. */
const isMoved = (code: number): boolean => code === CLOSE.moved || code === CLOSE.stopping;

/** Where the inputs of the client go. */
type Target = { readonly nodeId: string } | { readonly here: BattleConnection } | null;

/**
 * A client's connection to a battle that another node plays. When the battle moves to a third node, or to this one, the connection follows it; the client
 * receives terms, seeds and state again.
 */
export class RelayedConnection implements PlayerConnection {
  readonly #options: RelayedConnectionOptions;
  #target: Target = null;
  #isEnded = false;
  /** Whether the player has given the battle up. A node that dies may not have stored that. */
  #isLeaving = false;
  #attaching: Promise<Result<true, BattleConnectionError>> | null = null;
  /** The number of the last attempt to connect to a node. */
  #attempt = 0;
  /** Called with the answer to that attempt to connect: empty for success, the code of a refusal, or null to try again. */
  #onAnswer: ((code: string | null) => void) | null = null;
  /** Whether the battle has moved, or records were lost, since the last attempt began: then its success means nothing. */
  #isOutdated = false;
  #onSeedAnswer: ((code: string) => void) | null = null;

  constructor(options: RelayedConnectionOptions) {
    this.#options = options;
  }

  get userId(): string {
    return this.#options.seat.userId;
  }

  get sessionId(): string {
    return this.#options.seat.sessionId;
  }

  /** The node that the client's inputs are sent to; null for none. */
  get nodeId(): string | null {
    return this.#target !== null && 'nodeId' in this.#target ? this.#target.nodeId : null;
  }

  handleInputs(batch: InputBatch): ReturnType<BattleConnection['handleInputs']> {
    const target = this.#target;
    if (target === null || this.#isEnded) return 'accepted';
    if ('here' in target) return target.here.handleInputs(batch);
    this.#send(target.nodeId, { type: 'inputs', link: this.#options.link, frame: encodeInputs(batch) });
    return 'accepted';
  }

  async setSeed(seed: string): Promise<SeedResult> {
    const target = this.#target;
    if (target === null || this.#isEnded) return ok(true);
    if ('here' in target) return target.here.setSeed(seed);
    const answer = Promise.withResolvers<string>();
    this.#onSeedAnswer = answer.resolve;
    this.#send(target.nodeId, { type: 'seed', link: this.#options.link, seed });
    // Without an answer the client sends it again with the next terms.
    const code = await Promise.race([answer.promise, delay(CONNECT_TIMEOUT_MS, '', { ref: false })]);
    return code === 'ERR_SEED' || code === 'ERR_SEED_LATE' ? err(code) : ok(true);
  }

  leave(): void {
    this.#isLeaving = true;
    const target = this.#target;
    if (target === null || this.#isEnded) return;
    if ('here' in target) target.here.leave();
    else this.#send(target.nodeId, { type: 'leave', link: this.#options.link });
  }

  disconnect(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#release();
    this.#answer(null);
    this.#options.onEnd();
  }

  /** Connects to the node that has the battle. */
  async attach(): Promise<Result<true, BattleConnectionError>> {
    this.#attaching ??= this.#attach().finally(() => (this.#attaching = null));
    return this.#attaching;
  }

  /** Connects again: the node is gone or has given the battle up, or records were lost. */
  async follow(): Promise<void> {
    if (this.#isEnded) return;
    if (this.#attaching !== null) {
      this.#isOutdated = true;
      return;
    }
    const attached = await this.attach();
    // What the client sees is out of date: it connects again, and learns why it cannot.
    if (!attached.ok) this.#closeClient(CLOSE.moved, 'the battle cannot be reached');
  }

  /** Another node has the battle from now on. What was asked of the one before is not answered any more. */
  handleMove(nodeId: string): void {
    const target = this.#target;
    if (target !== null && ('here' in target || target.nodeId === nodeId)) return;
    if (this.#onAnswer !== null) this.#answer(null);
    else void this.follow();
  }

  handleRecord(nodeId: string, record: RelayRecord): void {
    // The node has answered an attempt that this connection has given up.
    if ('attempt' in record && record.attempt !== this.#attempt && record.attempt !== 0) return;
    switch (record.type) {
      case 'connected':
        this.#answer('');
        break;
      case 'refused':
        this.#answer(record.code);
        break;
      case 'seed-answer':
        this.#onSeedAnswer?.(record.code);
        break;
      case 'unknown':
        if (this.#onAnswer !== null) {
          // Without a number it is about something that was sent before the attempt.
          if (record.attempt !== 0) this.#answer(null);
        } else if (this.nodeId === nodeId) void this.follow();
        break;
      case 'close':
        if (!isMoved(record.code)) this.#closeClient(record.code, record.reason);
        else if (this.#onAnswer !== null) this.#answer(null);
        else if (this.nodeId === nodeId) void this.follow();
        break;
      default:
    }
  }

  /** Sends the client what its battle sends. */
  deliver(nodeId: string, data: Uint8Array | string): void {
    if (!this.#isEnded && this.nodeId === nodeId) this.#options.client.send(data);
  }

  async #attach(): Promise<Result<true, BattleConnectionError>> {
    const { client, connectHere, findOwner, isUsable } = this.#options;
    const until = performance.now() + ATTACH_TIMEOUT_MS;
    while (!this.#isEnded && client.isOpen && performance.now() < until) {
      const owner = await findOwner();
      if (owner === 'here') {
        const connected = await connectHere().catch(this.#fail);
        if (!connected.ok && connected.error !== 'ERR_BATTLE_MOVED') return connected;
        if (connected.ok) {
          this.#release();
          this.#target = { here: connected.value };
          if (this.#isEnded) this.#release();
          if (this.#isLeaving) this.leave();
          return ok(true);
        }
      } else if (owner !== 'unknown' && isUsable()) {
        const code = await this.#connectTo(owner);
        if (code === '') {
          if (this.#isLeaving) this.leave();
          return ok(true);
        }
        if (code !== null && code !== 'ERR_BATTLE_MOVED') return err(code as BattleConnectionError);
      }
      await delay(RETRY_MS, undefined, { ref: false });
    }
    return err('ERR_BATTLE_MOVED');
  }

  /** Asks a node to connect the client. Resolves as `#onAnswer` is called, or with null when the node does not answer. */
  async #connectTo(nodeId: string): Promise<string | null> {
    if (this.nodeId !== nodeId) this.#release();
    this.#target = { nodeId };
    const answer = Promise.withResolvers<string | null>();
    this.#onAnswer = answer.resolve;
    this.#isOutdated = false;
    const attempt = ++this.#attempt;
    const { link, seat, prove } = this.#options;
    this.#send(nodeId, { type: 'connect', link, attempt, ...seat, proof: prove(nodeId, attempt) });
    const code = await Promise.race([answer.promise, delay(CONNECT_TIMEOUT_MS, null, { ref: false })]);
    this.#onAnswer = null;
    // The node may have given the battle up in the same message in which it has accepted the client.
    return this.#isOutdated ? null : code;
  }

  /** Ends the wait for the answer to the last attempt. What is received after it, even in the same message, is no answer any more. */
  #answer(code: string | null): void {
    const onAnswer = this.#onAnswer;
    this.#onAnswer = null;
    onAnswer?.(code);
  }

  /** Reports a failed attempt, for example while the database is away. */
  readonly #fail = (error: unknown): Result<never, 'ERR_BATTLE_MOVED'> => {
    this.#options.onFault(error);
    return err('ERR_BATTLE_MOVED');
  };

  /** Ends the part of the client at the node that it is connected to. */
  #release(): void {
    const target = this.#target;
    this.#target = null;
    if (target === null) return;
    if ('here' in target) target.here.disconnect();
    else this.#send(target.nodeId, { type: 'disconnect', link: this.#options.link });
  }

  #closeClient(code: number, reason: string): void {
    this.disconnect();
    this.#options.client.close(code, reason);
  }

  #send(nodeId: string, record: RelayRecord): void {
    this.#options.send(nodeId, record);
  }
}
