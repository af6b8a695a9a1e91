import type { Result } from '@popfray/engine/result';
import type { Call, FailureCode, LimitName } from '@popfray/protocol';
import type { Hono, Context as HonoCall } from 'hono';
import type { z } from 'zod';
import { fail } from './failure.ts';
import { sendJson } from './json.ts';
import { readJson } from './body.ts';
import { READING } from './reading.ts';

/** A request whose every part has been checked. */
export interface Asked<Described extends Call> {
  readonly body: z.infer<NonNullable<Described['body']>>;
  /** The body as it came; empty when the call takes none. */
  readonly text: string;
  readonly query: z.infer<NonNullable<Described['query']>>;
  /** A parameter of the path, e.g. `id`. Any text. */
  readonly param: (name: string) => string;
  /** The signed-in player's address; empty for a call that needs none. */
  readonly address: string;
  readonly call: HonoCall;
}

/** Answers a call, or says by a code why not. */
export type Handler<Described extends Call> = (
  asked: Asked<Described>,
) => Result<z.input<Described['answer']>, FailureCode> | Promise<Result<z.input<Described['answer']>, FailureCode>>;

/** What the front desk has to know of the outside: who is signed in, where a request comes from, and how often it came. */
export interface Gate {
  /** The signed-in player's address; null when there is none. */
  readonly findPlayer: (call: HonoCall) => string | null;
  /** Whether it may be read under the name that it was asked by, which somebody else may lead here. */
  readonly isOwnHost: (call: HonoCall) => boolean;
  /** Whether it was made by the game's own page. */
  readonly isOwnOrigin: (call: HonoCall) => boolean;
  /** Whether a player is the operator. */
  readonly isAdmin: (address: string) => boolean;
  /** Writes down that somebody who is not the operator made a call of the desk; null for who has not signed in. */
  readonly noteIntruder: (call: HonoCall, address: string | null) => void;
  /** The network address that it came from, as far as one household has it. */
  readonly networkOf: (call: HonoCall) => string;
  /** Counts a call for a network address: 0, or the ms after which it may be made. */
  readonly networkWaitMs: (network: string, limit: LimitName) => number;
  /** Counts a call for a player, or for a wallet that a request only names. */
  readonly playerWaitMs: (network: string, limit: LimitName, player: CountedPlayer) => number;
}

/** Whom a call is counted for. */
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
    return result.ok ? sendJson(asked.call, result.value, 200) : fail(asked.call, result.error);
  });
}

/** The same for a call whose answer is no JSON: the handler's lines are sent as they come, and no faster than they are taken. */
export function answerText<Described extends Call>(
  app: Hono,
  gate: Gate,
  described: Described,
  tell: (asked: Asked<Described>) => AsyncIterable<string>,
): void {
  const type = `${described.mediaType}; charset=utf-8`;
  receive(app, gate, described, (asked) => {
    const body = streamOf(tell(asked));
    return asked.call.body(body, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  });
}

/** Text as bytes that are made when they are taken; whoever stops taking them stops the making. */
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

/** Checks a call, and has it answered when nothing is wrong with it. */
function receive<Described extends Call>(
  app: Hono,
  gate: Gate,
  described: Described,
  respond: (asked: Asked<Described>) => Response | Promise<Response>,
): void {
  const isOurs = READING.has(described.method) ? gate.isOwnHost : gate.isOwnOrigin;
  app.on(described.method, routeOf(described), async (call) => {
    if (!isOurs(call)) return fail(call, 'ERR_ORIGIN');
    const caller = findCaller(gate, described, call);
    if (caller instanceof Response) return caller;
    const { address, network, isCounted } = caller;
    const query = described.query?.safeParse(call.req.query());
    if (query?.success === false) return fail(call, 'ERR_BODY', placeOf('query', query.error));
    const json = described.body === undefined ? undefined : await readJson(call.req.raw);
    if (json?.ok === false) return fail(call, json.error);
    const body = json && described.body?.safeParse(json.value.value);
    if (body?.success === false) return fail(call, 'ERR_BODY', placeOf('body', body.error));
    const count = (): CountedPlayer => countedPlayer(address, body?.data, () => gate.findPlayer(call));
    const { limit } = described;
    const playerMs = isCounted || limit === undefined ? 0 : gate.playerWaitMs(network, limit, count());
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

/** Who makes a call. */
interface Caller {
  /** Empty where the call needs no sign-in. */
  readonly address: string;
  readonly network: string;
  /** Whether the limit of the player has been looked at. */
  readonly isCounted: boolean;
}

/** Who makes a call, where they may; or how it is refused. */
function findCaller(gate: Gate, { needsSignIn, needsAdmin, limit }: Call, call: HonoCall): Caller | Response {
  const network = gate.networkOf(call);
  // The operator's turns are the operator's: others use none of them up, whatever network they share.
  if (needsAdmin === true) {
    const address = gate.findPlayer(call);
    if (address === null || !gate.isAdmin(address)) {
      gate.noteIntruder(call, address);
      return fail(call, address === null ? 'ERR_SIGNED_OUT' : 'ERR_ADMIN');
    }
    const waitMs = limit === undefined ? 0 : gate.playerWaitMs(network, limit, { address, isProven: true });
    return waitMs > 0 ? failLater(call, waitMs) : { address, network, isCounted: true };
  }
  const networkMs = limit === undefined ? 0 : gate.networkWaitMs(network, limit);
  if (networkMs > 0) return failLater(call, networkMs);
  const address = needsSignIn ? gate.findPlayer(call) : '';
  return address === null ? fail(call, 'ERR_SIGNED_OUT') : { address, network, isCounted: false };
}

/** A call's path as Hono has it: `{id}` is `:id`. */
export const routeOf = ({ path }: Pick<Call, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Whom a call is counted for: the signed-in player that it needs, the wallet that it names to sign in with, a player who happens to be
 * signed in, or else everybody of a network who is not.
 */
function countedPlayer(address: string, body: unknown, findPlayer: () => string | null): CountedPlayer {
  if (address !== '') return { address, isProven: true };
  const named = (body as { readonly address?: unknown } | undefined)?.address;
  if (typeof named === 'string') return { address: named, isProven: false };
  const known = findPlayer();
  return { address: known ?? '', isProven: known !== null };
}

/** Answers that a call may be made again after so many ms. */
export function failLater(call: HonoCall, waitMs: number): Response {
  call.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
  return fail(call, 'ERR_RATE');
}

/** Longest path of a wrong field that is told, in characters: a request of any make has chosen its keys. */
const MAX_PLACE = 100;

/** The first place of a request that is not what its schema takes: `body.amountSun`. */
function placeOf(part: string, { issues }: z.ZodError): string {
  const [issue] = issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [part, ...(issue?.path ?? []), ...unknown].map(String).join('.').slice(0, MAX_PLACE);
}
