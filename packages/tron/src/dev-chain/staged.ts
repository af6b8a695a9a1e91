import { err, ok, type Result } from '@popfray/engine/result';
import { sha256 } from './hash.ts';
import type { TransactionJson } from './transaction.ts';

/** A transaction to be shown as it is given, true or not. */
export interface Staged {
  /** Hex of 32 bytes. */
  readonly txid: string;
  readonly json: TransactionJson;
  /** What its execution is said to have ended in: `SUCCESS`, `REVERT`, `OUT_OF_ENERGY` … */
  readonly contractRet: string;
}

/** Why a transaction cannot be staged. */
export interface StagedError {
  readonly code: 'ERR_STAGED_MALFORMED' | 'ERR_STAGED_KNOWN';
  /** What is wrong, for a person. */
  readonly message: string;
}

/** Reads `{ transaction: { raw_data, raw_data_hex, txID?, signature? }, contractRet? }`. An id left out follows from the bytes. */
export function parseStaged(json: unknown): Result<Staged, StagedError> {
  const { transaction, contractRet = 'SUCCESS' } = members(json);
  const { raw_data: rawData, raw_data_hex: rawDataHex, signature = [], txID } = members(transaction);
  if (typeof rawData !== 'object' || rawData === null) return wrong('raw_data must be an object');
  if (typeof rawDataHex !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(rawDataHex)) {
    return wrong('raw_data_hex must be lower-case hex');
  }
  if (!Array.isArray(signature) || !signature.every((item) => typeof item === 'string')) {
    return wrong('signature must be a list of texts');
  }
  if (typeof contractRet !== 'string' || !/^[A-Z_]{1,40}$/.test(contractRet)) {
    return wrong('contractRet must be a code such as SUCCESS or REVERT');
  }
  const txid = txID ?? sha256(Buffer.from(rawDataHex, 'hex')).toString('hex');
  if (typeof txid !== 'string' || !/^[0-9a-f]{64}$/.test(txid)) return wrong('txID must be 64 lower-case hex digits');
  return ok({ txid, json: { signature, txID: txid, raw_data: rawData, raw_data_hex: rawDataHex }, contractRet });
}

const members = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};

const wrong = (problem: string): Result<never, StagedError> =>
  err({ code: 'ERR_STAGED_MALFORMED', message: `${problem}.` });
