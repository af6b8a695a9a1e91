import { createHash } from 'node:crypto';
import type { Result } from '@popfray/engine/result';
import type { FailureCode, Payment } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import { submitPayment } from '../payments/intent.ts';
import type { Context } from '../platform/context/context.ts';
import { DatabaseUnavailableError } from '../platform/database/errors.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { beginSignIn } from '../sign-in/sign-in.ts';
import { BattleRound } from './battle-round.ts';
import { BattleVisit } from './battle-visit.ts';
import type { Random } from './random.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { ClientSocket, SocketReader } from './simulated-socket.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** How long a page waits for an answer, ms. */
const TIMEOUT_MS = 10_000;

/** How often a page makes a request that is not answered. */
const ATTEMPTS = 4;

/** The longest that a request or an answer takes, ms. */
const LATENCY_MS = 60;

/** A request that got no answer, so the page does not know what became of it. */
class NoAnswerError extends Error {}

/** A player with a wallet and a page, who talks to any node. */
export class SimulatedPlayer {
  readonly name: string;
  readonly address: string;
  readonly privateKey: string;
  readonly process: SimulatedProcess;
  readonly random: Random;
  readonly world: SimulatedWorld;
  readonly nodes: readonly SimulatedNode[];
  /** Ids of what a server has confirmed, by the tables in which they must be. */
  readonly confirmed = { sessions: new Set<string>(), payments: new Set<string>(), payouts: new Set<string>() };
  /** The rounds that the player has played, by session. */
  readonly rounds = new Map<string, BattleRound>();
  #requests = 0;
  #entries = 0;

  constructor(name: string, world: SimulatedWorld, nodes: readonly SimulatedNode[]) {
    this.nodes = nodes;
    this.name = name;
    this.world = world;
    this.privateKey = createHash('sha256').update(`simulated player ${name}`).digest('hex');
    this.address = addressOf(this.privateKey, world);
    this.process = world.createClient(name);
    this.random = this.process.random;
  }

  /** A new id, as pages choose them. */
  createId(): string {
    return `${this.name}-${++this.#requests}-${this.random.below(1_000_000)}`;
  }

  async sleep(leastMs: number, mostMs = leastMs): Promise<void> {
    await this.process.sleep(this.random.between(leastMs, mostMs));
  }

  /**
   * Makes a request to some node, and repeats it while it is not answered. Resolves with null when it failed. Sometimes it is made twice, at two nodes
   * at once, as by a proxy that repeats it.
   */
  async request<Value>(
    what: string,
    work: (context: Context) => Promise<Result<Value, FailureCode>>,
  ): Promise<Value | null> {
    const nodes = this.nodes;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await this.sleep(500, 4_000);
      const answer = this.#ask(this.random.pick(nodes), what, work);
      if (this.random.chance(5)) this.#ask(this.random.pick(nodes), what, work).catch(() => undefined);
      try {
        const result = await answer;
        if (what !== 'look') this.process.note(result.ok ? what : `${what}: ${result.error}`);
        return result.ok ? result.value : null;
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        this.process.note(`${what}: ${error.message}`);
      }
    }
    return null;
  }

  /** Signs a payment in the wallet and hands it in; sometimes not, or late, or past the server. */
  async pay(payment: Payment | null): Promise<void> {
    if (payment === null || payment.unsigned === null) return;
    const signed = this.world.chain.node.signPayment(payment.unsigned, this.privateKey);
    if (this.random.chance(5)) return;
    if (this.random.chance(5)) await this.sleep(1_000, 150_000);
    if (this.random.chance(5)) {
      this.process.note('sends a payment past the server');
      await this.world.chain.node.broadcast(signed);
      return;
    }
    const sent = await this.request('submit', async (context) =>
      submitPayment(context, this.address, payment.id, signed),
    );
    if (sent !== null) this.confirmed.payments.add(sent.id);
  }

  /** Plays a battle to its end, with reconnections. Resolves with what its page was told at last; null when it has heard nothing. */
  async playBattle(sessionId: string, untilMs: number): Promise<BattleOver | null> {
    // Those of an expert are held, because it plays like a program.
    const skill = this.random.pick(['novice', 'novice', 'regular', 'expert'] as const);
    const style = { skill, seed: `${sessionId} ${this.name}`, sendsPath: this.random.chance(50) };
    const round = new BattleRound(sessionId, style, (finding) => this.world.report(finding));
    this.rounds.set(sessionId, round);
    const seed = createHash('sha256').update(`${sessionId} ${this.address}`).digest('hex');
    const leavesAt = this.random.chance(5) ? this.random.below(70_000) : Number.POSITIVE_INFINITY;
    const startedMs = this.process.scheduler.nowMs;
    while (this.process.scheduler.nowMs < untilMs) {
      const visit = new BattleVisit(this, round, seed);
      // A proxy leads the page to any node, or to the one that has the battle.
      const owner = this.random.chance(70) ? await this.#findOwner(sessionId) : null;
      const node = owner ?? this.random.pick(this.nodes);
      const socket = await this.connect(node, visit);
      this.process.note(
        `${socket === null ? 'cannot connect' : 'connects'} to ${node.process.name} for battle ${sessionId}`,
      );
      if (socket !== null) await visit.play(socket, untilMs, () => this.process.scheduler.nowMs - startedMs > leavesAt);
      socket?.close();
      if (visit.over !== null) return visit.over;
      if (visit.hasLeft) return null;
      await this.sleep(100, 1_500);
    }
    return null;
  }

  /** The message with which the player's page enters a battle. */
  enterMessage(sessionId: string): object {
    const token = makeSeatToken(this.world, sessionId, this.address);
    const page = createHash('sha256').update(this.address).digest('hex').slice(0, 32);
    return { type: 'battle_enter', sessionId, userId: this.address, token, entry: { page, number: ++this.#entries } };
  }

  /** The node that has the lease of a battle. */
  async #findOwner(sessionId: string): Promise<SimulatedNode | null> {
    const asked = this.random.pick(this.nodes);
    const owner = await this.#ask(asked, 'owner', async ({ leases }) => leases.ownerOf(`battle:${sessionId}`)).catch(
      () => null,
    );
    return this.nodes.find(({ running }) => owner !== null && running?.context.leases.nodeId === owner.nodeId) ?? null;
  }

  /** Opens a socket of a node. Resolves with null when that fails. */
  async connect(node: SimulatedNode, reader: SocketReader): Promise<ClientSocket | null> {
    const { process } = node;
    const connected = this.#ask(node, 'connect', async (context) => {
      const { token } = await beginSignIn(context, this.address);
      return (await node.running?.sockets.accept(process, this.process, token, reader)) ?? null;
    });
    return connected.catch(() => null);
  }

  /** Runs code of a server's request handler at a node. Rejects with a `NoAnswerError` when there is no answer, or the server's is 500 or 503. */
  async #ask<Value>(node: SimulatedNode, what: string, work: (context: Context) => Promise<Value>): Promise<Value> {
    const client = this.process;
    const server = node.process;
    return new Promise((resolve, reject) => {
      const cancel = client.after(TIMEOUT_MS, 'timeout', () => reject(new NoAnswerError('no answer')));
      const answer = (settle: () => void): void => {
        client.after(client.random.below(LATENCY_MS), 'answer', () => {
          cancel();
          settle();
        });
      };
      server.after(client.random.below(LATENCY_MS), what, async () => {
        const context = node.process === server ? node.running?.context : undefined;
        if (context === undefined) return answer(() => reject(new NoAnswerError('the server does not listen')));
        try {
          const value = await work(context);
          answer(() => resolve(value));
        } catch (error) {
          answer(() => reject(new NoAnswerError(String(error))));
          if (!(error instanceof DatabaseUnavailableError)) this.world.reportFault(server, what, error);
        }
      });
    });
  }
}

/** Addresses by private keys: a public key takes a millisecond. */
const addresses = new Map<string, string>();

function addressOf(privateKey: string, { chain }: SimulatedWorld): string {
  const address = addresses.get(privateKey) ?? chain.node.addressOf(privateKey) ?? '';
  addresses.set(privateKey, address);
  return address;
}
