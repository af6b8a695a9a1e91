import type * as tronweb from 'tronweb';
import type { TronWeb, Types } from 'tronweb';
import type { DevAccount } from './wallet-state.ts';
import type { QuestionDialogs, Question } from './question.ts';
import { declined, pending, unsupported } from './rpc-error.ts';

/** The module `tronweb`, which is loaded only when the dev wallet is used. */
export type TronWebModule = typeof tronweb;

/** The page that asks for signatures, and the account that signs. */
export interface SigningContext {
  readonly origin: string;
  readonly questions: QuestionDialogs;
  /** The account that may sign at this moment; null while locked, or not connected. */
  account(): DevAccount | null;
}

/**
 * Creates a TronWeb for the page that has an address and no key: the user is asked for each signature, as with TronLink. All other methods are
 * TronWeb's own.
 */
export function createPageTronWeb(module: TronWebModule, nodeUrl: string, context: SigningContext): TronWeb {
  const tronWeb = new module.TronWeb({ fullHost: nodeUrl });
  const { trx } = tronWeb;

  /** Asks the user, and returns the key of the account that signs. Throws without an account, and when the answer is no. */
  async function requestKey(makeQuestion: (address: string) => Question): Promise<string> {
    const account = context.account();
    if (account === null) throw new Error('The wallet is locked, or not connected to this page.');
    if (context.questions.isBusy) throw pending();
    const isConfirmed = await context.questions.ask(makeQuestion(account.address));
    // The wallet was locked or switched to another account meanwhile in another page.
    if (!isConfirmed || context.account()?.address !== account.address) throw declined();
    return account.key;
  }

  async function sign(value: unknown): Promise<unknown> {
    if (typeof value === 'string') {
      const key = await requestKey((address) => ({ type: 'message', origin: context.origin, address, text: value }));
      return new module.TronWeb({ fullHost: nodeUrl }).trx.sign(value, key);
    }
    const transaction = checkTransaction(module, value);
    const key = await requestKey((address) => questionOf(module, transaction, address, context.origin));
    return new module.TronWeb({ fullHost: nodeUrl }).trx.sign(transaction, key);
  }

  async function signMessageV2(message: unknown): Promise<string> {
    const isBytes = message instanceof Uint8Array || Array.isArray(message);
    if (typeof message !== 'string' && !isBytes) throw new TypeError('Invalid message provided');
    const content = isBytes ? Uint8Array.from(message as Iterable<number>) : message;
    const text = typeof content === 'string' ? content : module.utils.bytes.byteArray2hexStr([...content]);
    const key = await requestKey((address) => ({ type: 'message', origin: context.origin, address, text }));
    return module.Trx.signMessageV2(content, key);
  }

  const refuse = (method: string) => (): never => {
    throw unsupported(method);
  };
  Object.assign(trx, {
    sign,
    signMessage: sign,
    signTransaction: sign,
    signMessageV2,
    multiSign: refuse('multiSign'),
    signTypedData: refuse('signTypedData'),
    _signTypedData: refuse('signTypedData'),
  });
  return tronWeb;
}

/** Returns a copy of a transaction whose JSON, bytes and id agree. Throws an error with TronWeb's message for anything else. */
function checkTransaction(module: TronWebModule, value: unknown): Types.Transaction {
  if (typeof value !== 'object' || value === null) throw new Error('Invalid transaction provided');
  if ('signature' in value) throw new Error('Transaction is already signed');
  const transaction = structuredClone(value) as Types.Transaction;
  let isValid = false;
  try {
    isValid = transaction.raw_data.contract.length === 1 && module.utils.transaction.txCheck(transaction);
  } catch {
    // TronWeb does not know the shape.
  }
  if (!isValid) throw new Error('Invalid transaction');
  return transaction;
}

/** The question to the user about a transaction. Throws when another account has to sign it. */
function questionOf(
  module: TronWebModule,
  { raw_data: rawData }: Types.Transaction,
  from: string,
  origin: string,
): Question {
  const [contract] = rawData.contract;
  const value = (contract?.parameter.value ?? {}) as { readonly [key: string]: unknown };
  const base58 = (address: unknown): string => module.TronWeb.address.fromHex(String(address));
  if (base58(value['owner_address']) !== from) throw new Error('Private key does not match address in transaction');
  const { to_address: to, amount } = value;
  if (String(contract?.type) === 'TransferContract' && typeof amount === 'number') {
    const memo = rawData.data === undefined ? null : decodeText(rawData.data);
    return { type: 'transfer', origin, from, to: base58(to), amountSun: amount, memo };
  }
  return { type: 'transaction', origin, from, kind: String(contract?.type), content: JSON.stringify(value, null, 2) };
}

/** Decodes the hex of UTF-8; returns the hex itself when it is not UTF-8. */
function decodeText(hex: string): string {
  try {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return hex;
  }
}
