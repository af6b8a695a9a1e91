import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ADMIN_CALLS } from './admin/index.ts';
import { COMMON_FAILURES, type Call } from './call.ts';
import { CALLS, PARAMETERS } from './calls.ts';
import { CROSS_CHAIN_CALLS } from './cross-chain-calls.ts';
import { FAILURES } from './failure.ts';
import { failureBody } from './failure-body.ts';

const EVERY = [CALLS, ADMIN_CALLS, CROSS_CHAIN_CALLS].flatMap((calls) => Object.entries<Call>(calls));
const parametersOf = (path: string): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

describe('the calls', () => {
  it('of the product server are those of all files in calls/, and no two files use the same name', async () => {
    const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'calls') }).filter((file) => file !== 'topics.ts');
    const modules = await Promise.all(
      files.map(async (file) => (await import(`./calls/${basename(file, '.ts')}.ts`)) as Record<string, object>),
    );
    const names = modules.flatMap((module) => Object.values(module).flatMap((table) => Object.keys(table)));
    expect(names.toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  it.each([{ ...CALLS, ...ADMIN_CALLS }, CROSS_CHAIN_CALLS])('of one server have an address each', (calls) => {
    const addresses = Object.values<Call>(calls).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(EVERY)('%s lies under /api, and says what its parameters look like', (_, { path }) => {
    expect(path).toMatch(/^\/api(?:\/[a-z-]+|\/\{\w+\})+$/);
    for (const name of parametersOf(path)) expect(PARAMETERS).toHaveProperty(name);
  });

  it.each(EVERY)('%s has a body if it writes something, and a query only if it is a GET', (_, call) => {
    expect(call.body === undefined).toBe(call.method === 'GET' || call.method === 'DELETE');
    if (call.query !== undefined) expect(call.method).toBe('GET');
  });

  it.each(EVERY)('%s says every failure that follows from what it is, none twice, and no common one', (_, call) => {
    expect(call.failures.includes('ERR_SIGNED_OUT')).toBe(call.needsSignIn);
    expect(call.failures.includes('ERR_PLATFORM')).toBe(call.callers?.some((kind) => kind !== 'anonymous') === true);
    expect(call.failures.includes('ERR_ADMIN')).toBe(call.needsAdmin === true);
    expect(call.failures.includes('ERR_RATE')).toBe(call.limit !== undefined);
    expect(new Set(call.failures).size).toBe(call.failures.length);
    const common = new Set<string>(Object.values(COMMON_FAILURES).flat());
    expect(call.failures.filter((code) => common.has(code))).toEqual([]);
  });

  it.each(EVERY)('%s takes no field that it does not describe', (_, { body, query }) => {
    for (const schema of [body, query]) {
      if (schema === undefined) continue;
      const json = z.toJSONSchema(schema, { io: 'input' });
      expect(json).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it.each(EVERY)('%s can be told as JSON Schema', (_, { body, query, answer }) => {
    for (const schema of [body, query]) if (schema !== undefined) z.toJSONSchema(schema, { io: 'input' });
    expect(z.toJSONSchema(answer, { io: 'output' })).toHaveProperty('type');
  });

  it.each(EVERY)('%s lies under /api/admin, with a sign-in and a limit, if it is the operator’s alone', (_, call) => {
    expect(call.path.startsWith('/api/admin/')).toBe(call.needsAdmin === true);
    if (call.needsAdmin === true) expect(call).toMatchObject({ needsSignIn: true, limit: 'desk', topic: 'Admin' });
  });

  it.each(EVERY)('%s has a sentence as its summary', (_, { summary, topic }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(topic).not.toBe('');
  });
});

describe('the failures', () => {
  it.each(Object.entries(FAILURES))(
    '%s has a status of a failure and words for a person',
    (code, { status, message }) => {
      expect(code).toMatch(/^ERR_[A-Z_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(message).toMatch(/^[A-Z].*[.!]$/);
    },
  );

  it('have one shape', () => {
    const error = { code: 'ERR_BODY', message: 'No.' };
    expect(failureBody.safeParse({ error }).success).toBe(true);
    expect(failureBody.safeParse({ error: { ...error, at: 'body.txid' } }).success).toBe(true);
    expect(failureBody.safeParse({ error: { ...error, code: 'ERR_ELSE' } }).success).toBe(false);
    expect(failureBody.safeParse({ error, stack: '' }).success).toBe(false);
  });
});
