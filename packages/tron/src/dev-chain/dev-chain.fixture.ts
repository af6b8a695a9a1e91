import { TronWeb, utils } from 'tronweb';
import { createDevChain, type DevChain, type DevChainOptions } from './dev-chain.ts';
import { parseTransaction } from './transaction.ts';
import { startDevChain, type DevChainServer, type DevChainServerOptions } from './server.ts';

/** A person with a key. */
export interface Person {
  readonly privateKey: string;
  /** Base58. */
  readonly address: string;
  readonly hex: string;
}

/** People whose keys are 32 times the same byte, so that they are the same in every run. */
export function person(byte: number): Person {
  const privateKey = byte.toString(16).padStart(2, '0').repeat(32);
  const address = TronWeb.address.fromPrivateKey(privateKey);
  if (address === false) throw new Error('No key.');
  return { privateKey, address, hex: TronWeb.address.toHex(address).toLowerCase() };
}

export const ALICE: Person = person(0xa1);
export const BOB: Person = person(0xb0);
export const CAROL: Person = person(0xca);

/** 1 TRX in sun. */
export const TRX = 1_000_000;

/** A clock that stands still until it is moved, epoch ms. */
export class Clock {
  ms: number = Date.UTC(2026, 0, 1);

  readonly now = (): number => this.ms;
}

/** Makes a chain without a port, whose blocks come on demand. */
export function makeDevChain(options: Partial<DevChainOptions> = {}): DevChain {
  const made = createDevChain({ path: ':memory:', blockMs: 0, now: new Clock().now, ...options });
  if ('code' in made) throw new Error(made.message);
  return made;
}

/** Starts a chain on a free port, whose blocks come on demand. */
export async function startServer(options: Partial<DevChainServerOptions> = {}): Promise<DevChainServer> {
  const started = await startDevChain({ path: ':memory:', blockMs: 0, port: 0, ...options });
  if ('code' in started) throw new Error(started.message);
  return started;
}

/** Unmodified tronweb with a person's key. */
export const connect = (url: string, { privateKey }: Person = ALICE): TronWeb =>
  new TronWeb({ fullHost: url, privateKey });

/** What may differ from a plain valid transfer of 1 TRX from Alice to Bob. */
export interface Wish {
  readonly from?: Person;
  readonly to?: string;
  readonly amountSun?: number;
  readonly expiresAtMs?: number;
  readonly timestampMs?: number;
  readonly refBlockBytes?: string;
  readonly refBlockHash?: string;
  /** Hex. */
  readonly data?: string;
  readonly signedBy?: Person;
}

/** A signed transfer as tronweb makes it. */
export interface SignedJson {
  readonly visible: boolean;
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly raw_data: {
    readonly contract: readonly { readonly parameter: { readonly value: object }; readonly type: string }[];
    readonly ref_block_bytes: string;
    readonly ref_block_hash: string;
    readonly expiration: number;
    readonly timestamp: number;
  };
  readonly signature: readonly string[];
}

const offline = new TronWeb({ fullHost: 'http://127.0.0.1:9' });

/** Builds and signs a transfer with tronweb, on the newest block of a chain, without asking it over HTTP. */
export async function makeTransfer({ chain }: Pick<DevChain, 'chain'>, wish: Wish = {}): Promise<SignedJson> {
  const { head } = chain;
  const { from = ALICE, to = BOB.address, amountSun = TRX, signedBy = from } = wish;
  const blockHeader = {
    ref_block_bytes: wish.refBlockBytes ?? (head.number % 65_536).toString(16).padStart(4, '0'),
    ref_block_hash: wish.refBlockHash ?? head.id.slice(16, 32),
    expiration: wish.expiresAtMs ?? head.timestampMs + 60_000,
    timestamp: wish.timestampMs ?? head.timestampMs,
  };
  const built = await offline.transactionBuilder.sendTrx(to, amountSun, from.address, { blockHeader });
  const { data } = wish;
  const altered =
    data === undefined ? built : await offline.transactionBuilder.addUpdateData(built, data, 'hex', { txLocal: true });
  return sign(altered, signedBy.privateKey);
}

/** Asks a chain's app, without a port; resolves with the answer's JSON. */
export async function ask({ app }: DevChain, path: string, body: unknown = {}): Promise<Record<string, unknown>> {
  const response = await app.request(path, { method: 'POST', body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** Broadcasts to a chain without a port; the answer's message as plain text. */
export async function broadcast(devChain: DevChain, json: unknown): Promise<Record<string, unknown>> {
  const { message, ...answer } = await ask(devChain, '/wallet/broadcasttransaction', json);
  return typeof message === 'string' ? { ...answer, message: Buffer.from(message, 'hex').toString() } : answer;
}

/** Gives a transaction the id that its raw_data has now, and signs that, as an attacker with a key would. */
export function resign(json: SignedJson, { privateKey }: Person = ALICE): SignedJson {
  const parsed = parseTransaction({ ...json, signature: [] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return sign({ ...json, txID: parsed.value.txid, signature: [] }, privateKey);
}

function sign(json: object, privateKey: string): SignedJson {
  return utils.crypto.signTransaction(privateKey, json);
}
