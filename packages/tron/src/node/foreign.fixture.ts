import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { utils } from 'tronweb';
import { HOUSE, PAYER, TRANSFER, transactionJson, type TransactionJson } from './hostile-node.fixture.ts';
import { encodeMessage } from './protobuf.ts';
import { parseAddress } from './address.ts';
import { encodeTransfer } from './raw-transfer.ts';
import { hashOf } from './transaction.ts';

/** A transaction that is no plain transfer, and what it is. */
export interface Foreign {
  readonly what: string;
  readonly json: TransactionJson;
}

const { raw_data: PLAIN } = transactionJson();
const OWNER = parseAddress(PAYER) ?? '';
const TO = parseAddress(HOUSE) ?? '';

/** A transaction of one contract of any type, in the bytes that tronweb makes of it. */
function ofType(type: string, value: object): TransactionJson {
  const contract = { parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type };
  const raw_data = { ...PLAIN, contract: [contract] };
  const pb: unknown = utils.transaction.txJsonToPb({ visible: false, raw_data });
  return show(utils.transaction.txPbToRawDataHex(pb).toLowerCase(), raw_data);
}

/** A transaction of these bytes, with JSON that makes it look like an honest payment. */
function dressed(bytes: Uint8Array): TransactionJson {
  return show(bytesToHex(bytes), PLAIN);
}

function show(raw_data_hex: string, raw_data: object): TransactionJson {
  return { txID: hashOf(raw_data_hex), raw_data, raw_data_hex, ret: [{ contractRet: 'SUCCESS' }] };
}

/** `Transaction.raw` with a contract like a transfer’s, in which these things are others. */
function forge({
  type = 1,
  url = 'TransferContract',
  owner = OWNER,
  to = TO,
  amount = 5_000_000,
  twice = false,
}): Uint8Array {
  const transfer = encodeMessage([
    [1, hexToBytes(owner)],
    [2, hexToBytes(to)],
    [3, amount],
  ]);
  const parameter = encodeMessage([
    [1, new TextEncoder().encode(`type.googleapis.com/protocol.${url}`)],
    [2, transfer],
  ]);
  const contract = encodeMessage([
    [1, type],
    [2, parameter],
  ]);
  return encodeMessage([
    [1, hexToBytes(TRANSFER.refBlockBytes)],
    [4, hexToBytes(TRANSFER.refBlockHash)],
    [8, TRANSFER.expirationMs],
    [11, contract],
    ...(twice ? ([[11, contract]] as const) : []),
    [14, TRANSFER.timestampMs],
  ]);
}

const plainBytes = encodeTransfer(TRANSFER);

/** Everything here was carried out well, by the node’s word, and none of it may be credited. */
export const FOREIGN: readonly Foreign[] = [
  {
    what: 'a call of a contract that is sent TRX',
    json: ofType('TriggerSmartContract', {
      owner_address: OWNER,
      contract_address: TO,
      call_value: 5_000_000,
      data: 'a9059cbb',
    }),
  },
  {
    what: 'a transfer of another token',
    json: ofType('TransferAssetContract', {
      owner_address: OWNER,
      to_address: TO,
      asset_name: '31',
      amount: 5_000_000,
    }),
  },
  {
    what: 'frozen TRX',
    json: ofType('FreezeBalanceV2Contract', { owner_address: OWNER, frozen_balance: 5_000_000, resource: 'ENERGY' }),
  },
  { what: 'a call dressed as a transfer in JSON', json: dressed(forge({ type: 31, url: 'TriggerSmartContract' })) },
  { what: 'a call dressed as a transfer by the name of its parameter', json: dressed(forge({ type: 31 })) },
  { what: 'a transfer by its type alone', json: dressed(forge({ url: 'TransferAssetContract' })) },
  { what: 'two transfers', json: dressed(forge({ twice: true })) },
  { what: 'no contract', json: dressed(encodeMessage([[14, TRANSFER.timestampMs]])) },
  { what: 'no bytes', json: dressed(new Uint8Array()) },
  { what: 'a transfer of nothing', json: dressed(forge({ amount: 0 })) },
  { what: 'a transfer to an address of another chain', json: dressed(forge({ to: `a0${TO.slice(2)}` })) },
  { what: 'a transfer to an address that is cut off', json: dressed(forge({ to: TO.slice(2) })) },
  { what: 'a transfer without a sender', json: dressed(forge({ owner: '' })) },
  { what: 'a transfer of more than a number can be sure of', json: dressed(forge({ amount: 2 ** 53 })) },
  { what: 'a transfer with a field behind it', json: dressed(Uint8Array.from([...plainBytes, 0x98, 0x06, 0x01])) },
  { what: 'a transfer with half a field behind it', json: dressed(Uint8Array.from([...plainBytes, 0x98])) },
  { what: 'a transfer with its time told twice', json: dressed(Uint8Array.from([...plainBytes, 0x70, 0x01])) },
  { what: 'a transfer with an empty memo written out', json: dressed(Uint8Array.from([0x52, 0x00, ...plainBytes])) },
  { what: 'noise', json: dressed(new TextEncoder().encode('a payment of 5 TRX to the house, honestly')) },
];
