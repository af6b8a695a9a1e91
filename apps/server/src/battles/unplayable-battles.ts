import type { Context } from '../platform/context/index.ts';
import { findSession, isInJournalOf } from '../sessions/index.ts';
import {
  canContinue,
  describeVersion,
  versionOf,
  type BattleVersion,
  type PlayableVersions,
} from './battle-version.ts';
import { leaseOf } from './journal-rows.ts';
import { MAX_OUTAGE_MS } from './outage.ts';

/** A battle without an owner for so long is logged, ms: a node whose machine stands still for a moment loses its lease, and soon has it again. */
const LOG_AFTER_MS = 3_000;

/** A battle that this node cannot continue. */
interface UnplayableBattle {
  readonly version: BattleVersion;
  /** When it was found without an owner, epoch ms. */
  readonly foundAt: number;
  /** When it is refunded, epoch ms. */
  refundAt: number;
  isLogged: boolean;
}

/**
 * Battles without an owner that this node cannot continue, because it is of another version than the node that began them. Their leases are left alone
 * for the nodes that can, until the outage is too long for any node; then this node takes the lease and refunds the battle.
 */
export class UnplayableBattles {
  readonly #context: Context;
  readonly #versions: PlayableVersions;
  readonly #bySession = new Map<string, UnplayableBattle>();

  constructor(context: Context, versions: PlayableVersions) {
    this.#context = context;
    this.#versions = versions;
  }

  /** How many such battles were found so far and are without an owner still. */
  get size(): number {
    return this.#bySession.size;
  }

  /** Whether a battle is one of them now, and its time has not come. This is from memory. */
  isKnown(sessionId: string): boolean {
    return this.#context.now() < (this.#bySession.get(sessionId)?.refundAt ?? Number.NEGATIVE_INFINITY);
  }

  /** Forgets all battles but those of the sessions: they have an owner again, or are over. */
  keepOnly(sessionIds: readonly string[]): void {
    const kept = new Set(sessionIds);
    for (const sessionId of this.#bySession.keys()) if (!kept.has(sessionId)) this.#bySession.delete(sessionId);
  }

  /** Logs once which of the sessions, whose battles have no owner now, have been without one for some time. */
  async logLasting(sessionIds: readonly string[]): Promise<void> {
    const foundUntil = this.#context.now() - LOG_AFTER_MS;
    for (const sessionId of sessionIds) {
      const battle = this.#bySession.get(sessionId);
      if (battle === undefined || battle.isLogged || battle.foundAt > foundUntil) continue;
      battle.isLogged = true;
      await this.#log(sessionId, battle.version);
    }
  }

  /** Whether the lease of a session's battle has to be left alone. */
  async isLeftAlone(sessionId: string): Promise<boolean> {
    const { db, leases, now } = this.#context;
    const live = await db.selectFrom('live_battles').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
    if (live === undefined || this.#versions.find(live) !== null) return false;
    const session = await findSession(db, sessionId);
    if (session?.status !== 'starting' && session?.status !== 'playing') return false;
    const version = versionOf(live, session);
    if (this.#versions.find(version) !== null) return false;
    // A node of its version plays it.
    if ((await leases.ownerOf(leaseOf(sessionId))) !== null) return true;
    const refundAt = (await this.#findRanUntil(sessionId, session.starts_at ?? now())) + MAX_OUTAGE_MS;
    const known = this.#bySession.get(sessionId);
    if (known === undefined) this.#bySession.set(sessionId, { version, foundAt: now(), refundAt, isLogged: false });
    else known.refundAt = refundAt;
    return now() < refundAt;
  }

  /** When the battle certainly still ran, epoch ms. */
  async #findRanUntil(sessionId: string, startsAt: number): Promise<number> {
    const { db } = this.#context;
    const { time_ms: timeMs } = await db
      .selectFrom('battle_journal')
      .select(({ fn }) => fn.max('time_ms').as('time_ms'))
      .where(isInJournalOf(db, sessionId))
      .executeTakeFirstOrThrow();
    const owner = await db
      .selectFrom('leases')
      .innerJoin('nodes', 'nodes.id', 'leases.owner')
      .select('seen_at')
      .where('name', '=', leaseOf(sessionId))
      .executeTakeFirst();
    return Math.max(startsAt + (timeMs ?? 0), owner?.seen_at ?? 0);
  }

  async #log(sessionId: string, version: BattleVersion): Promise<void> {
    const { leases, log } = this.#context;
    const nodes = await leases.listNodes();
    const able = nodes.some(({ id, capabilities }) => id !== leases.nodeId && canContinue(capabilities, version));
    const who = able ? 'another node can' : 'no live node can, so it is refunded after five minutes';
    log({
      event: 'notice',
      about: 'battle',
      id: sessionId,
      message: `this node cannot continue the battle of ${sessionId} (${describeVersion(version)}): ${who}`,
    });
  }
}
