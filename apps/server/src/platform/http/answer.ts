import type { Result } from '@popfray/engine/result';
import { isProtectionFailure, type Call, type FailureCode, type LimitName } from '@popfray/protocol';
import type { Hono, Context as HonoCall } from 'hono';
import type { z } from 'zod';
import { fail } from './failure.ts';
import { sendJson } from './json.ts';
import { readJson } from './body.ts';
import { READING } from './reading.ts';

/** A request after all checks. */
export interface Asked<Described extends Call> {
  readonly body: z.infer<NonNullable<Described['body']>>;
  /** The body as received; empty for a call without a body. */
  readonly text: string;
  readonly query: z.infer<NonNullable<Described['query']>>;
  /** A parameter of the path, e.g. `id`. Any text. */
  readonly param: (name: string) => string;
  /** The signed-in player's address; empty for a call that needs no sign-in. */
  readonly address: string;
  readonly call: HonoCall;
}

/** Returns the answer of a call, or the code of a failure. */
export type Handler<Described extends Call> = (
  asked: Asked<Described>,
) => Result<z.input<Described['answer']>, FailureCode> | Promise<Result<z.input<Described['answer']>, FailureCode>>;

/** Checks that every call passes: sign-in, origin, operator and rate limits. */
export interface Gate {
  /** The signed-in player's address; null for a request without a sign-in. */
  readonly findPlayer: (call: HonoCall) => Promise<string | null>;
  /** Whether a read is allowed under the request's host name, which can be a foreign name that resolves to this server. */
  readonly isOwnHost: (call: HonoCall) => boolean;
  /** Whether the game's own page made the request. */
  readonly isOwnOrigin: (call: HonoCall) => boolean;
  /** Whether a player is an operator. */
  readonly isAdmin: (address: string) => boolean;
  /** Logs a call of the desk by a player who is not an operator; null for a caller without a sign-in. */
  readonly noteIntruder: (call: HonoCall, address: string | null) => void;
  /** The network of the request's address: the IPv4 address or the /64, as one household has it. */
  readonly networkOf: (call: HonoCall) => string;
  /** Counts a call for a network. Returns 0, or the ms until it is allowed. */
  readonly networkWaitMs: (network: string, limit: LimitName) => number | Promise<number>;
  /** When a refusal that protects a player ends without an action of the player, epoch ms; null when it does not. */
  readonly refusalEnd: (address: string, code: FailureCode) => Promise<number | null>;
  /** Counts a call for a player, or for a wallet that a request only names. Returns 0, or the ms until it is allowed. */
  readonly playerWaitMs: (network: string, limit: LimitName, player: CountedPlayer) => number | Promise<number>;
}

/** The player for whom a call is counted. */
export interface CountedPlayer {
  readonly address: string;
  /** Whether the player has signed in with it. */
  readonly isProven: boolean;
}

/**
 * Adds a described call to an app: method, path, origin, rate, sign-in, type, size and shape are checked before the handler runs.
 */
export function answer<Described extends Call>(
  app: Hono,
  gate: Gate,
  described: Described,
  handle: Handler<Described>,
): void {
  receive(app, gate, described, async (asked) => {
    const result = await handle(asked);
    if (result.ok) return sendJson(asked.call, result.value, 200);
    const { error } = result;
    const until = isProtectionFailure(error) ? await gate.refusalEnd(asked.address, error) : null;
    return fail(asked.call, error, undefined, until);
  });
}

/** The same for a call whose answer is not JSON: the handler's lines are streamed, as fast as the client reads them. */
export function answerText<Described extends Call>(
  app: Hono,
  gate: Gate,
  described: Described,
  generate: (asked: Asked<Described>) => AsyncIterable<string>,
): void {
  const type = `${described.mediaType}; charset=utf-8`;
  receive(app, gate, described, (asked) => {
    const body = streamOf(generate(asked));
    return asked.call.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
}

/** A stream of text that is generated on demand. When the client disconnects, the generator is closed. */
function streamOf(text: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const pieces = text[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const piece: IteratorResult<string, unknown> = await pieces.next();
      if (piece.done === true) controller.close();
      else controller.enqueue(encoder.encode(piece.value));
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** Checks a request and responds to it when all checks pass. */
function receive<Described extends Call>(
  app: Hono,
  gate: Gate,
  described: Described,
  respond: (asked: Asked<Described>) => Response | Promise<Response>,
): void {
  const isOurs = READING.has(described.method) ? gate.isOwnHost : gate.isOwnOrigin;
  app.on(described.method, routeOf(described), async (call) => {
    if (!isOurs(call)) return fail(call, 'ERR_ORIGIN');
    const caller = await findCaller(gate, described, call);
    if (caller instanceof Response) return caller;
    const { address, network, isCounted } = caller;
    const query = described.query?.safeParse(call.req.query());
    if (query?.success === false) return fail(call, 'ERR_BODY', placeOf('query', query.error));
    const json = described.body === undefined ? undefined : await readJson(call.req.raw);
    if (json?.ok === false) return fail(call, json.error);
    const body = json && described.body?.safeParse(json.value.value);
    if (body?.success === false) return fail(call, 'ERR_BODY', placeOf('body', body.error));
    const count = async (): Promise<CountedPlayer> =>
      countedPlayer(address, body?.data, async () => gate.findPlayer(call));
    const { limit } = described;
    const playerMs = isCounted || limit === undefined ? 0 : await gate.playerWaitMs(network, limit, await count());
    if (playerMs > 0) return failLater(call, playerMs);
    return respond({
      body: body?.data as Asked<Described>['body'],
      text: json?.value.text ?? '',
      query: query?.data as Asked<Described>['query'],
      param: (name) => call.req.param(name) ?? '',
      address,
      call,
    });
  });
}

/** The caller of a call. */
interface Caller {
  /** Empty where the call needs no sign-in. */
  readonly address: string;
  readonly network: string;
  /** Whether the call has been counted for the player. */
  readonly isCounted: boolean;
}

/** Finds the caller, or returns the refusal of the call. */
async function findCaller(
  gate: Gate,
  { needsSignIn, needsAdmin, limit }: Call,
  call: HonoCall,
): Promise<Caller | Response> {
  const network = gate.networkOf(call);
  // Calls of the desk are counted for each operator alone, so that others in the same network cannot use up the limit.
  if (needsAdmin === true) {
    const address = await gate.findPlayer(call);
    if (address === null || !gate.isAdmin(address)) {
      gate.noteIntruder(call, address);
      return fail(call, address === null ? 'ERR_SIGNED_OUT' : 'ERR_ADMIN');
    }
    const waitMs = limit === undefined ? 0 : await gate.playerWaitMs(network, limit, { address, isProven: true });
    return waitMs > 0 ? failLater(call, waitMs) : { address, network, isCounted: true };
  }
  const networkMs = limit === undefined ? 0 : await gate.networkWaitMs(network, limit);
  if (networkMs > 0) return failLater(call, networkMs);
  const address = needsSignIn ? await gate.findPlayer(call) : '';
  return address === null ? fail(call, 'ERR_SIGNED_OUT') : { address, network, isCounted: false };
}

/** A call's path in Hono's syntax: `{id}` becomes `:id`. */
export const routeOf = ({ path }: Pick<Call, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * The player for whom a call is counted: the signed-in player that it needs, the wallet that it names for a sign-in, a player who is signed in
 * anyway, or else all visitors of a network together.
 */
async function countedPlayer(
  address: string,
  body: unknown,
  findPlayer: () => Promise<string | null>,
): Promise<CountedPlayer> {
  if (address !== '') return { address, isProven: true };
  const named = (body as { readonly address?: unknown } | undefined)?.address;
  if (typeof named === 'string') return { address: named, isProven: false };
  const known = await findPlayer();
  return { address: known ?? '', isProven: known !== null };
}

/** Refuses a call and says after how many ms it is allowed. */
export function failLater(call: HonoCall, waitMs: number): Response {
  call.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
  return fail(call, 'ERR_RATE');
}

/** Longest path of a wrong field in an answer, in characters. The sender has chosen its keys. */
const MAX_PLACE = 100;

/** The first place of a request that does not match its schema: `body.amountSun`. */
function placeOf(part: string, { issues }: z.ZodError): string {
  const [issue] = issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [part, ...(issue?.path ?? []), ...unknown].map(String).join('.').slice(0, MAX_PLACE);
}
