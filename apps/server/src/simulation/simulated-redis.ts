import type { RedisLink } from '../platform/redis/redis-link.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What goes wrong with messages, in per cent. */
interface RedisFaults {
  /** A message does not reach a subscriber. */
  lost: number;
  /** A message is late, and with it those after it. */
  late: number;
}

/** The usual and the longest delay of a message, ms; and between two messages. */
const USUAL_MS = 5;
const LATEST_MS = 2_000;
const GAP_MS = 0.125;

type Handler = (data: Buffer) => void;

/** One node's connection. */
interface Member {
  readonly process: SimulatedProcess;
  readonly handlers: Map<string, Set<Handler>>;
  readonly restored: Set<() => void>;
  /** When the last message arrives, so that none overtakes it. */
  arrivesMs: number;
}

/** Publish and subscribe as Redis has it: messages arrive in their order or not at all. */
export class SimulatedRedis {
  readonly faults: RedisFaults = { lost: 0, late: 2 };
  readonly #random: Random;
  readonly #members = new Set<Member>();
  #isAway = false;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Nothing passes until `restore`. */
  fail(): void {
    this.#isAway = true;
  }

  restore(): void {
    if (!this.#isAway) return;
    this.#isAway = false;
    for (const { process, restored } of this.#members)
      for (const handle of restored) process.after(this.#random.below(500), 'redis', handle);
  }

  /** The link of a node, until it crashes. */
  connect(process: SimulatedProcess, nodeId: string): RedisLink {
    const member: Member = { process, handlers: new Map(), restored: new Set(), arrivesMs: 0 };
    this.#members.add(member);
    process.onCrash(() => this.#members.delete(member));
    const isUsable = (): boolean => !this.#isAway && process.isAlive;
    return {
      nodeId,
      get isUsable() {
        return isUsable();
      },
      publish: (channel, data) => {
        if (!isUsable()) return false;
        this.#send(channel, Buffer.from(data));
        return true;
      },
      subscribe(channel, handle) {
        const handlers = member.handlers.get(channel) ?? new Set();
        member.handlers.set(channel, handlers.add(handle));
        return () => void handlers.delete(handle);
      },
      createTokenBuckets() {
        throw new Error('rate limits are not simulated');
      },
      onRestored(handle) {
        member.restored.add(handle);
        return () => void member.restored.delete(handle);
      },
      close: async () => void this.#members.delete(member),
    };
  }

  #send(channel: string, data: Buffer): void {
    for (const to of this.#members) {
      const handlers = to.handlers.get(channel);
      if (handlers === undefined || handlers.size === 0 || this.#random.chance(this.faults.lost)) continue;
      const nowMs = to.process.scheduler.nowMs;
      const delayMs = this.#random.below(this.#random.chance(this.faults.late) ? LATEST_MS : USUAL_MS);
      to.arrivesMs = Math.max(to.arrivesMs + GAP_MS, nowMs + delayMs);
      to.process.after(to.arrivesMs - nowMs, channel, () => {
        for (const handle of handlers) handle(data);
      });
    }
  }
}
