/** The testers' command: `pnpm replay`. */
import { EXIT, UsageError } from './command.ts';
import { run } from './command-line.ts';

// The reader of the output may close the pipe early, as `head` does. That is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

// pnpm runs scripts in the workspace's root; file names are relative to the folder where it was called.
const { INIT_CWD: calledFrom, npm_lifecycle_event: script } = process.env;
if (script === 'replay' && calledFrom !== undefined) process.chdir(calledFrom);

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`pnpm replay: ${error.message}\nTry pnpm replay --help`);
  process.exitCode = EXIT.usage;
}
