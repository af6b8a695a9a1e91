/** The process: clock, log, file descriptors, and how a program ends. */
export { readFileLimit, shareFiles } from './file-limit.ts';
export { exitWithError, printError, stopOnSignals } from './program.ts';
export { openProcess, print, survivePrinting } from './process.ts';
