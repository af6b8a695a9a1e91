import type { z } from 'zod';
import type { FailureCode } from './failure.ts';
import type { LimitName } from './limit.ts';

/** Who can make a call of the cross-chain server; `anonymous` is a caller without an Authorization header. */
export type CallerKind = 'anonymous' | 'member' | 'platform';

/** One call of the HTTP API: everything that the server, the browser and the documentation have to know of it. */
export interface Call<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `{name}`. */
  readonly path: string;
  /** The chapter of the documentation it stands in. */
  readonly topic: string;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Whether it needs a signed-in player. */
  readonly needsSignIn: boolean;
  /** Whether it belongs to the desk: the signed-in player has to be an operator, which is the house or one of `ADMIN_ADDRESSES`. */
  readonly needsAdmin?: true;
  /** The JSON body; absent when there is none. */
  readonly body?: Body;
  readonly query?: Query;
  readonly answer: Answer;
  /** Media type of a streamed answer; `answer` then describes its text or its JSON. */
  readonly mediaType?: 'text/csv' | 'application/json';
  /** How often it can be made; without a limit when absent. */
  readonly limit?: LimitName;
  /**
   * Who makes a call of the cross-chain server, by its Authorization header: anybody without one, a member with the token that joining
   * gave, a platform with a signature. Absent for the product's own calls, whose players have a cookie.
   */
  readonly callers?: readonly CallerKind[];
  /** Failures of this call, besides those that every call can have. */
  readonly failures: readonly FailureCode[];
}

/** Failures that calls have in common: of those with a body, of those with a body or a query, of the product's own, and of any. */
export const COMMON_FAILURES = {
  body: ['ERR_BODY_TYPE', 'ERR_BODY_LARGE'],
  shape: ['ERR_BODY'],
  own: ['ERR_ORIGIN'],
  any: ['ERR_PATH_LONG', 'ERR_INTERNAL'],
} as const satisfies Readonly<Record<string, readonly FailureCode[]>>;

/** What any call that reads can fail with, besides: reading has a limit for each network. */
export const READ_FAILURES = ['ERR_RATE'] as const satisfies readonly FailureCode[];

/** Keeps a call's own types. */
export const call = <Body extends z.ZodType, Query extends z.ZodType, Answer extends z.ZodType>(
  described: Call<Body, Query, Answer>,
): Call<Body, Query, Answer> => described;
