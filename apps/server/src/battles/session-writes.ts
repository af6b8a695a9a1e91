import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { LeaseLostError } from '../platform/lease/index.ts';
import { findSession, moveSession } from '../sessions/index.ts';
import type { Battle } from './battle.ts';
import type { BattleRegistry } from './battle-registry.ts';
import { FaultLog } from './fault-log.ts';
import type { SessionEvents } from './session-events.ts';

/** How much of a turn goes to settling, once one battle is settled, ms: everybody else waits meanwhile. */
const SETTLING_MS = 5;
/** Most battles whose beginning is written in one turn. The others follow in the next one, 10 ms later. */
const BEGINNINGS = 100;
/** After an attempt to write down that battles have begun has failed, ms. */
const BEGIN_AGAIN_MS = 200;

/** Writes to the sessions' rows that their battles have begun, and settles or refunds those that are over. */
export class SessionWrites {
  readonly #context: Context;
  readonly #registry: BattleRegistry;
  readonly #events: SessionEvents;
  readonly #beginFaults: FaultLog;
  #beginAt = Number.NEGATIVE_INFINITY;
  /** What is being written. The next turns leave it alone until it is done. */
  #writing: Promise<void> | null = null;

  constructor(context: Context, registry: BattleRegistry, events: SessionEvents) {
    this.#context = context;
    this.#registry = registry;
    this.#events = events;
    this.#beginFaults = new FaultLog(context.log, 'battles: begin');
  }

  /** Writes what is due, unless an earlier call is still writing. `beginning`: battles whose round has started. */
  async write(beginning: readonly Battle[], nowMs: number): Promise<void> {
    const begun = nowMs >= this.#beginAt ? beginning.slice(0, BEGINNINGS) : [];
    if (this.#writing !== null || (begun.length === 0 && this.#registry.endings.size === 0)) return;
    this.#writing = this.#write(begun, nowMs).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(beginning: readonly Battle[], nowMs: number): Promise<void> {
    if (beginning.length > 0) await this.#begin(beginning, nowMs);
    if (this.#registry.endings.size > 0) await this.#end(nowMs);
  }

  /** Writes down that battles have begun: all that are given at once, since each commit waits for the disk. */
  async #begin(beginning: readonly Battle[], nowMs: number): Promise<void> {
    const { bus } = this.#context;
    try {
      const sessions = await this.#moveSessions(beginning);
      for (const [at, battle] of beginning.entries()) {
        const session = sessions[at];
        if (session === 'elsewhere') this.#registry.drop(battle);
        else if (session?.status === 'playing') battle.begin(session);
        // The event with which its countdown ended is still to be handled.
        else if (session?.status === 'cancelled' || session?.status === 'waiting')
          await this.#events.follow(session.id);
        else this.#registry.break(battle, 'its session was not at its start', nowMs);
      }
    } catch (error) {
      // It is tried again.
      this.#beginFaults.fail(error);
      this.#beginAt = nowMs + BEGIN_AGAIN_MS;
      return;
    }
    this.#beginFaults.succeed();
    for (const { session, isBegun } of beginning) if (isBegun) bus.publish({ type: 'session', sessionId: session.id });
  }

  /** Resolves with the sessions' rows after that; `elsewhere` for a battle that another process has. */
  async #moveSessions(beginning: readonly Battle[]): Promise<(SessionRow | 'elsewhere' | undefined)[]> {
    const { db, leases } = this.#context;
    return db.inTransaction(async () => {
      const held = await leases.keepHeld(beginning.map(({ lease }) => lease));
      return Array.fromAsync(beginning, async ({ session, lease }) =>
        held.includes(lease)
          ? ((await moveSession(db, session, 'playing', {})) ?? findSession(db, session.id))
          : 'elsewhere',
      );
    });
  }

  /** Settles battles whose time is over, the first one first, as long as the turn has time for it. */
  async #end(nowMs: number): Promise<void> {
    const { now } = this.#context;
    const until = now() + SETTLING_MS;
    for (const ending of this.#registry.endings.values()) {
      if (ending.dueAt > nowMs) continue;
      const { id } = ending.battle.session;
      try {
        this.#registry.dismiss(id, await ending.attempt(this.#context, nowMs));
      } catch (error) {
        if (error instanceof LeaseLostError) this.#registry.drop(ending.battle);
        else this.#registry.log(id, error);
      }
      if (now() >= until) return;
    }
  }
}
