/** Tasks that run one after the other, again and again. */
export { startWorker, type Task } from './worker.ts';
