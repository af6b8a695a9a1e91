import {
  CALLS,
  COMMON_FAILURES,
  CROSS_CHAIN_CALLS,
  FAILURES,
  PARAMETERS,
  READ_FAILURES,
  failureBody,
  type Call,
  type FailureCode,
} from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { z } from 'zod';
import { cookieName } from '../../platform/http/index.ts';
import type { Settings } from '../../platform/config/index.ts';

/** A JSON Schema (2020-12), which OpenAPI 3.1 embeds unchanged. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A plain JSON object. */
type Json = Readonly<Record<string, unknown>>;

const MIME = 'application/json';

/** A call with a unique name. */
export type Named = readonly [name: string, described: Call];

const named = (prefix: string, calls: Readonly<Record<string, Call>>): Named[] =>
  Object.entries(calls).map(([name, described]) => [
    `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    described,
  ]);

/** All calls of the product server, then those of the desk and of the cross-chain server with a prefix in their names. */
export const DESCRIBED_CALLS: readonly Named[] = [
  ...Object.entries<Call>(CALLS),
  ...named('admin', ADMIN_CALLS),
  ...named('crossChain', CROSS_CHAIN_CALLS),
];

/** Makes the OpenAPI 3.1 document of the APIs, from the same descriptions by which requests are checked. */
export function makeOpenApi(settings: Settings): Json {
  const paths: Record<string, Record<string, Json>> = {};
  // The chat has one path on both servers.
  const operations = Map.groupBy(DESCRIBED_CALLS, ([, { method, path }]) => `${method} ${path}`);
  for (const calls of operations.values()) {
    const [[, { method, path }]] = calls as [Named];
    (paths[path] ??= {})[method.toLowerCase()] = makeOperation(calls, settings);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Popfray',
      version: '1',
      summary: 'The HTTP API of a Popfray server, and of its cross-chain server.',
      description:
        'Amounts are whole numbers of sun (1 TRX = 1,000,000 sun), times are epoch milliseconds. Calls that change something are only taken from the game’s own page: they need its Origin, and a JSON body. Those of the cross-chain server are taken from anywhere: an Authorization header says who makes them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(DESCRIBED_CALLS.map(([, { topic }]) => topic))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: makeSchema(failureBody, 'output') },
      securitySchemes: {
        signIn: { type: 'apiKey', in: 'cookie', name: cookieName(settings), description: 'Set by signing in.' },
        member: { type: 'http', scheme: 'bearer', description: 'The `memberToken` that joining a session gave.' },
        platform: {
          type: 'http',
          scheme: 'Popfray-Platform',
          description: 'A platform’s signature of the call, as section 3 of docs/cross-chain.md has it.',
        },
      },
    },
  };
}

/** Converts a zod schema to JSON Schema: of its input or of its output. */
export function makeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io });
  return plain;
}

/** Every failure that a call can have, its own first. */
export const failuresOf = ({ method, body, query, callers, failures }: Call): readonly FailureCode[] => [
  ...failures,
  ...READ_FAILURES.filter((code) => method === 'GET' && !failures.includes(code)),
  ...(body === undefined ? [] : COMMON_FAILURES.body),
  ...(body === undefined && query === undefined ? [] : COMMON_FAILURES.shape),
  ...COMMON_FAILURES.any,
  ...(callers === undefined ? COMMON_FAILURES.own : []),
];

/** Names of the parameters in a path. */
export const parametersOf = ({ path }: Call): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** The operation at a path of one server, or of both, whose schemas are the same then. */
function makeOperation(calls: readonly Named[], { crossChainUrl }: Settings): Json {
  const [[name, described]] = calls as [Named];
  const parameters = [...pathParameters(described), ...queryParameters(described)];
  const security = calls.flatMap(([, call]) => makeSecurity(call));
  const isOpen = security.every((scheme) => Object.keys(scheme).length === 0);
  return {
    operationId: name,
    tags: calls.map(([, { topic }]) => topic),
    summary: described.summary,
    ...(crossChainUrl !== null && {
      servers: calls.map(([, { callers }]) => ({ url: callers ? crossChainUrl : '/' })),
    }),
    ...(!isOpen && { security }),
    ...(parameters.length > 0 && { parameters }),
    ...(described.body !== undefined && {
      requestBody: { required: true, content: { [MIME]: { schema: makeSchema(described.body, 'input') } } },
    }),
    responses: {
      '200': {
        description: 'Done.',
        content: { [described.mediaType ?? MIME]: { schema: makeSchema(described.answer, 'output') } },
      },
      ...failureResponses([...new Set(calls.flatMap(([, call]) => failuresOf(call)))]),
    },
  };
}

/** The alternative security schemes of a call; an empty one when it needs no authentication. */
const makeSecurity = ({ needsSignIn, callers }: Call): Json[] =>
  callers === undefined
    ? [needsSignIn ? { signIn: [] } : {}]
    : callers.map((kind) => (kind === 'anonymous' ? {} : { [kind]: [] }));

const pathParameters = (described: Call): Json[] =>
  parametersOf(described).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: makeSchema(PARAMETERS[name] ?? z.string(), 'input'),
  }));

function queryParameters({ query }: Call): Json[] {
  const { properties = {} } = query === undefined ? {} : makeSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

/** Failures by their HTTP status, each with its codes and words. */
function failureResponses(codes: readonly FailureCode[]): Json {
  const statuses = Map.groupBy(codes, (code) => FAILURES[code].status);
  return Object.fromEntries(
    Array.from(statuses, ([status, all]) => [
      String(status),
      {
        description: all.map((code) => `${code}: ${FAILURES[code].message}`).join('\n\n'),
        ...(status === FAILURES.ERR_RATE.status && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
        }),
        content: {
          [MIME]: {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { properties: { error: { properties: { code: { enum: all } } } } },
              ],
            },
          },
        },
      },
    ]),
  );
}
