import type { Context } from '../platform/context/index.ts';
import type { Battle } from './battle.ts';
import { slotOf } from '../sessions/index.ts';
import { FaultLog } from './fault-log.ts';
import { encodeRecords, type JournalRecord } from './journal-record.ts';
import { findWritten, insertRows, type JournalRow } from './journal-rows.ts';

/** Between two commits, ms. Each has everything that all battles have recorded since the one before. */
const COMMIT_EVERY_MS = 20;
/** How much longer solo rounds wait, ms: no opponent waits for their scores. They are written earlier with what a battle has recorded. Decision 0075. */
const SOLO_WAITS_MS = 80;
/** After a commit that failed, ms. */
const RETRY_MS = 100;

/** What is written for one battle by one commit. */
interface Entry {
  readonly battle: Battle;
  readonly records: readonly JournalRecord[];
  readonly row: JournalRow;
}

/** Receives what happens to single battles. */
interface JournalListener {
  /** A row was refused, because the battle's lease has another owner. */
  onLost(battle: Battle): void;
  /** The battle failed to apply what was stored. */
  onFault(battle: Battle, error: unknown): void;
}

/**
 * Writes what happens in the battles of this node to the database, in groups: one statement for all battles, then the next one. What a battle has recorded
 * counts once it is stored.
 */
export class Journal {
  readonly #context: Context;
  readonly #listener: JournalListener;
  /** Battles that have something to write, and whether any of them has opponents. */
  #waiting = new Set<Battle>();
  #hasOpponents = false;
  /** A group that could not be written, or that is being written. Its rows stay the same, so that they cannot be written twice. */
  #group: readonly Entry[] = [];
  #writing: Promise<void> | null = null;
  /** When the next commit may begin, epoch ms. */
  #nextAt = Number.NEGATIVE_INFINITY;
  readonly #faults: FaultLog;

  constructor(context: Context, listener: JournalListener) {
    this.#context = context;
    this.#listener = listener;
    this.#faults = new FaultLog(context.log, 'journal');
  }

  /** When there is something to write next, epoch ms; Infinity without anything. */
  get dueAt(): number {
    if (this.#group.length > 0) return this.#nextAt;
    if (this.#waiting.size === 0) return Infinity;
    return this.#nextAt + (this.#hasOpponents ? 0 : SOLO_WAITS_MS);
  }

  /** Notes that a battle has something to write. */
  readonly note = (battle: Battle): void => {
    this.#waiting.add(battle);
    this.#hasOpponents ||= !battle.isSolo;
  };

  /** Writes what waits, if it is time for that and nothing is being written. Resolves when it is stored and counts. */
  async commit(nowMs: number): Promise<void> {
    if (this.#writing !== null || nowMs < this.dueAt) return;
    this.#nextAt = nowMs + COMMIT_EVERY_MS;
    if (this.#group.length === 0) this.#group = this.#takeGroup(nowMs, false);
    this.#writing = this.#writeGroup()
      .catch((error: unknown) => {
        this.#nextAt = nowMs + RETRY_MS;
        this.#faults.fail(error);
      })
      .finally(() => {
        this.#writing = null;
      });
    await this.#writing;
  }

  /** Writes everything that is left, and for each battle that was noted when it stopped. Rejects when the database cannot be used. */
  async finish(nowMs: number): Promise<void> {
    await this.#writing;
    await this.#writeGroup();
    this.#group = this.#takeGroup(nowMs, true);
    await this.#writeGroup();
  }

  /** `isLast`: every battle has a row, which proves how far it ran. */
  #takeGroup(nowMs: number, isLast: boolean): Entry[] {
    const group: Entry[] = [];
    const waiting = this.#waiting;
    // Not cleared but replaced: decision 0072 has the measurement.
    this.#waiting = new Set();
    this.#hasOpponents = false;
    for (const battle of waiting) {
      const records = battle.takeRecords();
      if (records.length === 0 && !isLast) continue;
      const row = {
        session_id: battle.session.id,
        epoch: battle.lease.epoch,
        number: battle.rows++,
        time_ms: battle.timeAt(nowMs),
        records: encodeRecords(records),
        time_slot: slotOf(nowMs),
      };
      group.push({ battle, records, row });
    }
    return group;
  }

  async #writeGroup(): Promise<void> {
    if (this.#group.length > 0) await this.#write(this.#group);
    this.#group = [];
    this.#faults.succeed();
  }

  async #write(group: readonly Entry[]): Promise<void> {
    const { db, leases } = this.#context;
    const rows = group.map(({ row }) => row);
    const count = await insertRows(db, leases.nodeId, rows);
    // Rows are missing where the lease has another owner, and where an earlier attempt has written them without its answer having arrived.
    const written = count === rows.length ? null : await findWritten(db, rows);
    for (const { battle, records, row } of group) {
      if (written !== null && !written.has(row.session_id)) {
        this.#listener.onLost(battle);
        continue;
      }
      try {
        battle.applyStored(records);
      } catch (error) {
        this.#listener.onFault(battle, error);
      }
    }
  }
}
