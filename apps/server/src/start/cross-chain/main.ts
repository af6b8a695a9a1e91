/** The program of a separate cross-chain server. Runs until SIGTERM or SIGINT. docs/cross-chain.md. */
import { parseCrossChainConfig } from '../../cross-chain/index.ts';
import { keepFilesPrivate } from '../../platform/database/index.ts';
import { print, survivePrinting } from '../../platform/process/index.ts';
import { startCrossChainHost } from './own-host.ts';

/** How long requests in flight may take after a signal to stop, ms. */
const GRACE_MS = 10_000;

/** Prints an error for a person and exits with code 1. */
function refuse({ code, message }: { readonly code: string; readonly message: string }): never {
  console.error(`\n  ${message} (${code})\n`);
  process.exit(1);
}

survivePrinting();
keepFilesPrivate();
const config = parseCrossChainConfig(process.env);
if ('code' in config) refuse(config);
const host = await startCrossChainHost(config);
if ('code' in host) refuse(host);

let isStopping = false;
/** The first signal waits for the requests in flight; the second exits at once. */
const onSignal = async (signal: NodeJS.Signals): Promise<void> => {
  if (isStopping) process.exit(1);
  isStopping = true;
  host.log({ event: 'stopping', signal });
  host.log({ event: 'stopped', signal, cut: await host.stop(GRACE_MS) });
  process.exit(0);
};
process.on('SIGTERM', (signal) => void onSignal(signal)).on('SIGINT', (signal) => void onSignal(signal));
print(`\n  The cross-chain server is ready at ${host.url}\n\n`);
