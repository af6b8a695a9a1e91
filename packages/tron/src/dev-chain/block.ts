import { sha256 } from './hash.ts';
import { encodeMessage } from './protobuf.ts';

/** A block's header. */
export interface Block {
  readonly number: number;
  /** Hex of 32 bytes: the number in the first 8, then the header's hash. */
  readonly id: string;
  readonly parentId: string;
  /** Epoch ms; later than the parent's. */
  readonly timestampMs: number;
  /** Hex of 32 bytes: SHA-256 of the ids of its transactions, one behind the other. */
  readonly root: string;
}

/** The address in each block as its producer, hex. No key is known for it. */
const WITNESS = '410000000000000000000000000000000000000000';

/** Hex digits of a block's number in its id. */
const NUMBER_DIGITS = 16;

/** Makes the block that follows another. Time is epoch ms; ids of transactions are hex, in their order. */
export function makeBlock(parent: Block, timestampMs: number, txids: readonly string[]): Block {
  return seal(parent.number + 1, parent.id, timestampMs, sha256(Buffer.from(txids.join(''), 'hex')).toString('hex'));
}

/** Block 0, the same wherever this chain runs. Its parent's id spells what it is. */
export const GENESIS: Block = seal(0, Buffer.from('Popfray dev chain: play money').toString('hex'), 0, '00'.repeat(32));

/** The header as the HTTP API shows it. A number or time of 0 is left out, as protobuf leaves out its defaults. */
export function makeHeaderJson({ number, parentId, timestampMs, root }: Block): object {
  return {
    raw_data: {
      ...(number !== 0 && { number }),
      txTrieRoot: root,
      witness_address: WITNESS,
      parentHash: parentId,
      ...(timestampMs !== 0 && { timestamp: timestampMs }),
    },
  };
}

/** The reference to a block by which a transaction says what chain it is for (TAPOS), hex. */
export function referenceTo({ number, id }: Block): { readonly bytes: string; readonly hash: string } {
  return { bytes: (number % 65_536).toString(16).padStart(4, '0'), hash: id.slice(16, 32) };
}

/** Gives a header its id: `BlockHeader.raw` of java-tron's Tron.proto, hashed, its first 8 bytes replaced by the number. */
function seal(number: number, parentId: string, timestampMs: number, root: string): Block {
  const header = encodeMessage([
    [1, timestampMs],
    [2, Buffer.from(root, 'hex')],
    [3, Buffer.from(parentId, 'hex')],
    [7, number],
    [9, Buffer.from(WITNESS, 'hex')],
  ]);
  const id = number.toString(16).padStart(NUMBER_DIGITS, '0') + sha256(header).toString('hex').slice(NUMBER_DIGITS);
  return { number, id, parentId, timestampMs, root };
}
