import { err, ok, type Result } from '@popfray/engine/result';
import { parseAddress } from './address.ts';
import { sha256 } from './hash.ts';
import { encodeMessage } from './protobuf.ts';

/** A `TransferContract`, the one contract that this chain executes. */
export interface Transfer {
  /** Hex; whether they are addresses is found out when it is executed. */
  readonly from: string;
  readonly to: string;
  /** Any safe integer; what is not above 0 is refused when it is executed. */
  readonly amountSun: number;
  /** 0 is the owner's permission. */
  readonly permissionId: number;
}

/** A transaction as its JSON says it, and the bytes that follow from that. */
export interface Transaction {
  /** SHA-256 of the bytes, hex. */
  readonly txid: string;
  /** `Transaction.raw`, serialised. */
  readonly raw: Uint8Array;
  readonly transfers: readonly Transfer[];
  /** Hex: the last two bytes of a block's number, and bytes 8 to 16 of its id. */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  /** The block's number, where an old wallet writes it too. It is not used. */
  readonly refBlockNumber: number;
  /** Epoch ms. */
  readonly expiresAtMs: number;
  readonly timestampMs: number;
  /** A memo; hex, may be empty. */
  readonly data: string;
  readonly feeLimitSun: number;
  /** Lower-case hex where they are hex, otherwise as they were given. */
  readonly signatures: readonly string[];
}

/** Why JSON is no transaction that this chain can execute. */
export type TransactionError =
  | { readonly code: 'ERR_TRANSACTION_MALFORMED'; readonly reason: string }
  | { readonly code: 'ERR_TRANSACTION_CONTRACT'; readonly type: string };

/** A transaction as a node's HTTP API shows it, less `ret`. */
export interface TransactionJson {
  /** Left out when there is none. */
  readonly signature?: readonly string[];
  readonly txID: string;
  readonly raw_data: object;
  readonly raw_data_hex: string;
}

const TRANSFER_URL = 'type.googleapis.com/protocol.TransferContract';

/** `Transaction.Contract.ContractType.TransferContract` of java-tron's Tron.proto. */
const TRANSFER_TYPE = 1;

/** What a node adds to the serialised size of each contract for its result: java-tron's MAX_RESULT_SIZE_IN_TX, bytes. */
const RESULT_BYTES = 64;

class Malformed extends Error {}

/**
 * Reads a transaction from the JSON of `broadcasttransaction`. Its `txID` and `raw_data_hex` are ignored: `raw_data`
 * is serialised again, as in java-tron. Fields of `raw_data` that are unknown here are ignored too.
 */
export function parseTransaction(json: unknown): Result<Transaction, TransactionError> {
  try {
    const isVisible = read(json, 'visible') === true;
    const rawData = read(json, 'raw_data');
    const contracts = list(rawData, 'contract');
    for (const contract of contracts) {
      const type = read(contract, 'type');
      if (type !== 'TransferContract') return err({ code: 'ERR_TRANSACTION_CONTRACT', type: String(type) });
    }
    const transfers = contracts.map((contract): Transfer => {
      const value = read(read(contract, 'parameter'), 'value');
      return {
        from: address(value, 'owner_address', isVisible),
        to: address(value, 'to_address', isVisible),
        amountSun: integer(value, 'amount'),
        permissionId: integer(contract, 'Permission_id'),
      };
    });
    const said = {
      transfers,
      refBlockBytes: hex(rawData, 'ref_block_bytes'),
      refBlockHash: hex(rawData, 'ref_block_hash'),
      refBlockNumber: integer(rawData, 'ref_block_num'),
      expiresAtMs: integer(rawData, 'expiration'),
      timestampMs: integer(rawData, 'timestamp'),
      data: hex(rawData, 'data'),
      feeLimitSun: integer(rawData, 'fee_limit'),
    };
    const raw = encodeRaw(said);
    const signatures = list(json, 'signature').map((text) => parseHex(text) ?? String(text));
    return ok({ ...said, txid: sha256(raw).toString('hex'), raw, signatures });
  } catch (error) {
    if (error instanceof Malformed) return err({ code: 'ERR_TRANSACTION_MALFORMED', reason: error.message });
    throw error;
  }
}

/** A transaction as a node shows it. What `parseTransaction` makes of it is the same transaction. */
export function makeTransactionJson(transaction: Transaction): TransactionJson {
  const { transfers, data, refBlockNumber, feeLimitSun, raw } = transaction;
  return {
    ...(transaction.signatures.length > 0 && { signature: transaction.signatures }),
    txID: transaction.txid,
    raw_data: {
      ...(data !== '' && { data }),
      contract: transfers.map(({ from, to, amountSun, permissionId }) => ({
        parameter: {
          value: { amount: amountSun, owner_address: from, to_address: to },
          type_url: TRANSFER_URL,
        },
        type: 'TransferContract',
        ...(permissionId !== 0 && { Permission_id: permissionId }),
      })),
      ref_block_bytes: transaction.refBlockBytes,
      ...(refBlockNumber !== 0 && { ref_block_num: refBlockNumber }),
      ref_block_hash: transaction.refBlockHash,
      expiration: transaction.expiresAtMs,
      ...(feeLimitSun !== 0 && { fee_limit: feeLimitSun }),
      timestamp: transaction.timestampMs,
    },
    raw_data_hex: Buffer.from(raw).toString('hex'),
  };
}

/** Bytes of bandwidth that a transaction costs: its serialised size with signatures, and room for its results. */
export function sizeOf({ raw, signatures, transfers }: Transaction): number {
  const signed = encodeMessage([[1, raw], ...signatures.map((text) => [2, Buffer.from(text, 'hex')] as const)]);
  return signed.length + RESULT_BYTES * transfers.length;
}

/** `Transaction.raw` of java-tron's Tron.proto. */
function encodeRaw(said: Omit<Transaction, 'txid' | 'raw' | 'signatures'>): Buffer {
  return encodeMessage([
    [1, Buffer.from(said.refBlockBytes, 'hex')],
    [3, said.refBlockNumber],
    [4, Buffer.from(said.refBlockHash, 'hex')],
    [8, said.expiresAtMs],
    [10, Buffer.from(said.data, 'hex')],
    ...said.transfers.map((transfer) => [11, encodeContract(transfer)] as const),
    [14, said.timestampMs],
    [18, said.feeLimitSun],
  ]);
}

function encodeContract({ from, to, amountSun, permissionId }: Transfer): Buffer {
  const transfer = encodeMessage([
    [1, Buffer.from(from, 'hex')],
    [2, Buffer.from(to, 'hex')],
    [3, amountSun],
  ]);
  const any = encodeMessage([
    [1, Buffer.from(TRANSFER_URL)],
    [2, transfer],
  ]);
  return encodeMessage([
    [1, TRANSFER_TYPE],
    [2, any],
    [5, permissionId],
  ]);
}

/** A member of an object from JSON; undefined when there is none. */
function read(json: unknown, key: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, key)
    ? (json as Record<string, unknown>)[key]
    : undefined;
}

function list(json: unknown, key: string): readonly unknown[] {
  const value = read(json, key) ?? [];
  if (!Array.isArray(value)) throw new Malformed(`${key} is no list`);
  return value;
}

function integer(json: unknown, key: string): number {
  const value = read(json, key) ?? 0;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Malformed(`${key} is no whole number`);
  return value;
}

/** Bytes as lower-case hex. A leading 0x and a missing first digit are borne, as java-tron bears them. */
function hex(json: unknown, key: string): string {
  const digits = parseHex(read(json, key) ?? '');
  if (digits === null) throw new Malformed(`${key} is no hex`);
  return digits;
}

function parseHex(value: unknown): string | null {
  const [, digits] = (typeof value === 'string' && /^(?:0x)?([0-9a-fA-F]*)$/.exec(value)) || [];
  if (digits === undefined) return null;
  return (digits.length % 2 === 0 ? digits : `0${digits}`).toLowerCase();
}

/** An address as hex, or in base58check where the transaction says that its addresses are `visible`. */
function address(json: unknown, key: string, isVisible: boolean): string {
  if (!isVisible) return hex(json, key);
  const value = parseAddress(String(read(json, key)));
  if (value === null) throw new Malformed(`${key} is no address`);
  return value;
}
