import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { makeAddress, parseAddress } from './address.ts';
import { parseJson } from './json.ts';
import { encodeTransfer, TRANSFER_URL, type RawTransfer } from './raw-transfer.ts';

/** Lower-case hex of whole bytes, the spelling of nodes. */
export const hexBytes: z.ZodType<string> = z.string().regex(/^(?:[0-9a-f]{2})*$/);

/** A txid in its one spelling. */
export const txidHex: z.ZodType<string> = z.string().regex(/^[0-9a-f]{64}$/);

const whole = z.int().nonnegative();
const permission = z.int().min(0).max(0x7f_ff_ff_ff);

/** `raw_data` of a plain transfer as java-tron's HTTP API writes it, addresses in hex. Nothing else may stand in it. */
const rawData = z.strictObject({
  contract: z.tuple([
    z.strictObject({
      parameter: z.strictObject({
        value: z.strictObject({ amount: z.int().positive(), owner_address: hexBytes, to_address: hexBytes }),
        type_url: z.literal(TRANSFER_URL),
      }),
      type: z.literal('TransferContract'),
      Permission_id: permission.default(0),
    }),
  ]),
  ref_block_bytes: hexBytes.default(''),
  ref_block_num: whole.default(0),
  ref_block_hash: hexBytes.default(''),
  expiration: whole.default(0),
  timestamp: whole.default(0),
  data: hexBytes.default(''),
  fee_limit: whole.default(0),
});

/** What `raw_data` says; null when it is not that of one plain transfer. */
export function parseRawData(json: unknown): RawTransfer | null {
  const parsed = rawData.safeParse(json);
  if (!parsed.success) return null;
  const {
    contract: [{ parameter, Permission_id: permissionId }],
    ...said
  } = parsed.data;
  const from = makeAddress(parameter.value.owner_address);
  const to = makeAddress(parameter.value.to_address);
  if (from === null || to === null) return null;
  return {
    from,
    to,
    amount: parameter.value.amount,
    expirationMs: said.expiration,
    timestampMs: said.timestamp,
    refBlockBytes: said.ref_block_bytes,
    refBlockHash: said.ref_block_hash,
    refBlockNumber: said.ref_block_num,
    data: said.data,
    permissionId,
    feeLimit: said.fee_limit,
  };
}

/** `raw_data` as java-tron writes it, without what holds its default. */
function makeRawData(raw: RawTransfer): object {
  return {
    contract: [
      {
        parameter: {
          value: { amount: raw.amount, owner_address: parseAddress(raw.from), to_address: parseAddress(raw.to) },
          type_url: TRANSFER_URL,
        },
        type: 'TransferContract',
        ...(raw.permissionId !== 0 && { Permission_id: raw.permissionId }),
      },
    ],
    ref_block_bytes: raw.refBlockBytes,
    ...(raw.refBlockNumber !== 0 && { ref_block_num: raw.refBlockNumber }),
    ref_block_hash: raw.refBlockHash,
    expiration: raw.expirationMs,
    ...(raw.data !== '' && { data: raw.data }),
    timestamp: raw.timestampMs,
    ...(raw.feeLimit !== 0 && { fee_limit: raw.feeLimit }),
  };
}

/** A transfer with its bytes and their hash. */
export interface Transaction {
  readonly txid: string;
  readonly raw: RawTransfer;
  /** 65 bytes as 130 lower-case hex digits each. */
  readonly signatures: readonly string[];
}

const transaction = z.object({
  txID: txidHex,
  raw_data: z.unknown(),
  raw_data_hex: hexBytes,
  visible: z.literal(false).optional(),
  signature: z.array(z.string().regex(/^(?:0x)?[0-9a-fA-F]{130}$/)).default([]),
});

/** The transfer in a JSON text, of which `raw_data`, `raw_data_hex` and `txID` all say the same; null for all others. */
export function parseTransaction(text: string): Transaction | null {
  const parsed = transaction.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { txID, raw_data, raw_data_hex, signature } = parsed.data;
  const raw = parseRawData(raw_data);
  if (raw === null || bytesToHex(encodeTransfer(raw)) !== raw_data_hex || hashOf(raw_data_hex) !== txID) return null;
  return { txid: txID, raw, signatures: signature.map((hex) => hex.replace(/^0x/, '').toLowerCase()) };
}

/** A transaction as JSON text. `parseTransaction` gives the same again. */
export function makeTransaction({ txid, raw, signatures }: Transaction): string {
  return JSON.stringify({
    visible: false,
    txID: txid,
    raw_data: makeRawData(raw),
    raw_data_hex: bytesToHex(encodeTransfer(raw)),
    ...(signatures.length > 0 && { signature: signatures }),
  });
}

/** SHA-256 of bytes in hex, in hex. */
export const hashOf = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)));
