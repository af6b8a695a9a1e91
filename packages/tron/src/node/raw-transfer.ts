import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { err, ok, type Result } from '@popfray/engine/result';
import { makeAddress, parseAddress } from './address.ts';
import { decodeMessage, encodeMessage, type Field } from './protobuf.ts';

/** What the bytes of a plain transfer of TRX say: java-tron's `Transaction.raw` with one `TransferContract`. */
export interface RawTransfer {
  readonly from: string;
  readonly to: string;
  /** Sun, a safe integer above 0. */
  readonly amount: number;
  /** Epoch ms. */
  readonly expirationMs: number;
  /** When its maker says it was made, epoch ms; 0 when it does not say. */
  readonly timestampMs: number;
  /** The last 2 bytes of a block's number, and bytes 8 to 16 of its id, hex: TAPOS. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** The block's number, where an old wallet writes it too. */
  readonly refBlockNumber: number;
  /** A memo, hex. */
  readonly data: string;
  /** The permission of a multi-signature account that it was signed by; 0 for the owner's. */
  readonly permissionId: number;
  /** Sun. Says nothing for a transfer. */
  readonly feeLimit: number;
}

/** The type of the contract and of its parameter. */
const TRANSFER_TYPE = 1;
export const TRANSFER_URL = 'type.googleapis.com/protocol.TransferContract';

/** The bytes of a memo, hex. */
export const encodeMemo = (memo: string): string => bytesToHex(new TextEncoder().encode(memo));

/** Encodes a transfer as java-tron does. */
export function encodeTransfer(raw: RawTransfer): Uint8Array {
  const transfer = encodeMessage([
    [1, hexToBytes(parseAddress(raw.from) ?? '')],
    [2, hexToBytes(parseAddress(raw.to) ?? '')],
    [3, raw.amount],
  ]);
  const parameter = encodeMessage([
    [1, new TextEncoder().encode(TRANSFER_URL)],
    [2, transfer],
  ]);
  const contract = encodeMessage([
    [1, TRANSFER_TYPE],
    [2, parameter],
    [5, raw.permissionId],
  ]);
  return encodeMessage([
    [1, hexToBytes(raw.refBlockBytes)],
    [3, raw.refBlockNumber],
    [4, hexToBytes(raw.refBlockHash)],
    [8, raw.expirationMs],
    [10, hexToBytes(raw.data)],
    [11, contract],
    [14, raw.timestampMs],
    [18, raw.feeLimit],
  ]);
}

/** Decodes the bytes of a transaction that is exactly one plain transfer; otherwise says what it is instead. */
export function decodeTransfer(bytes: Uint8Array): Result<RawTransfer, string> {
  const fields = decodeMessage(bytes);
  if (!fields) return err('its bytes are no transaction, or hold a number that is out of range');
  const contracts = fields.filter(([field]) => field === 11);
  if (contracts.length !== 1) return err(`it holds ${contracts.length} contracts`);
  const contract = messageOf(fields, 11);
  const type = numberOf(contract, 1);
  if (type !== TRANSFER_TYPE) return err(`its contract is of type ${type}, not a transfer`);
  const parameter = messageOf(contract, 2);
  if (new TextDecoder().decode(bytesOf(parameter, 1)) !== TRANSFER_URL) return err('its parameter is not a transfer’s');
  const transfer = messageOf(parameter, 2);
  const from = makeAddress(bytesToHex(bytesOf(transfer, 1)));
  const to = makeAddress(bytesToHex(bytesOf(transfer, 2)));
  const amount = numberOf(transfer, 3);
  if (from === null || to === null) return err('an address in it is none');
  if (amount === 0) return err('it moves nothing');
  const raw: RawTransfer = {
    from,
    to,
    amount,
    expirationMs: numberOf(fields, 8),
    timestampMs: numberOf(fields, 14),
    refBlockBytes: bytesToHex(bytesOf(fields, 1)),
    refBlockHash: bytesToHex(bytesOf(fields, 4)),
    refBlockNumber: numberOf(fields, 3),
    data: bytesToHex(bytesOf(fields, 10)),
    permissionId: numberOf(contract, 5),
    feeLimit: numberOf(fields, 18),
  };
  // Anything ignored above, such as an unknown or a repeated field, makes the encodings differ.
  return bytesToHex(encodeTransfer(raw)) === bytesToHex(bytes)
    ? ok(raw)
    : err('its bytes say more than a transfer says');
}

const NOTHING = new Uint8Array();

const numberOf = (fields: readonly Field[], wanted: number): number => {
  const [, value] = fields.find(([field]) => field === wanted) ?? [];
  return typeof value === 'number' ? value : 0;
};

const bytesOf = (fields: readonly Field[], wanted: number): Uint8Array => {
  const [, value] = fields.find(([field]) => field === wanted) ?? [];
  return value instanceof Uint8Array ? value : NOTHING;
};

const messageOf = (fields: readonly Field[], wanted: number): readonly Field[] =>
  decodeMessage(bytesOf(fields, wanted)) ?? [];
