import type { PaymentOrder, SignedPayment } from '@popfray/chain';
import { addressHex } from './address.ts';
import { makeHex, parseHex, sha256 } from './bytes.ts';
import { read } from './foreign.ts';
import { decodeTransfer, makeRawData } from './transfer.ts';

/** An unsigned transaction, as TRON's HTTP API and tronweb write it. */
export interface UnsignedTransaction {
  readonly visible: false;
  readonly txID: string;
  readonly raw_data: object;
  readonly raw_data_hex: string;
}

/** A signature's 65 bytes r, s and v as hex; some wallets put 0x before them. */
const SIGNATURE = /^(?:0x)?([0-9a-fA-F]{130})$/;

/**
 * The transaction of an order, when it says exactly what the order says, in its bytes and in its JSON alike, and bears
 * its own hash as its id; otherwise what is wrong with it. Throws outside a secure context.
 */
export async function checkOrder(order: PaymentOrder): Promise<UnsignedTransaction | string> {
  if (!Number.isSafeInteger(order.amount) || order.amount <= 0) return 'The amount is no whole number above 0.';
  const json = parseJson(order.unsigned);
  const id = read(json, 'txID');
  const hex = read(json, 'raw_data_hex');
  const rawData = read(json, 'raw_data');
  if (typeof id !== 'string' || typeof hex !== 'string' || typeof rawData !== 'object' || rawData === null) {
    return 'The order holds no transaction.';
  }
  if (read(json, 'visible') === true) return 'The transaction spells its addresses in another way than asked for.';
  if (read(json, 'signature') !== undefined) return 'The transaction is signed already.';
  const bytes = parseHex(hex);
  const transfer = bytes && decodeTransfer(bytes);
  if (!transfer) return 'The transaction is no plain transfer.';
  if (transfer.amount !== order.amount) return `The transaction pays ${transfer.amount}, not ${order.amount}.`;
  if (transfer.ownerHex !== (await addressHex(order.from))) return `The transaction is not paid by ${order.from}.`;
  if (transfer.toHex !== (await addressHex(order.to))) return `The transaction does not pay ${order.to}.`;
  if (makeHex(await sha256(bytes)) !== id) return 'The transaction has the id of another.';
  // Wallets show the JSON and nodes read it, while the bytes are what is signed.
  if (!isSame(rawData, makeRawData(transfer))) return 'The transaction shows something else than it says.';
  return { visible: false, txID: id, raw_data: rawData, raw_data_hex: hex };
}

/** A signed transaction, when it is the unsigned one with one signature and nothing else; otherwise what is wrong. */
export function checkSigned(unsigned: UnsignedTransaction, signed: unknown): SignedPayment | string {
  if (read(signed, 'txID') !== unsigned.txID || read(signed, 'raw_data_hex') !== unsigned.raw_data_hex) {
    return 'The wallet signed another transaction.';
  }
  const signatures = read(signed, 'signature');
  const [, signature] = (Array.isArray(signatures) && SIGNATURE.exec(String(signatures[0]))) || [];
  if (signature === undefined || read(signatures, 'length') !== 1) return 'The wallet gave no signature.';
  // Only the signature is taken from the wallet. The rest is the transaction that was requested.
  return { txid: unsigned.txID, signed: JSON.stringify({ ...unsigned, signature: [signature.toLowerCase()] }) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether JSON says the same as another, and nothing more. */
function isSame(json: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return json === wanted;
  if (typeof json !== 'object' || json === null || Array.isArray(json) !== Array.isArray(wanted)) return false;
  const names = Object.keys(wanted);
  return (
    names.length === Object.keys(json).length && names.every((name) => isSame(read(json, name), read(wanted, name)))
  );
}
