import {
  CALLS,
  COMMON_FAILURES,
  FAILURES,
  PARAMETERS,
  failureBody,
  type Call,
  type FailureCode,
} from '@popfray/protocol';
import { z } from 'zod';
import { cookieName } from '../sign-in/cookie.ts';
import type { Settings } from '../settings.ts';

/** A schema as JSON Schema 2020-12 has it, which OpenAPI 3.1 takes as it is. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A plain JSON object. */
type Json = Readonly<Record<string, unknown>>;

const MIME = 'application/json';

/** The API as an OpenAPI 3.1 document, made of the same descriptions that requests are checked against. */
export function makeOpenApi(settings: Settings): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, described] of Object.entries<Call>(CALLS)) {
    const methods = (paths[described.path] ??= {});
    methods[described.method.toLowerCase()] = makeOperation(name, described);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Popfray',
      version: '1',
      summary: 'The HTTP API of a Popfray server.',
      description:
        'Amounts are whole numbers of sun (1 TRX = 1,000,000 sun), times are epoch milliseconds. Calls that change something are only taken from the game’s own page: they need its Origin, and a JSON body.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.values<Call>(CALLS).map(({ topic }) => topic))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Failure: makeSchema(failureBody, 'output') },
      securitySchemes: {
        signIn: { type: 'apiKey', in: 'cookie', name: cookieName(settings), description: 'Set by signing in.' },
      },
    },
  };
}

/** A zod schema as JSON Schema: of what is taken (`input`), or of what is given (`output`). */
export function makeSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io });
  return plain;
}

/** Every failure that a call can have, its own first. */
export const failuresOf = ({ body, query, failures }: Call): readonly FailureCode[] => [
  ...failures,
  ...(body === undefined ? [] : COMMON_FAILURES.body),
  ...(body === undefined && query === undefined ? [] : COMMON_FAILURES.shape),
  ...COMMON_FAILURES.any,
];

/** Names of the parameters in a path. */
export const parametersOf = ({ path }: Call): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

function makeOperation(name: string, described: Call): Json {
  const parameters = [...pathParameters(described), ...queryParameters(described)];
  return {
    operationId: name,
    tags: [described.topic],
    summary: described.summary,
    ...(described.needsSignIn && { security: [{ signIn: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(described.body !== undefined && {
      requestBody: { required: true, content: { [MIME]: { schema: makeSchema(described.body, 'input') } } },
    }),
    responses: {
      '200': { description: 'Done.', content: { [MIME]: { schema: makeSchema(described.answer, 'output') } } },
      ...failureResponses(failuresOf(described)),
    },
  };
}

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
