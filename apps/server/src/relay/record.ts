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

const EMPTY = Buffer.alloc(0);

/**
 * Encodes a batch: a byte with the version, the sender's name with its length in a byte, the number; then for each record a byte with its type, the
 * length of the rest, and the rest. Numbers are little-endian.
 */
export function encodeBatch({ from, number, records }: RelayBatch): Buffer {
  const name = Buffer.from(from);
  const head = Buffer.alloc(U8 + U8 + name.length + U32);
  head.writeUInt8(VERSION, 0);
  head.writeUInt8(name.length, U8);
  name.copy(head, U8 + U8);
  head.writeUInt32LE(number, U8 + U8 + name.length);
  const parts: Uint8Array[] = [head];
  for (const record of records) {
    const [fields, rest] = encodeRecord(record);
    const start = Buffer.alloc(U8 + U32);
    start.writeUInt8(TYPES.indexOf(record.type), 0);
    start.writeUInt32LE(fields.length + rest.length, U8);
    parts.push(start, fields, rest);
  }
  return Buffer.concat(parts);
}

/** The fields of a record with a fixed length, and its data. */
function encodeRecord(record: RelayRecord): readonly [Buffer, Uint8Array] {
  if (record.type === 'send') {
    const { links, data } = record;
    const fields = Buffer.alloc(U8 + U32 + links.length * U32);
    fields.writeUInt8(typeof data === 'string' ? 1 : 0, 0);
    fields.writeUInt32LE(links.length, U8);
    for (const [at, link] of links.entries()) fields.writeUInt32LE(link, U8 + U32 + at * U32);
    return [fields, typeof data === 'string' ? Buffer.from(data) : data];
  }
  const hasAttempt = 'attempt' in record;
  const fields = Buffer.alloc(U32 + (hasAttempt ? U32 : 0) + (record.type === 'close' ? U16 : 0));
  fields.writeUInt32LE(record.link, 0);
  if (hasAttempt) fields.writeUInt32LE(record.attempt, U32);
  switch (record.type) {
    case 'connect': {
      const { sessionId, userId, proof } = record;
      return [fields, Buffer.from(JSON.stringify([sessionId, userId, proof]))];
    }
    case 'inputs':
      return [fields, record.frame];
    case 'seed':
      return [fields, Buffer.from(record.seed)];
    case 'refused':
    case 'seed-answer':
      return [fields, Buffer.from(record.code)];
    case 'close':
      fields.writeUInt16LE(record.code, U32 + U32);
      return [fields, Buffer.from(record.reason)];
    default:
      return [fields, EMPTY];
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
      const [sessionId, userId, proof] = fields;
      if (sessionId === undefined || userId === undefined || proof === undefined) return null;
      return { type, link, attempt, sessionId, userId, proof };
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
  const links = Array.from({ length: count }, (_, at) => bytes.readUInt32LE(U8 + U32 + at * U32));
  const data = bytes.subarray(start);
  return { type: 'send', links, data: isText ? data.toString() : data };
}
