/** The main module of a thread: checks one database and ends. The parent thread sends its requests to the chain. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ChainNode } from '@popfray/chain';
import { readDatabase } from '../platform/database/index.ts';
import { examine } from './report.ts';
import type { ChainAnswer, ThreadMessage, ThreadQuestion, ThreadTask } from './thread-messages.ts';

const { location, houseAddress } = workerData as ThreadTask;
const waiting = new Map<number, (answer: unknown) => void>();
let asked = 0;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** Asks the chain through the other thread. */
function ask(question: ThreadQuestion, ...about: readonly [] | readonly [string | number]): Promise<unknown> {
  const number = ++asked;
  send({ type: 'ask', number, question, about });
  return new Promise((resolve) => void waiting.set(number, resolve));
}

parentPort?.on('message', ({ number, answer }: ChainAnswer) => {
  waiting.get(number)?.(answer);
  waiting.delete(number);
});

const chain: Pick<ChainNode, ThreadQuestion | 'explorerUrl'> = {
  head: () => ask('head') as ReturnType<ChainNode['head']>,
  blockTransfers: (number) => ask('blockTransfers', number) as ReturnType<ChainNode['blockTransfers']>,
  balance: (address) => ask('balance', address) as ReturnType<ChainNode['balance']>,
  findPayment: (txid) => ask('findPayment', txid) as ReturnType<ChainNode['findPayment']>,
  explorerUrl: () => null,
};

const db = await readDatabase(location);
if ('code' in db) throw new Error(db.message);
send({ type: 'done', findings: await examine(db, { chain, houseAddress }) });
await db.close();
parentPort?.close();
