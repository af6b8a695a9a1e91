import { expect, it } from 'vitest';
import { findDatabaseTests } from './database-tests.ts';

const tests = findDatabaseTests();

it.each(['ledger/ledger.test.ts', 'start/main.test.ts', 'testing/test-database.test.ts'])(
  '%s runs on both databases',
  (path) => {
    expect(tests).toContain(`apps/server/src/${path}`);
  },
);

it.each(['conduct/judge.test.ts', 'platform/http/limiter.test.ts'])('%s, without a database, runs once', (path) => {
  expect(tests).not.toContain(`apps/server/src/${path}`);
});
