import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What the program says of a report given on standard input, and how it ends. */
function count(report: string): { said: string; code: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'count.ts')], {
    input: report,
    encoding: 'utf8',
  });
  return { said: stdout, code: status };
}

const report = (success: boolean, passed: number, failed: number, testResults: unknown[] = []): string =>
  JSON.stringify({ success, numPassedTests: passed, numFailedTests: failed, testResults });

describe('the last line of .ci/run', () => {
  it.each([
    ['all passed', report(true, 12, 0), '12 passed, 0 failed\n', 0],
    [
      'some failed',
      report(false, 10, 2, [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]),
      '10 passed, 2 failed\n',
      1,
    ],
    [
      'a file did not load',
      report(false, 10, 0, [{ status: 'failed', assertionResults: [] }]),
      '10 passed, 1 failed\n',
      1,
    ],
    ['an error outside of any test', report(false, 10, 0), '10 passed, 1 failed\n', 1],
    ['no report', '', '0 passed, 1 failed\n', 1],
    ['half a report', report(true, 12, 0).slice(0, -9), '0 passed, 1 failed\n', 1],
  ])('when %s', (_, text, said, code) => {
    expect(count(text)).toEqual({ said, code });
  });
});
