/** The log of this process. */
export { standardWriter } from './line-writer.ts';
export { createLog, cutPath, type Log } from './log.ts';
export { stackOf } from './stack.ts';
