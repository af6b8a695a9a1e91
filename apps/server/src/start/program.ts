import { parseConfig } from './config.ts';
import { keepFilesPrivate } from '../platform/database/index.ts';
import { print, survivePrinting } from '../platform/process/index.ts';
import { startServer, type StartError } from './start.ts';

/** How long requests in flight may take after a signal to stop, in ms. */
const GRACE_MS = 10_000;

/** Prints an error for a person and exits with code 1. */
function refuse({ code, message }: Pick<StartError, 'code' | 'message'>): never {
  console.error(`\n  ${message} (${code})\n`);
  process.exit(1);
}

/**
 * Runs the product server: starts, prints its URL, and runs until SIGTERM or SIGINT. `--no-web` does not serve the web app. `--check` only checks
 * whether the server can start, before the web app is built.
 */
export async function run(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): Promise<void> {
  survivePrinting();
  keepFilesPrivate();
  const config = parseConfig(env);
  if ('code' in config) refuse(config);
  const isTrial = args.includes('--check');
  const server = await startServer(config, { hasWebsite: !args.includes('--no-web'), hasWorker: !isTrial });
  if ('code' in server) refuse(server);
  if (isTrial) {
    await server.stop(0);
    return;
  }
  const { url, context } = server;

  /** The first signal waits for the requests in flight; the second exits at once. */
  const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
    if (context.isStopping()) process.exit(1);
    const cutting = server.stop(GRACE_MS);
    context.log({ event: 'stopping', signal });
    context.log({ event: 'stopped', signal, cut: await cutting });
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void onSignal(signal)).on('SIGINT', (signal) => void onSignal(signal));
  const what = context.website === undefined ? 'The server, without the web app,' : 'Popfray';
  print(`\n  ${what} is ready at ${url}\n\n`);
}
