import { decodeClientFrame, encodeInputs, makeHex, type InputBatch } from '@popfray/protocol/battle';

/** What happened in a battle, as its journal has it. `place` is the player's seat. */
export type JournalRecord =
  /** The player gave a seed, hex. */
  | { readonly type: 'seed'; readonly place: number; readonly seed: string }
  /** No more seeds are taken. */
  | { readonly type: 'seeds-closed' }
  /** The player connected for the first time. */
  | { readonly type: 'arrived'; readonly place: number }
  /** The player gave the battle up. */
  | { readonly type: 'left'; readonly place: number }
  /** A batch of the player's inputs was valid when it arrived. */
  | { readonly type: 'inputs'; readonly place: number; readonly batch: InputBatch };

/** The first byte of a record: its position in this list. */
const TYPES = ['seed', 'seeds-closed', 'arrived', 'left', 'inputs'] as const;

const SEED_BYTES = 32;

/**
 * Encodes records one after the other: the type and the seat as one byte each; then the 32 bytes of a seed, or the length (two bytes, the lower
 * one first) and the bytes of a frame of inputs, as docs/battle-protocol.md has it.
 */
export function encodeRecords(records: readonly JournalRecord[]): Buffer {
  return Buffer.concat(records.map(encodeRecord));
}

function encodeRecord(record: JournalRecord): Uint8Array {
  const head = [TYPES.indexOf(record.type), record.type === 'seeds-closed' ? 0 : record.place];
  if (record.type === 'seed') return Buffer.concat([Uint8Array.from(head), Buffer.from(record.seed, 'hex')]);
  if (record.type !== 'inputs') return Uint8Array.from(head);
  const frame = encodeInputs(record.batch);
  const bytes = new Uint8Array(frame.length + 4);
  bytes.set([...head, frame.length & 0xff, frame.length >> 8]);
  bytes.set(frame, 4);
  return bytes;
}

/** Decodes the records of a row. Throws for bytes that `encodeRecords` does not make: the database is damaged, or of a newer version. */
export function decodeRecords(bytes: Uint8Array): JournalRecord[] {
  const records: JournalRecord[] = [];
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new Error('a record of a journal is cut off');
    at += count;
    return bytes.subarray(at - count, at);
  };
  while (at < bytes.length) {
    const [code = 0, place = 0] = take(2);
    const type = TYPES[code];
    if (type === undefined) throw new Error(`a journal has a record of the unknown type ${code}`);
    if (type === 'seed') records.push({ type, place, seed: makeHex(take(SEED_BYTES)) });
    else if (type === 'seeds-closed') records.push({ type });
    else if (type === 'inputs') records.push({ type, place, batch: takeBatch(take) });
    else records.push({ type, place });
  }
  return records;
}

function takeBatch(take: (count: number) => Uint8Array): InputBatch {
  const [low = 0, high = 0] = take(2);
  const frame = decodeClientFrame(take(low | (high << 8)));
  if (frame?.type !== 'inputs') throw new Error('a journal has a batch of inputs that is none');
  const { type: _, ...batch } = frame;
  return batch;
}
