/** The program of a platform of the other chain that hosts free sessions. Runs until SIGTERM or SIGINT. docs/cross-chain.md, section 7. */
import { keepFilesPrivate } from '../../platform/database/index.ts';
import { exitWithError, print, stopOnSignals, survivePrinting } from '../../platform/process/index.ts';
import { parseHostConfig } from './config.ts';
import { startHost } from './host.ts';

survivePrinting();
keepFilesPrivate();
const config = parseHostConfig(process.env);
if ('code' in config) exitWithError(config);
const host = await startHost(config);
if ('code' in host) exitWithError(host);

stopOnSignals({ log: host.context.log, stop: host.stop });
print(`\n  The host is ready at ${host.url}\n\n`);
