import type { BattleOver } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import { DatabaseUnavailableError } from '../platform/database/index.ts';
import { findSession, refundSession } from '../sessions/index.ts';
import { type PlayedBattle, settleBattle } from '../settlement/index.ts';
import type { Battle } from './battle.ts';

/** Between two attempts to settle a battle, ms. */
const AGAIN_MS = 1_000;
/** How long settling is tried before everybody is refunded, ms: from the first attempt that failed for another reason than an unreachable database. */
const SETTLEMENT_TIMEOUT_MS = 60_000;

/** A battle whose time is over, or that cannot be played on, until its money is where it belongs. */
export class Ending {
  readonly battle: Battle;
  /** When it is tried next, epoch ms. */
  dueAt: number;
  #giveUpAt: number;
  #played: PlayedBattle | null = null;

  /** One that is `broken` is refunded; the others are settled. */
  constructor(battle: Battle, isBroken: boolean, nowMs: number) {
    this.battle = battle;
    this.dueAt = nowMs;
    this.#giveUpAt = isBroken ? nowMs : Infinity;
  }

  /** Settles or refunds it, under the battle's lease. What is thrown leaves everything as it was, and another attempt is due later. */
  async attempt(context: Context, nowMs: number): Promise<BattleOver> {
    this.dueAt = nowMs + AGAIN_MS;
    if (nowMs < this.#giveUpAt) {
      const over = await this.#settle(context, nowMs);
      if (over !== null) return over;
    }
    const { id } = this.battle.session;
    const row = await findSession(context.db, id);
    if (row?.status === 'starting' || row?.status === 'playing')
      await context.leases.run(this.battle.lease, async () => refundSession(context, row, 'cancelled', 'fault'));
    return { type: 'battle_over', sessionId: id, outcome: 'cancelled', results: [] };
  }

  /** Resolves with null when the session is in no state to be settled. */
  async #settle(context: Context, nowMs: number): Promise<BattleOver | null> {
    try {
      this.#played ??= this.battle.finish(nowMs);
      const played = this.#played;
      const settled = await context.leases.run(this.battle.lease, async () => settleBattle(context, played));
      return settled.ok ? settled.value : null;
    } catch (error) {
      // A battle that was played to its end waits for its database as long as that takes.
      if (!(error instanceof DatabaseUnavailableError))
        this.#giveUpAt = Math.min(this.#giveUpAt, nowMs + SETTLEMENT_TIMEOUT_MS);
      throw error;
    }
  }
}
