import type { Context } from '../platform/context/index.ts';
import { Battle } from './battle.ts';
import type { PlayableVersions } from './battle-version.ts';
import type { BattleRegistry } from './battle-registry.ts';
import type { Journal } from './journal.ts';
import { PeriodicTask } from './periodic-task.ts';
import { listUnplayed, takeBattle, type TakenBattle } from './takeover.ts';
import { UnplayableBattles } from './unplayable-battles.ts';

/** Between two searches for battles whose beginning this node has missed, ms. */
const THOROUGH_EVERY_MS = 1_000;
/** Most battles that one search takes, so that several nodes share them. */
const SEARCH_LIMIT = 20;

/** Takes battles: new ones, and those that no process plays any more. */
export class BattleSearch {
  readonly #context: Context;
  readonly #registry: BattleRegistry;
  readonly #journal: Journal;
  readonly #versions: PlayableVersions;
  readonly #unplayable: UnplayableBattles;
  readonly #task: PeriodicTask;
  /** Sessions whose battle is being taken. */
  readonly #taking = new Map<string, Promise<void>>();
  #thoroughAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(
    context: Context,
    registry: BattleRegistry,
    journal: Journal,
    { versions, everyMs }: { readonly versions: PlayableVersions; readonly everyMs: number },
  ) {
    this.#context = context;
    this.#versions = versions;
    this.#unplayable = new UnplayableBattles(context, versions);
    this.#registry = registry;
    this.#journal = journal;
    this.#task = new PeriodicTask(context.log, 'battles: search', everyMs, async (nowMs) => this.#takeUnplayed(nowMs));
  }

  /** When the next search is due, epoch ms. */
  get dueAt(): number {
    return this.#isClosed ? Infinity : this.#task.dueAt;
  }

  /** Takes nothing from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing is being taken. */
  async settled(): Promise<void> {
    await Promise.all([this.#task.settled(), ...this.#taking.values()]);
  }

  /** Takes battles that no process plays, if a search is due. */
  async search(nowMs: number): Promise<void> {
    if (!this.#isClosed) await this.#task.run(nowMs);
  }

  /** Takes the battle of a session, unless another process has it. */
  async take(sessionId: string): Promise<void> {
    if (this.#isClosed) return;
    await (this.#taking.get(sessionId) ?? this.#startTaking(sessionId));
  }

  async #startTaking(sessionId: string): Promise<void> {
    const taking = this.#takeOnce(sessionId).finally(() => this.#taking.delete(sessionId));
    this.#taking.set(sessionId, taking);
    return taking;
  }

  async #takeUnplayed(nowMs: number): Promise<void> {
    const isThorough = nowMs >= this.#thoroughAt;
    if (isThorough) this.#thoroughAt = nowMs + THOROUGH_EVERY_MS;
    const limit = SEARCH_LIMIT + this.#unplayable.size;
    const found = await listUnplayed(this.#context, limit, isThorough);
    if (found.length < limit) this.#unplayable.keepOnly(found);
    await this.#unplayable.logLasting(found);
    const sessionIds = found.filter((sessionId) => !this.#unplayable.isKnown(sessionId)).slice(0, SEARCH_LIMIT);
    const results = await Promise.allSettled(sessionIds.map(async (sessionId) => this.take(sessionId)));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    // Where there were many there may be more.
    if (sessionIds.length < SEARCH_LIMIT) return;
    this.#task.dueAt = Number.NEGATIVE_INFINITY;
    this.#registry.reportDue(this.#task.dueAt);
  }

  async #takeOnce(sessionId: string): Promise<void> {
    if (await this.#unplayable.isLeftAlone(sessionId)) return;
    const taken = await takeBattle(this.#context, sessionId, this.#versions);
    if (taken === null) return;
    const nowMs = this.#context.now();
    let battle: Battle;
    try {
      battle = this.#createBattle(taken, nowMs);
    } catch (error) {
      // A node of another version may be able to play it.
      await this.#context.leases.release(taken.lease);
      throw error;
    }
    // An older battle of the session is one whose lease this process had lost, and has got again.
    this.#registry.add(battle);
    // The next turn connects the players who wait for this battle.
    this.#registry.reportDue(nowMs);
    const { continuation, session } = taken;
    if (continuation === null) return;
    try {
      battle.rebuild(continuation.records, continuation.provenMs, session.starts_at ?? nowMs, nowMs);
    } catch (error) {
      this.#registry.break(battle, error, nowMs);
    }
    this.#context.bus.publish({ type: 'session', sessionId });
    this.#context.bus.publish({ type: 'battle-moved', sessionId, nodeId: this.#context.leases.nodeId });
  }

  #createBattle(taken: TakenBattle, nowMs: number): Battle {
    const { presence } = this.#context;
    const onRecord = (changed: Battle): void => {
      this.#journal.note(changed);
      this.#registry.reportDue(this.#journal.dueAt);
    };
    return new Battle(taken, { presence, firstScoresAt: nowMs, onRecord });
  }
}
