import { parseConfig } from './config.ts';
import { keepFilesPrivate } from '../platform/database/index.ts';
import { exitWithError, print, stopOnSignals, survivePrinting } from '../platform/process/index.ts';
import { startServer } from './start.ts';

/**
 * Runs the product server: starts, prints its URL, and runs until SIGTERM or SIGINT. `--no-web` does not serve the web app. `--check` only checks
 * whether the server can start, before the web app is built.
 */
export async function run(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): Promise<void> {
  survivePrinting();
  keepFilesPrivate();
  const config = parseConfig(env);
  if ('code' in config) exitWithError(config);
  const isTrial = args.includes('--check');
  const server = await startServer(config, { hasWebsite: !args.includes('--no-web'), hasWorker: !isTrial });
  if ('code' in server) exitWithError(server);
  if (isTrial) {
    await server.stop(0);
    return;
  }
  const { url, context } = server;

  stopOnSignals({ log: context.log, stop: server.stop });
  const what = context.website === undefined ? 'The server, without the web app,' : 'Popfray';
  print(`\n  ${what} is ready at ${url}\n\n`);
}
