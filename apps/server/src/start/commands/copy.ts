/**
 * The program `pnpm db:copy --from URL --to URL`. Copies an installation's database into a new one of the other kind or of the same, and checks the
 * copy row by row and by the ledger's audit. No server may be using either. Exits with 1 when anything is wrong; there is no copy then.
 */
import { parseArgs } from 'node:util';
import { A_DATABASE, parseDatabaseUrl } from '../../platform/config/index.ts';
import { type CopyProgress, keepFilesPrivate } from '../../platform/database/index.ts';
import { printError } from '../../platform/process/index.ts';
import { type CopyFailure, copyInstallation } from './copy-installation.ts';

const USAGE = 'pnpm db:copy --from sqlite:PATH|postgres://… --to postgres://…|sqlite:PATH';

/** Time between two lines about a large table, ms. */
const REPORT_EVERY_MS = 1_000;

keepFilesPrivate();
process.exitCode = await main(process.argv.slice(2).filter((argument) => argument !== '--'));

async function main(args: string[]): Promise<number> {
  const options = parseOptions(args);
  if ('code' in options) return refuse(options);
  const copied = await copyInstallation(options.from, options.to, createReporter());
  if ('code' in copied) return refuse(copied);
  const { rows, entries, label } = copied;
  printLine(`${rows} rows copied and compared, ${entries} ledger entries audited. The copy is ${label}`);
  return 0;
}

/** Parses the arguments. An error repeats none, because a URL may contain a password. */
function parseOptions(args: string[]): { readonly from: string; readonly to: string } | CopyFailure {
  const found = readArguments(args);
  if (found?.from === undefined || found.to === undefined) return { code: 'ERR_USAGE', message: USAGE };
  const from = parseDatabaseUrl(found.from);
  const to = parseDatabaseUrl(found.to);
  if (from === null || to === null)
    return { code: 'ERR_COPY_URL', message: `${from === null ? '--from' : '--to'} must be ${A_DATABASE}.` };
  return { from, to };
}

function readArguments(args: string[]): { readonly from?: string; readonly to?: string } | undefined {
  try {
    return parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  } catch {
    return undefined;
  }
}

/** Prints a line when all rows of a table are copied, and in between where that takes long. */
function createReporter(): (progress: CopyProgress) => void {
  let reportedMs = performance.now();
  return ({ step, table, rows, of }) => {
    const isDone = step === 'copied' && rows === of && of > 0;
    if (!isDone && performance.now() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = performance.now();
    printLine(`${step}  ${table}  ${rows} of ${of}`);
  };
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function refuse(error: CopyFailure): number {
  printError(error);
  return 1;
}
