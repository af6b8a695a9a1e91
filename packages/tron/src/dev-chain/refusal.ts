/** `GrpcAPI.Return.response_code` of java-tron, as far as this chain answers with it. The misspelling is TRON's. */
export type RefusalCode =
  | 'SIGERROR'
  | 'CONTRACT_VALIDATE_ERROR'
  | 'BANDWITH_ERROR'
  | 'DUP_TRANSACTION_ERROR'
  | 'TAPOS_ERROR'
  | 'TOO_BIG_TRANSACTION_ERROR'
  | 'TRANSACTION_EXPIRATION_ERROR'
  | 'SERVER_BUSY'
  | 'OTHER_ERROR';

/** Why a node did not take a transaction, in java-tron's words. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Plain text; the HTTP API shows its bytes in hex. */
  readonly message: string;
}

/** The signature is not the owner's. */
export const signatureError = (reason: string): Refusal => ({
  code: 'SIGERROR',
  message: `Validate signature error: ${reason}`,
});

/** The contract is not to be had as it stands. */
export const contractError = (reason: string): Refusal => ({
  code: 'CONTRACT_VALIDATE_ERROR',
  message: `Contract validate error : ${reason}`,
});

/** There are too many bytes, against java-tron's TRANSACTION_MAX_BYTE_SIZE. */
export const tooBig = (txid: string, bytes: number, maxBytes: number): Refusal => ({
  code: 'TOO_BIG_TRANSACTION_ERROR',
  message: `Too big transaction, TxId ${txid}, the size is ${bytes} bytes, maxTxSize ${maxBytes}`,
});

/** It does not hold exactly one contract. */
export const CONTRACT_COUNT: Refusal = {
  code: 'OTHER_ERROR',
  message: 'Error: act size should be exactly 1, this is extend feature',
};

/** Neither free bandwidth nor balance pays for it. */
export const INSUFFICIENT: Refusal = { code: 'BANDWITH_ERROR', message: 'Account resource insufficient error.' };

/** The node has it, pending or in a block. */
export const DUPLICATE: Refusal = { code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' };

/** The block it refers to is not of this chain. */
export const TAPOS: Refusal = { code: 'TAPOS_ERROR', message: 'Tapos check error.' };

/** It has expired, or is to live for longer than a day. */
export const EXPIRED: Refusal = { code: 'TRANSACTION_EXPIRATION_ERROR', message: 'Transaction expired' };

/** Too many transactions wait. */
export const BUSY: Refusal = { code: 'SERVER_BUSY', message: 'Server busy.' };
