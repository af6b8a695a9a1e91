import type * as tronweb from 'tronweb';
import type { TronWeb, Types } from 'tronweb';
import type { DevAccount } from './kept.ts';
import type { Person, Question } from './question.ts';
import { declined, pending, unsupported } from './rpc-error.ts';

/** The module `tronweb`, which is loaded only when the dev wallet is used. */
export type TronWebModule = typeof tronweb;

/** Who signs, and for whom. */
export interface SigningDesk {
  readonly origin: string;
  readonly person: Person;
  /** The account that may sign at this moment; null while locked, or not connected. */
  account(): DevAccount | null;
}

/**
 * A tronweb for the page, on an address without a key: each signature is asked for, as TronLink's is. Everything else it
 * does is its own.
 */
export function createPageTronWeb(module: TronWebModule, nodeUrl: string, desk: SigningDesk): TronWeb {
  const tronWeb = new module.TronWeb({ fullHost: nodeUrl });
  const { trx } = tronWeb;

  /** Asks, and gives the key of the account that was asked for. Throws when there is none, or the answer is no. */
  async function keyFor(makeQuestion: (address: string) => Question): Promise<string> {
    const account = desk.account();
    if (account === null) throw new Error('The wallet is locked, or not connected to this page.');
    if (desk.person.isBusy) throw pending();
    const isAgreed = await desk.person.ask(makeQuestion(account.address));
    // The wallet was locked or switched meanwhile in another page: then this account did not agree.
    if (!isAgreed || desk.account()?.address !== account.address) throw declined();
    return account.key;
  }

  async function sign(thing: unknown): Promise<unknown> {
    if (typeof thing === 'string') {
      const key = await keyFor((address) => ({ type: 'message', origin: desk.origin, address, text: thing }));
      return new module.TronWeb({ fullHost: nodeUrl }).trx.sign(thing, key);
    }
    const transaction = checkTransaction(module, thing);
    const key = await keyFor((address) => questionOf(module, transaction, address, desk.origin));
    return new module.TronWeb({ fullHost: nodeUrl }).trx.sign(transaction, key);
  }

  async function signMessageV2(message: unknown): Promise<string> {
    const isBytes = message instanceof Uint8Array || Array.isArray(message);
    if (typeof message !== 'string' && !isBytes) throw new TypeError('Invalid message provided');
    const content = isBytes ? Uint8Array.from(message as Iterable<number>) : message;
    const text = typeof content === 'string' ? content : module.utils.bytes.byteArray2hexStr([...content]);
    const key = await keyFor((address) => ({ type: 'message', origin: desk.origin, address, text }));
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

/** A copy of a transaction whose JSON, bytes and id agree. Throws tronweb's own words for anything else. */
function checkTransaction(module: TronWebModule, thing: unknown): Types.Transaction {
  if (typeof thing !== 'object' || thing === null) throw new Error('Invalid transaction provided');
  if ('signature' in thing) throw new Error('Transaction is already signed');
  const transaction = structuredClone(thing) as Types.Transaction;
  let isSound = false;
  try {
    isSound = transaction.raw_data.contract.length === 1 && module.utils.transaction.txCheck(transaction);
  } catch {
    // A shape that tronweb does not know either.
  }
  if (!isSound) throw new Error('Invalid transaction');
  return transaction;
}

/** What a transaction asks of the person. Throws when it is not the account's to sign. */
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
    const memo = rawData.data === undefined ? null : readable(rawData.data);
    return { type: 'transfer', origin, from, to: base58(to), amountSun: amount, memo };
  }
  return { type: 'transaction', origin, from, kind: String(contract?.type), content: JSON.stringify(value, null, 2) };
}

/** Hex of UTF-8 as text; the hex itself when it is none. */
function readable(hex: string): string {
  try {
    const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return hex;
  }
}
