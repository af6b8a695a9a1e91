import { Hono, type Context as Call } from 'hono';
import { parseAddress } from './address.ts';
import type { Block } from './block.ts';
import type { Chain } from './chain.ts';
import { showAccount, showBlock, showInfo, showResource, showTransaction } from './node-json.ts';
import { weigh } from './sign-weight.ts';

/** What a call asks: members of its JSON body, or of its query. */
type Query = Readonly<Record<string, unknown>>;

/** What answers a call. `isSolid` is whether it was asked of the final blocks only. */
type Answer = (query: Query, isSolid: boolean) => object;

/** A question that cannot be answered as it is put. */
class Misuse extends Error {
  /** The Java class whose name TRON answers with. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** Furthest block number that can be asked for. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * The part of java-tron's HTTP API that tronweb needs, TRON.md section 2. Every call takes its members from JSON or from the query, and
 * answers every request with HTTP 200; `{}` stands for what does not exist.
 */
export function createNodeApi(calls: NodeCalls): Hono {
  const api = new Hono();
  for (const [path, call] of calls) mount(api, `/${path}`, call);
  return api;
}

/** The calls of the API by their paths, such as `wallet/getblock`, each with what it answers. */
export type NodeCalls = ReadonlyMap<string, (query: Query) => object>;

/** The calls, for a program that holds the chain itself. */
export function createNodeCalls(chain: Chain): NodeCalls {
  const shared = createShared(chain);
  const bind = (prefix: string, answers: Readonly<Record<string, Answer>>, isSolid: boolean) =>
    Object.entries(answers).map(([name, answer]) => {
      const call = (query: Query): object => answerSafely(() => answer(query, isSolid));
      return [`${prefix}/${name}`, call] as const;
    });
  return new Map([
    ...bind('wallet', { ...shared, ...createOwn(chain) }, false),
    ...bind('walletsolidity', shared, true),
  ]);
}

/** Calls that are answered from the newest block and, by another path, from the newest final one. */
function createShared(chain: Chain): Readonly<Record<string, Answer>> {
  const show = (block: Block | undefined, isDetailed: boolean): object =>
    block === undefined ? {} : showBlock(block, isDetailed ? chain.included(block) : []);
  const newest = (isSolid: boolean): Block => (isSolid ? chain.solid : chain.head);
  return {
    getnowblock: (_, isSolid) => show(newest(isSolid), true),
    getblock(query, isSolid) {
      const place = query['id_or_num'];
      const isDetailed = String(query['detail']) === 'true';
      if (place === undefined || place === '') return show(newest(isSolid), isDetailed);
      return show(chain.block(parsePlace(place), isSolid), isDetailed);
    },
    getblockbynum: (query, isSolid) => show(chain.block(parseNumber(query['num'] ?? 0), isSolid), true),
    getblockbyid: (query, isSolid) => show(chain.block(parseId(query['value']), isSolid), true),
    getaccount(query, isSolid) {
      const account = chain.account(parseWho(query), isSolid);
      return account === undefined ? {} : showAccount(account, isVisible(query));
    },
    gettransactionbyid(query, isSolid) {
      const found = chain.transaction(parseId(query['value']), isSolid);
      return found === undefined ? {} : showTransaction(found);
    },
    gettransactioninfobyid(query, isSolid) {
      const found = chain.transaction(parseId(query['value']), isSolid);
      const block = found && chain.blockOf(found);
      return found === undefined || block === undefined ? {} : showInfo(found, block);
    },
  };
}

/** Calls that only a full node answers. */
function createOwn(chain: Chain): Readonly<Record<string, Answer>> {
  const resourceOf: Answer = (query) => {
    const account = chain.account(parseWho(query), false);
    return account === undefined ? {} : showResource(account, chain.nowMs);
  };
  return {
    broadcasttransaction(query) {
      const verdict = chain.broadcast(query);
      if (!verdict.ok) throw new Misuse('org.tron.core.services.http.JsonFormat$ParseException', verdict.error);
      if (verdict.value.ok) return { result: true, txid: verdict.value.value.txid };
      const { code, message, txid } = verdict.value.error;
      return { code, ...(txid !== undefined && { txid }), message: Buffer.from(message).toString('hex') };
    },
    getaccountresource: resourceOf,
    getaccountnet: resourceOf,
    getsignweight(query) {
      const weight = weigh(query, chain);
      if (!weight.ok) throw new Misuse('org.tron.core.services.http.JsonFormat$ParseException', weight.error);
      return weight.value;
    },
  };
}

/** Answers a path by GET and POST alike, as java-tron does. */
function mount(api: Hono, path: string, answer: (query: Query) => object): void {
  api.on(['GET', 'POST'], path, async (call) => {
    const query = await parseQuery(call);
    return call.json(query === null ? showMisuse(NO_OBJECT) : answer(query));
  });
}

/** The answer, or java-tron's words for a question that cannot be answered. */
function answerSafely(answer: () => object): object {
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    return showMisuse(error);
  }
}

const showMisuse = ({ type, message }: Misuse): object => ({ Error: `class ${type} : ${message}` });

const NO_OBJECT = new Misuse('com.alibaba.fastjson.JSONException', 'syntax error');

/** The members of a call; null when they are no JSON object. */
async function parseQuery(call: Call): Promise<Query | null> {
  if (call.req.method === 'GET') return call.req.query();
  const text = await call.req.text();
  if (text === '') return {};
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Query;
  } catch {
    // Not JSON: the same answer as for JSON that is no object.
  }
  return null;
}

const isVisible = (query: Query): boolean => String(query['visible']) === 'true';

function parseWho(query: Query): string {
  const { address } = query;
  const hex = typeof address === 'string' ? parseAddress(address) : null;
  if (hex === null) throw new Misuse('java.lang.IllegalArgumentException', 'Invalid address');
  return hex;
}

function parsePlace(value: unknown): number | string {
  return typeof value === 'string' && !/^\d{1,16}$/.test(value) ? parseId(value) : parseNumber(value);
}

function parseNumber(value: unknown): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_NUMBER) return number;
  throw new Misuse('java.lang.NumberFormatException', 'num is no whole number');
}

function parseId(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase();
  throw new Misuse('java.lang.IllegalArgumentException', 'value is no hash of 32 bytes');
}
