import { makeHex } from './bytes.ts';
import { decodeMessage } from './message.ts';

/** What a plain transfer says, as its bytes have it. */
export interface RawTransfer {
  /** Hex of 21 bytes, as `41…`. */
  readonly ownerHex: string;
  readonly toHex: string;
  /** Sun. */
  readonly amount: number;
  /** Epoch ms. */
  readonly expirationMs: number;
  readonly timestampMs: number;
  /** Hex of 2 and of 8 bytes: the block that it references. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
}

/** What `Transaction.raw` may hold here; java-tron's Tron.proto. No memo, no fee limit, no second contract. */
const RAW = { 1: 'bytes', 4: 'bytes', 8: 'number', 11: 'bytes', 14: 'number' } as const;
/** `Transaction.Contract`: type and parameter. No permission of a multi-signature account. */
const CONTRACT = { 1: 'number', 2: 'bytes' } as const;
/** `google.protobuf.Any`: type_url and value. */
const ANY = { 1: 'bytes', 2: 'bytes' } as const;
/** `TransferContract`: owner_address, to_address and amount; java-tron's balance_contract.proto. */
const TRANSFER = { 1: 'bytes', 2: 'bytes', 3: 'number' } as const;

/** `Transaction.Contract.ContractType.TransferContract`. */
const TRANSFER_TYPE = 1;

/** The type of a transfer's parameter, as every transfer spells it. */
const TRANSFER_URL = 'type.googleapis.com/protocol.TransferContract';

/** Reads text without leaving anything out. */
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes the raw data of a transaction that is exactly one plain transfer of TRX; null for all others. */
export function decodeTransfer(rawData: Uint8Array): RawTransfer | null {
  const raw = decodeMessage(rawData, RAW);
  const contract = raw && decodeMessage(raw.bytes(11), CONTRACT);
  const parameter = contract?.number(1) === TRANSFER_TYPE ? decodeMessage(contract.bytes(2), ANY) : null;
  const isTransfer = parameter !== null && TEXT.decode(parameter.bytes(1)) === TRANSFER_URL;
  const transfer = isTransfer ? decodeMessage(parameter.bytes(2), TRANSFER) : null;
  if (!raw || !transfer) return null;
  return {
    ownerHex: makeHex(transfer.bytes(1)),
    toHex: makeHex(transfer.bytes(2)),
    amount: transfer.number(3),
    expirationMs: raw.number(8),
    timestampMs: raw.number(14),
    refBlockBytes: makeHex(raw.bytes(1)),
    refBlockHash: makeHex(raw.bytes(4)),
  };
}

/** The `raw_data` of a transfer as TRON's HTTP API and tronweb write it. */
export const makeRawData = (transfer: RawTransfer): object => ({
  contract: [
    {
      parameter: {
        value: { amount: transfer.amount, owner_address: transfer.ownerHex, to_address: transfer.toHex },
        type_url: TRANSFER_URL,
      },
      type: 'TransferContract',
    },
  ],
  ref_block_bytes: transfer.refBlockBytes,
  ref_block_hash: transfer.refBlockHash,
  expiration: transfer.expirationMs,
  timestamp: transfer.timestampMs,
});
