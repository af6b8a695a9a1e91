/** The program of a platform of the other chain that hosts free sessions. Runs until SIGTERM or SIGINT. docs/cross-chain.md, section 7. */
import { keepFilesPrivate } from '../../platform/database/index.ts';
import { print, survivePrinting } from '../../platform/process/index.ts';
import { parseHostConfig } from './config.ts';
import { startHost } from './host.ts';

/** How long running requests may take to end when the host stops, ms. */
const GRACE_MS = 10_000;

/** Prints an error for a person and exits with code 1. */
function refuse({ code, message }: { readonly code: string; readonly message: string }): never {
  console.error(`\n  ${message} (${code})\n`);
  process.exit(1);
}

survivePrinting();
keepFilesPrivate();
const config = parseHostConfig(process.env);
if ('code' in config) refuse(config);
const host = await startHost(config);
if ('code' in host) refuse(host);

let isStopping = false;
/** The first signal waits for the requests in flight; the second exits at once. */
const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
  if (isStopping) process.exit(1);
  isStopping = true;
  host.context.log({ event: 'stopping', signal });
  host.context.log({ event: 'stopped', signal, cut: await host.stop(GRACE_MS) });
  process.exit(0);
};
process.on('SIGTERM', (signal) => void onSignal(signal)).on('SIGINT', (signal) => void onSignal(signal));
print(`\n  The host is ready at ${host.url}\n\n`);
