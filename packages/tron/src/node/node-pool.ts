import type { Answer, ChainError } from '@popfray/chain';
import { err, type Result } from '@popfray/engine/result';
import { askFirstBlock, parseBlock } from './block.ts';
import { badAnswer, BROADCAST, createHttpApi, type Ask } from './http-api.ts';

/** A provider of nodes. */
export interface NodeProvider {
  /** Of its HTTP API, as in `TronNodeOptions.url`. */
  readonly url: string;
  /** Its key; sent to this provider only. */
  readonly apiKey?: string;
}

/** What a pool is made of. */
export interface NodePoolOptions {
  /** The preferred one first. */
  readonly providers: readonly NodeProvider[];
  /** The chain that all of them have to be of. */
  readonly chainId: string;
  /** How long one call may take, all its attempts together, ms. */
  readonly timeoutMs: number;
  /** Epoch ms. */
  readonly now: () => number;
}

/** What a pool knows of a provider. */
export interface ProviderHealth {
  /** Of its URL. The rest may be a secret. */
  readonly host: string;
  /** `unchecked` before its first answer; `resting` from a failure to the next answer; `other-chain` forever. */
  readonly state: 'unchecked' | 'ok' | 'resting' | 'other-chain';
  /** Why it failed last; null after an answer. */
  readonly code: ChainError['code'] | null;
  /** When it is asked again, epoch ms; null when it may be asked now, or never is. */
  readonly retryAt: number | null;
}

/** Several providers behind the interface of one node. */
export interface NodePool {
  /** Asks the first provider that is well, and the next one when it fails. A broadcast is sent to one provider only. */
  readonly ask: Ask;
  /** An `Ask` that stays with one provider, for questions whose answers belong together. */
  readonly pinned: () => Ask;
  /** In the order of the options. */
  readonly health: () => readonly ProviderHealth[];
}

/** Shortest and longest rest of a provider that has failed, ms. Each failure in a row doubles it. */
const SHORTEST_REST_MS = 1_000;
const LONGEST_REST_MS = 300_000;

/** Shortest rest of a provider that has refused a call because of a limit or a ban, HTTP 429 or 403, ms. */
const LIMIT_REST_MS = 15_000;

/** A provider whose final blocks are this far behind those of another one is not asked, ms. On a healthy network it is some seconds. */
const MOST_BEHIND_MS = 60_000;

const SOLID_HEAD = 'walletsolidity/getnowblock';

/** One provider, and how it has answered. */
class Provider {
  readonly host: string;
  readonly ask: Ask;
  isChecked = false;
  isOther = false;
  failure: ChainError | null = null;
  restsUntil = Number.NEGATIVE_INFINITY;
  #failures = 0;
  readonly #now: () => number;

  constructor({ url, apiKey }: NodeProvider, timeoutMs: number, now: () => number) {
    this.#now = now;
    this.ask = createHttpApi({ url, apiKey, timeoutMs, onLimit: () => this.#rest(LIMIT_REST_MS) });
    this.host = new URL(url).host;
  }

  get isUsable(): boolean {
    return !this.isOther && this.#now() >= this.restsUntil;
  }

  /** It has failed: it is asked again after a rest. */
  fail(failure: ChainError): void {
    this.failure = failure;
    this.#failures++;
    this.#rest(SHORTEST_REST_MS);
  }

  succeed(): void {
    this.failure = null;
    this.#failures = 0;
  }

  #rest(shortestMs: number): void {
    const restMs = Math.min(shortestMs * 2 ** Math.max(0, this.#failures - 1), LONGEST_REST_MS);
    this.restsUntil = Math.max(this.restsUntil, this.#now() + restMs);
  }
}

/**
 * Creates a pool. No provider is believed before it has shown that it is of the chain. A call is answered within `timeoutMs`: each attempt has its
 * part of it. A provider that fails rests, and meanwhile is sent nothing.
 */
export function createNodePool({ providers: given, chainId, timeoutMs, now }: NodePoolOptions): NodePool {
  const partMs = Math.floor(timeoutMs / given.length);
  const providers = given.map((provider) => new Provider(provider, partMs, now));
  /** Time of the newest final block that any provider has shown, epoch ms. */
  let newestSolidMs = 0;

  /** Asks one provider, after it has shown its chain. */
  async function askOne(provider: Provider, path: string, body: object): Answer<object> {
    if (!provider.isChecked) {
      const first = await askFirstBlock(provider.ask, 'wallet/getblockbynum');
      if (!first.ok) return first;
      if (`0x${first.value.id.slice(-8)}` !== chainId) {
        provider.isOther = true;
        return badAnswer(`${provider.host} is of another chain`);
      }
      provider.isChecked = true;
    }
    const answer = await provider.ask(path, body);
    return answer.ok && path === SOLID_HEAD ? checkHead(provider, answer.value) : answer;
  }

  /** A provider that stands still gives wrong answers to every question about what is final. */
  function checkHead({ host }: Provider, json: object): Result<object, ChainError> {
    const block = parseBlock(json, SOLID_HEAD);
    if (!block.ok) return block;
    const { timestampMs } = block.value;
    if (timestampMs < newestSolidMs - MOST_BEHIND_MS)
      return err({ code: 'ERR_CHAIN_UNREACHABLE', reason: `${host} is ${newestSolidMs - timestampMs} ms behind` });
    newestSolidMs = Math.max(newestSolidMs, timestampMs);
    return { ok: true, value: json };
  }

  /** Why nothing can be asked now: the failure of the provider that rests the shortest. */
  function explainRest(): ChainError {
    const next = providers.filter(({ isOther }) => !isOther).toSorted((a, b) => a.restsUntil - b.restsUntil)[0];
    const failure = next?.failure;
    return {
      code: failure?.code ?? (next === undefined ? 'ERR_CHAIN_ANSWER' : 'ERR_CHAIN_BUSY'),
      reason: `no provider can be asked now: ${failure?.reason ?? 'all of them are limited, or of another chain'}`,
    };
  }

  /** Asks providers in their order until one answers. */
  async function askThrough(among: readonly Provider[], path: string, body: object): Answer<object> {
    const endsMs = now() + timeoutMs;
    const refused: [Provider, ChainError][] = [];
    let error: ChainError | null = null;
    for (const provider of among) {
      if (!provider.isUsable || (error !== null && now() >= endsMs)) continue;
      const answer = await askOne(provider, path, body);
      if (answer.ok) {
        provider.succeed();
        // The fault was not the question's.
        for (const [other, failure] of refused) other.fail(failure);
        return answer;
      }
      ({ error } = answer);
      if (error.code === 'ERR_CHAIN_ANSWER') refused.push([provider, error]);
      else provider.fail(error);
      // A checked provider was sent the transaction, and may have accepted it. The caller looks it up before it repeats the call.
      if (path === BROADCAST && provider.isChecked) break;
    }
    return err(error ?? explainRest());
  }

  return {
    ask: async (path, body) => askThrough(providers, path, body),
    pinned() {
      const first = providers.find(({ isUsable }) => isUsable);
      return async (path, body) => (first === undefined ? err(explainRest()) : askThrough([first], path, body));
    },
    health: () =>
      providers.map(({ host, isChecked, isOther, isUsable, failure, restsUntil }) => ({
        host,
        state: isOther ? 'other-chain' : !isUsable || failure !== null ? 'resting' : isChecked ? 'ok' : 'unchecked',
        code: failure?.code ?? null,
        retryAt: isOther || isUsable ? null : restsUntil,
      })),
  };
}
