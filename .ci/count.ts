/**
 * Prints `N passed, N failed` for the JSON report of a test run (`node .ci/count.ts REPORT`), and exits 1 unless all passed.
 * A file that could not even be loaded counts as one failed test; so does a run that ended without a report.
 */
import { readFileSync } from 'node:fs';

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

const NOTHING: Report = { success: false, numPassedTests: 0, numFailedTests: 0, testResults: [] };

const report = parseReport(readFileSync(process.argv[2] ?? 0, 'utf8'));
const broken = report.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
);
const failed = Math.max(report.numFailedTests + broken.length, report.success ? 0 : 1);

/** What a report says; a run that was ended while it wrote one has said nothing. */
function parseReport(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return NOTHING;
  }
}

console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
