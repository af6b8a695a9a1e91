import type { Context } from '../platform/context/index.ts';
import type { Battle } from './battle.ts';
import { slotOf } from '../sessions/index.ts';
import { FaultLog } from './fault-log.ts';
import { encodeRecords, type JournalRecord } from './journal-record.ts';
import { findWritten, insertRows, type JournalRow } from './journal-rows.ts';

/** The shortest and the longest interval between two commits, ms. Each has everything that all battles have recorded since the one before. */
const SHORTEST_MS = 20;
const LONGEST_MS = 100;
/**
 * The interval after a commit, ms for each of its rows: about ten times what a row takes. A server with many battles commits less often, so that
 * the journal takes at most a tenth of its time. Decision 0118.
 */
const MS_PER_ROW = 0.1;
/** The interval of solo rounds, ms: no opponent waits for their scores. They are written earlier with what a battle has recorded. Decision 0075. */
const SOLO_MS = 100;
/** The interval after a commit that failed, ms. */
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
  /** When the last commit began, epoch ms, and the interval after it, ms. */
  #committedAt = Number.NEGATIVE_INFINITY;
  #intervalMs = SHORTEST_MS;
  readonly #faults: FaultLog;

  constructor(context: Context, listener: JournalListener) {
    this.#context = context;
    this.#listener = listener;
    this.#faults = new FaultLog(context.log, 'journal');
  }

  /** When there is something to write next, epoch ms; Infinity without anything. */
  get dueAt(): number {
    if (this.#group.length > 0) return this.#committedAt + this.#intervalMs;
    if (this.#waiting.size === 0) return Infinity;
    return this.#committedAt + (this.#hasOpponents ? this.#intervalMs : SOLO_MS);
  }

  /** Notes that a battle has something to write. */
  readonly note = (battle: Battle): void => {
    this.#waiting.add(battle);
    this.#hasOpponents ||= !battle.isSolo;
  };

  /** Writes what waits, if it is time for that and nothing is being written. Resolves when it is stored and counts. */
  async commit(nowMs: number): Promise<void> {
    if (this.#writing !== null || nowMs < this.dueAt) return;
    this.#committedAt = nowMs;
    if (this.#group.length === 0) this.#group = this.#takeGroup(nowMs, false);
    this.#intervalMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, this.#group.length * MS_PER_ROW));
    this.#writing = this.#writeGroup()
      .catch((error: unknown) => {
        this.#intervalMs = RETRY_MS;
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
