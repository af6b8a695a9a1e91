/** The process: clock, log and file descriptors. */
export { readFileLimit, shareFiles } from './file-limit.ts';
export { openProcess, print, survivePrinting } from './process.ts';
