import type { JournalRecord } from './journal-record.ts';

/** What has happened in a battle and is not stored yet, in its order. */
export class RecordQueue {
  readonly #onRecord: () => void;
  #waiting: JournalRecord[] = [];
  /** How many records are being written. */
  #writing = 0;

  /** `onRecord` is called after each record that was added. */
  constructor(onRecord: () => void) {
    this.#onRecord = onRecord;
  }

  get isEmpty(): boolean {
    return this.#waiting.length + this.#writing === 0;
  }

  add(record: JournalRecord): void {
    this.#waiting.push(record);
    this.#onRecord();
  }

  /** Returns the records that are to be written next. They stay in the queue until `noteStored`. */
  take(): readonly JournalRecord[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#writing += taken.length;
    return taken;
  }

  /** The records that `take` returned first are stored. */
  noteStored(records: readonly JournalRecord[]): void {
    this.#writing -= records.length;
  }
}
