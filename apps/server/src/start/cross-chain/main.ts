/** The program of a separate cross-chain server. Runs until SIGTERM or SIGINT. docs/cross-chain.md. */
import { parseCrossChainConfig } from '../../cross-chain/index.ts';
import { keepFilesPrivate } from '../../platform/database/index.ts';
import { exitWithError, print, stopOnSignals, survivePrinting } from '../../platform/process/index.ts';
import { startCrossChainHost } from './own-host.ts';

survivePrinting();
keepFilesPrivate();
const config = parseCrossChainConfig(process.env);
if ('code' in config) exitWithError(config);
const host = await startCrossChainHost(config);
if ('code' in host) exitWithError(host);

stopOnSignals(host);
print(`\n  The cross-chain server is ready at ${host.url}\n\n`);
