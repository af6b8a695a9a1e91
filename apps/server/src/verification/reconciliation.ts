import { Worker } from 'node:worker_threads';
import type { Reconciliation } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import { perDatabase } from '../platform/database/index.ts';
import { examine, type Findings } from './report.ts';
import type { ThreadMessage, ThreadTask } from './thread-messages.ts';

const NEVER: Reconciliation = {
  status: 'never',
  startedAt: null,
  endedAt: null,
  isSound: null,
  entries: 0,
  compared: 0,
  battles: 0,
  totals: [],
  differences: [],
  unchecked: [],
};

/** Most differences that are kept: the rest is counted. */
const MAX_DIFFERENCES = 500;

const last = perDatabase(() => ({ is: NEVER }));

/** How the last check ended, or that it runs. */
export const showReconciliation = ({ db }: Pick<Context, 'db'>): Reconciliation => last(db).is;

/**
 * Starts the check of `pnpm db:verify` in a separate thread, because it reads the whole database. Does nothing while a check runs.
 * Resolves when the check has ended, with or without an error.
 */
export async function reconcile(context: Context, by: string): Promise<void> {
  const { db, log } = context;
  const state = last(db);
  if (state.is.status === 'running') return;
  const startedAt = Math.floor(context.now());
  state.is = { ...NEVER, status: 'running', startedAt };
  try {
    await recordAuditEvent(db, { by, act: 'reconciliation', subject: '', reason: '' }, startedAt);
    const findings = await find(context);
    state.is = { ...show(findings), status: 'done', startedAt, endedAt: Math.floor(context.now()) };
  } catch (error) {
    log({ event: 'fault', method: 'CHECK', path: '', stack: String((error as Error).stack ?? error) });
    state.is = { ...NEVER, status: 'failed', startedAt, endedAt: Math.floor(context.now()) };
  }
}

/** A database in memory can be seen by this thread alone. */
async function find(context: Context): Promise<Findings> {
  const { db, chain, house } = context;
  const { location } = db.engine;
  return location === ':memory:'
    ? examine(db, { chain, houseAddress: house.address })
    : findInThread(context, location);
}

function findInThread({ chain, house, isStopping }: Context, location: string): Promise<Findings> {
  const workerData: ThreadTask = { location, houseAddress: house.address };
  const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData });
  // A server that stops does not wait for it.
  thread.unref();
  const found = new Promise<Findings>((resolve, reject) => {
    thread.on('message', (message: ThreadMessage) => {
      if (message.type === 'done') return resolve(message.findings);
      if (isStopping()) return void thread.terminate();
      const { number, question, about } = message;
      const asked = chain[question] as (...about: readonly unknown[]) => Promise<unknown>;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      asked(...about).then((answer) => thread.postMessage({ number, answer }), reject);
    });
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the check ended before it was done')));
  });
  // One whose question has failed would wait for ever.
  return found.finally(() => void thread.terminate());
}

const show = ({
  entries,
  compared,
  battles,
  totals,
  differences,
  unchecked,
}: Findings): Omit<Reconciliation, 'status' | 'startedAt' | 'endedAt'> => ({
  isSound: differences.length === 0,
  entries,
  compared,
  battles,
  totals: [...totals],
  differences: differences.slice(0, MAX_DIFFERENCES),
  unchecked: [
    ...unchecked,
    ...(differences.length > MAX_DIFFERENCES
      ? [`${differences.length - MAX_DIFFERENCES} more differences are not listed`]
      : []),
  ],
});
