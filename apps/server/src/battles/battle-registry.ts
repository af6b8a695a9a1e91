import { CLOSE, type GameSocketOut } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import { stackOf } from '../platform/log/index.ts';
import type { Battle } from './battle.ts';
import { Ending } from './ending.ts';

/** The battles that this process plays, and the ways in which one ends here. */
export class BattleRegistry {
  readonly #context: Pick<Context, 'leases' | 'log' | 'presence'>;
  readonly #battles = new Map<string, Battle>();
  /** Battles whose time is over, by session, in the order in which they are settled. */
  readonly #endings = new Map<string, Ending>();
  readonly #dueHandlers = new Set<(dueAt: number) => void>();
  readonly #onRemove: () => void;

  /** `onRemove` is called after a battle was removed. */
  constructor(context: Pick<Context, 'leases' | 'log' | 'presence'>, onRemove: () => void) {
    this.#context = context;
    this.#onRemove = onRemove;
  }

  get size(): number {
    return this.#battles.size;
  }

  has(sessionId: string): boolean {
    return this.#battles.has(sessionId);
  }

  get(sessionId: string): Battle | undefined {
    return this.#battles.get(sessionId);
  }

  all(): Iterable<Battle> {
    return this.#battles.values();
  }

  sessionIds(): Iterable<string> {
    return this.#battles.keys();
  }

  get endings(): ReadonlyMap<string, Ending> {
    return this.#endings;
  }

  /** Adds a battle. An older one of the same session is dropped. */
  add(battle: Battle): void {
    const { id } = battle.session;
    const older = this.#battles.get(id);
    if (older !== undefined) this.drop(older);
    this.#battles.set(id, battle);
  }

  /** A battle's time is over: it is settled. */
  settle(battle: Battle, nowMs: number): void {
    this.#endings.set(battle.session.id, new Ending(battle, false, nowMs));
  }

  /** A battle cannot be played on: it is over for its players, and they are refunded. */
  break(battle: Battle, error: unknown, nowMs: number): void {
    // It may have been dismissed while it was written to the database.
    if (this.#battles.get(battle.session.id) !== battle) return;
    this.log(battle.session.id, error);
    battle.isOver = true;
    this.#endings.set(battle.session.id, new Ending(battle, true, nowMs));
    this.reportDue(nowMs);
  }

  /** Sends the last message to every player and removes the battle. Does nothing when it was removed before. */
  dismiss(sessionId: string, message: GameSocketOut): void {
    const battle = this.#battles.get(sessionId);
    if (battle === undefined) return;
    this.#remove(battle);
    battle.close(message);
    this.#context.leases.end(battle.lease).catch((error: unknown) => this.log(sessionId, error));
  }

  /** Removes a battle that another process has. Its players connect again, and are led to that process. */
  drop(battle: Battle): void {
    if (this.#battles.get(battle.session.id) !== battle) return;
    this.#remove(battle);
    battle.abandon(CLOSE.moved, 'the battle has moved');
  }

  /** Removes all battles without a message, and returns them. */
  takeAll(): Battle[] {
    const battles = [...this.#battles.values()];
    this.#battles.clear();
    this.#endings.clear();
    return battles;
  }

  /** Calls a function with a time, epoch ms, whenever something may have become due then. Returns how to end that. */
  onEarlierDue(handle: (dueAt: number) => void): () => void {
    this.#dueHandlers.add(handle);
    return () => void this.#dueHandlers.delete(handle);
  }

  /** Something may have become due at a time, epoch ms. */
  reportDue(dueAt: number): void {
    for (const handle of this.#dueHandlers) handle(dueAt);
  }

  log(sessionId: string, error: unknown): void {
    this.#context.log({ event: 'fault', method: 'TURN', path: `battle ${sessionId}`, stack: stackOf(error) });
  }

  #remove({ session: { id } }: Battle): void {
    this.#battles.delete(id);
    this.#endings.delete(id);
    this.#context.presence.forget(id);
    this.#onRemove();
  }
}
