import { CALLS, type Call } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../platform/database/index.ts';
import { ask, type RequestParts } from '../testing/client.fixture.ts';
import { createDesk } from '../testing/desk.fixture.ts';

/** Texts with what PostgreSQL does not store, or UTF-8 does not have. */
const TEXTS = ['a b\u0000c', '\u0000', 'half \ud83d', '\udc00 half'];

const sqlite = await openDatabase(':memory:');
if ('code' in sqlite) throw new Error(sqlite.message);
/** The desk on the tests' database, and one on SQLite. */
const test = await createDesk();
const onSqlite = await createDesk({ changes: { db: sqlite } });
afterAll(async () => {
  await test.stop();
  await onSqlite.stop();
});

/** Values that the calls accept, by the name of the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  address: test.house,
  walletAddress: test.house,
  txid: 'ab'.repeat(32),
  txHash: 'ab'.repeat(32),
  upgradeId: 'trx-boost',
  date: '2026-01-15',
  secret: 'x'.repeat(22),
  guest: 'x'.repeat(22),
};

/** The parts of a JSON schema that the calls use. */
interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
}

const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** A value of a schema. */
function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (Object.hasOwn(VALUES, name)) return VALUES[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, exampleOf(schema.properties?.[key] ?? {}, key)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return 'some-text';
  }
}

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  schema === undefined ? [] : Object.keys(toJsonSchema(schema).properties ?? {});
const partsOf = ({ path, query, body }: Call): RequestParts => ({
  params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'some-text'])),
  query: query === undefined ? {} : (exampleOf(toJsonSchema(query)) as Record<string, string>),
  body: body === undefined ? undefined : exampleOf(toJsonSchema(body)),
});

/** Every place in every call where a client writes a text. */
const PLACES = Object.entries<Call>({ ...CALLS, ...ADMIN_CALLS }).flatMap(([name, call]) => {
  const parts = partsOf(call);
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const fields = part === 'params' ? Object.keys(parts.params ?? {}) : fieldsOf(call[part]);
    return fields.map((field) => [name, part, field, call] as const);
  });
});

describe('a text that PostgreSQL cannot store', () => {
  it.each(PLACES)(
    'in %s, %s %s, is answered like on SQLite, and never by a fault',
    async (_name, part, field, call) => {
      // A path is UTF-8.
      for (const text of TEXTS.filter((one) => part !== 'params' || one.isWellFormed())) {
        const parts = partsOf(call);
        const changed = { ...parts, [part]: { ...(parts[part] as object), [field]: text } };
        const answers = [];
        for (const { app, token } of [test, onSqlite]) {
          const { status, code, at } = await ask(app, call, { ...changed, token });
          answers.push({ text, status, code, at });
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]?.status).toBeLessThan(500);
      }
    },
  );
});
