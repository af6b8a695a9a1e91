import type { ChainError } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { createDevChain, DEV_CHAIN_ID, type DevChain } from '@popfray/tron/dev-chain';
import { createTronNode, type TronNode } from '@popfray/tron/node';
import { guardNode, type GuardedNode } from '../chain/guarded-node.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** Between two blocks, ms; and while nothing happens on the chain, so that an hour needs fewer blocks. */
const BLOCK_MS = 3_000;
const IDLE_BLOCK_MS = 60_000;

/** Blocks on top of one that make it final. */
const SOLID_AFTER = 2;

/** Answers of a node in trouble take this long, ms. The server's requests end after `TIMEOUT_MS`. */
const SLOWEST_MS = 12_000;
const TIMEOUT_MS = 10_000;

/** How long an ordinary answer takes at most, ms. */
const USUAL_MS = 60;

/** What goes wrong between the servers and the chain's node, in per cent of the calls. */
interface ChainFaults {
  /** The node is not reached. */
  unreachable: number;
  /** The node executes the request, and the answer is lost. */
  lostAnswer: number;
  busy: number;
  slow: number;
}

/** The dev chain in virtual time, and the node through which all servers and wallets reach it. */
export class SimulatedChain {
  readonly devChain: DevChain;
  readonly faults: ChainFaults = { unreachable: 0, lostAnswer: 0, busy: 0, slow: 0 };
  /** A node for findings and wallets, whose answers are never late. */
  readonly node: TronNode;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  #busyUntilMs = 0;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
    const devChain = createDevChain({
      path: ':memory:',
      blockMs: 0,
      solidAfter: SOLID_AFTER,
      now: () => scheduler.nowMs,
    });
    if ('code' in devChain) throw new Error(devChain.message);
    this.devChain = devChain;
    this.node = createTronNode({ url: URL, ask: async (path, body) => ok(this.#answer(path, body)) });
    this.#produceBlocks();
  }

  /** The chain as a server process reaches it. */
  connect(process: SimulatedProcess, now: () => number): GuardedNode {
    const node = createTronNode({ url: URL, ask: async (path, body) => this.#ask(process, path, body) });
    return guardNode(node, DEV_CHAIN_ID, now);
  }

  /** Gives coins to an address, final with the next blocks. */
  fund(address: string, amountSun: number): void {
    const given = this.devChain.chain.faucet(address, amountSun);
    if (!given.ok) throw new Error(given.error.message);
    this.wake();
  }

  /** Makes blocks in the usual interval for a while. */
  wake(): void {
    this.#busyUntilMs = this.#scheduler.nowMs + (SOLID_AFTER + 4) * BLOCK_MS;
  }

  close(): void {
    this.devChain.close();
  }

  async #ask(process: SimulatedProcess, path: string, body: object): Promise<Result<object, ChainError>> {
    await process.survive();
    const { unreachable, lostAnswer, busy, slow } = this.faults;
    const random = this.#random;
    if (random.chance(unreachable)) return this.#fail(process, random.below(TIMEOUT_MS), 'ERR_CHAIN_UNREACHABLE');
    const delayMs = random.chance(slow) ? random.below(SLOWEST_MS) : random.chance(25) ? random.below(USUAL_MS) : 0;
    if (delayMs > 0) await process.sleep(Math.min(delayMs, TIMEOUT_MS), 'chain');
    if (random.chance(busy)) return this.#fail(process, 0, 'ERR_CHAIN_BUSY');
    const answer = this.#answer(path, body);
    const isLost = delayMs > TIMEOUT_MS || random.chance(lostAnswer);
    return isLost ? this.#fail(process, 0, 'ERR_CHAIN_UNREACHABLE') : ok(answer);
  }

  async #fail(
    process: SimulatedProcess,
    afterMs: number,
    code: ChainError['code'],
  ): Promise<Result<never, ChainError>> {
    if (afterMs > 0) await process.sleep(afterMs, 'chain');
    return err({ code, reason: 'simulated' });
  }

  #answer(path: string, body: object): object {
    const call = this.devChain.calls.get(path);
    if (call === undefined) throw new Error(`the dev chain has no call ${path}`);
    if (path === BROADCAST) this.wake();
    // As it is written and read by HTTP.
    return JSON.parse(JSON.stringify(call(body as Readonly<Record<string, unknown>>))) as object;
  }

  #produceBlocks(): void {
    let lastMs = this.#scheduler.nowMs;
    const tick = (): void => {
      const { chain } = this.devChain;
      const nowMs = this.#scheduler.nowMs;
      if (nowMs < this.#busyUntilMs || chain.waiting > 0 || nowMs - lastMs >= IDLE_BLOCK_MS) {
        lastMs = nowMs;
        chain.mine(1);
        if (chain.waiting > 0) this.wake();
      }
      this.#scheduler.plan(BLOCK_MS, null, 'block', tick);
    };
    this.#scheduler.plan(BLOCK_MS, null, 'block', tick);
  }
}

const URL = 'http://127.0.0.1:9';
const BROADCAST = 'wallet/broadcasttransaction';
