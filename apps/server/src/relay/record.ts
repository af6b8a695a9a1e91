import { battleEntry, type BattleEntry } from '@popfray/protocol/battle';
import { BatchWriter } from './batch-writer.ts';

/**
 * What the node of a client sends to the node of its battle, and back. A link is one client's connection to a battle at another node. Its attempts to connect
 * are numbered from 1, and an answer has the number of its attempt, so that one to an earlier attempt is not taken for it.
 */
export type RelayRecord =
  | {
      readonly type: 'connect';
      readonly link: number;
      readonly attempt: number;
      readonly sessionId: string;
      readonly userId: string;
      /** Shows that the sender has verified the seat's token: `makeSeatProof`. The token itself is not sent. */
      readonly proof: string;
      /** Absent from a client that does not number its entries, and from a node of an older version. */
      readonly entry?: BattleEntry | undefined;
    }
  /** A frame of the client, as it came. */
  | { readonly type: 'inputs'; readonly link: number; readonly frame: Uint8Array }
  | { readonly type: 'seed'; readonly link: number; readonly seed: string }
  | { readonly type: 'leave'; readonly link: number }
  | { readonly type: 'disconnect'; readonly link: number }
  | { readonly type: 'connected'; readonly link: number; readonly attempt: number }
  /** Why a link was not connected: a `BattleConnectionError`. */
  | { readonly type: 'refused'; readonly link: number; readonly attempt: number; readonly code: string }
  /** Data for the clients of links. One copy is enough for all clients of a node. */
  | { readonly type: 'send'; readonly links: readonly number[]; readonly data: Uint8Array | string }
  | {
      readonly type: 'close';
      readonly link: number;
      readonly attempt: number;
      readonly code: number;
      readonly reason: string;
    }
  /** The answer to a seed: the code of an error, or empty. */
  | { readonly type: 'seed-answer'; readonly link: number; readonly code: string }
  /** This node does not have the link any more. The attempt is 0 where it is not known. */
  | { readonly type: 'unknown'; readonly link: number; readonly attempt: number };

/** Records that are sent together, from one node to another. */
export interface RelayBatch {
  readonly from: string;
  /** Counts the batches from this node to the other, from 1. A gap shows that some were lost. */
  readonly number: number;
  readonly records: readonly RelayRecord[];
}

/** Version of the format. A node ignores batches of every other version. */
const VERSION = 2;

/** Longest batch that is read, bytes. */
const MAX_BYTES = 16 * 1_024 * 1_024;

/** Bytes of a number. */
const U8 = 1;
const U16 = 2;
const U32 = 4;

const TYPES = [
  'connect',
  'inputs',
  'seed',
  'leave',
  'disconnect',
  'connected',
  'refused',
  'send',
  'close',
  'seed-answer',
  'unknown',
] as const satisfies readonly RelayRecord['type'][];

const writer = new BatchWriter();

/**
 * Encodes a batch: a byte with the version, the sender's name with its length in a byte, the number; then for each record a byte with its type, the
 * length of the rest, and the rest. Numbers are little-endian. All of it is written into one buffer: separate ones for the thousands of records a
 * second took longer than everything else here.
 */
export function encodeBatch({ from, number, records }: RelayBatch): Buffer {
  writer.clear();
  writer.u8(VERSION);
  writer.u8(Buffer.byteLength(from));
  writer.text(from);
  writer.u32(number);
  for (const record of records) {
    writer.u8(TYPES.indexOf(record.type));
    const lengthAt = writer.length;
    writer.u32(0);
    writeRecord(record);
    writer.setU32(lengthAt, writer.length - lengthAt - U32);
  }
  return writer.copy();
}

/** Writes the fields of a record with a fixed length, and its data. */
function writeRecord(record: RelayRecord): void {
  if (record.type === 'send') {
    const { links, data } = record;
    writer.u8(typeof data === 'string' ? 1 : 0);
    writer.u32(links.length);
    for (const link of links) writer.u32(link);
    if (typeof data === 'string') writer.text(data);
    else writer.raw(data);
    return;
  }
  writer.u32(record.link);
  if ('attempt' in record) writer.u32(record.attempt);
  switch (record.type) {
    case 'connect': {
      const { sessionId, userId, proof, entry } = record;
      const fields = [sessionId, userId, proof, ...(entry === undefined ? [] : [entry.page, String(entry.number)])];
      writer.text(JSON.stringify(fields));
      break;
    }
    case 'inputs':
      writer.raw(record.frame);
      break;
    case 'seed':
      writer.text(record.seed);
      break;
    case 'refused':
    case 'seed-answer':
      writer.text(record.code);
      break;
    case 'close':
      writer.u16(record.code);
      writer.text(record.reason);
      break;
    default:
  }
}

/** Decodes a batch; null when it is malformed, too long, or of another version. Its data is a view of the bytes. */
export function decodeBatch(bytes: Buffer): RelayBatch | null {
  if (bytes.length > MAX_BYTES) return null;
  try {
    if (bytes.readUInt8(0) !== VERSION) return null;
    const nameLength = bytes.readUInt8(U8);
    const from = bytes.toString('utf8', U8 + U8, U8 + U8 + nameLength);
    let at = U8 + U8 + nameLength;
    const number = bytes.readUInt32LE(at);
    at += U32;
    const records: RelayRecord[] = [];
    while (at < bytes.length) {
      const type = TYPES[bytes.readUInt8(at)];
      const length = bytes.readUInt32LE(at + U8);
      at += U8 + U32;
      if (at + length > bytes.length) return null;
      const record = type === undefined ? null : decodeRecord(type, bytes.subarray(at, at + length));
      if (record === null) return null;
      records.push(record);
      at += length;
    }
    return { from, number, records };
  } catch (error) {
    // A number is read beyond the end, or text is no JSON.
    if (error instanceof RangeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function decodeRecord(type: RelayRecord['type'], bytes: Buffer): RelayRecord | null {
  if (type === 'send') return decodeSend(bytes);
  const link = bytes.readUInt32LE(0);
  switch (type) {
    case 'inputs':
      return { type, link, frame: bytes.subarray(U32) };
    case 'seed':
      return { type, link, seed: bytes.toString('utf8', U32) };
    case 'seed-answer':
      return { type, link, code: bytes.toString('utf8', U32) };
    case 'leave':
    case 'disconnect':
      return { type, link };
    default:
      return decodeAttempt(type, link, bytes.readUInt32LE(U32), bytes.subarray(U32 + U32));
  }
}

/** A record with the number of an attempt: an attempt to connect, or an answer to it. */
function decodeAttempt(
  type: Extract<RelayRecord, { readonly attempt: number }>['type'],
  link: number,
  attempt: number,
  rest: Buffer,
): RelayRecord | null {
  switch (type) {
    case 'connect': {
      const fields = JSON.parse(rest.toString()) as unknown;
      if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string')) return null;
      const [sessionId, userId, proof, page, number] = fields;
      if (sessionId === undefined || userId === undefined || proof === undefined) return null;
      const entry = battleEntry.safeParse({ page, number: Number(number) }).data;
      return { type, link, attempt, sessionId, userId, proof, entry };
    }
    case 'refused':
      return { type, link, attempt, code: rest.toString() };
    case 'close':
      return { type, link, attempt, code: rest.readUInt16LE(0), reason: rest.toString('utf8', U16) };
    default:
      return { type, link, attempt };
  }
}

function decodeSend(bytes: Buffer): RelayRecord | null {
  const isText = bytes.readUInt8(0) === 1;
  const count = bytes.readUInt32LE(U8);
  const start = U8 + U32 + count * U32;
  if (start > bytes.length) return null;
  const links: number[] = [];
  for (let at = U8 + U32; at < start; at += U32) links.push(bytes.readUInt32LE(at));
  const data = bytes.subarray(start);
  return { type: 'send', links, data: isText ? data.toString() : data };
}
