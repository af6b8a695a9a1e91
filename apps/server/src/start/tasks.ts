import { createChatTask } from '../chat/index.ts';
import { fundDevHouse, type Network } from '../chain/index.ts';
import { listCommitments } from '../commitments/index.ts';
import { settlePayments } from '../payments/index.ts';
import { queueRootMemo, settlePayouts } from '../payouts/index.ts';
import type { Context } from '../platform/context/index.ts';
import { LeaseLostError, WORKER_LEASE, type Lease } from '../platform/lease/index.ts';
import type { Task } from '../platform/worker/index.ts';
import { createProtectionTask } from '../protection/index.ts';
import { createRestoreTask } from '../restore/index.ts';
import { createForgetting, createQuickBattleTask, lapseSessions } from '../sessions/index.ts';
import { forgetForeignSeats } from '../sharing/index.ts';
import { createSolvencyTask } from '../solvency/index.ts';
import { prepareTranslation } from '../translation/index.ts';
import { prepareDocs } from './docs/docs.ts';

/** The turn that loads the code of payments and compresses the documentation. It is not the first, so that a start answers its first requests sooner. */
const PREPARING_TURN = 5;

/** What the composition root adds to the worker. */
interface WorkerOptions {
  /** More tasks that one node does for all. */
  readonly more: readonly Task[];
  /** Called each time this node has taken the worker's lease, before its tasks run. When it rejects, they wait for the next turn. */
  readonly onTaken?: (() => Promise<unknown>) | undefined;
}

/**
 * The tasks of the worker in their order. Those that need the chain are skipped while it cannot be used. Of several nodes one does what concerns all
 * of them: the one that has the worker's lease.
 */
export function createTasks(context: Context, network: Network, { more, onTaken }: WorkerOptions): readonly Task[] {
  // A provider that failed at the start is reported in the first turn.
  let loggedMessage = describeHealth(network);
  let isFunded = context.settings.network.devNodeUrl === null;
  let turns = 0;
  const ifUsable = (run: () => Promise<unknown>) => async (): Promise<void> => {
    if (network.health() === 'ok') await run();
  };
  const ofEachNode: readonly Task[] = [
    {
      name: 'chain',
      async run() {
        await network.check();
        const message = describeProviders(network);
        if (message !== loggedMessage) context.log({ event: 'notice', about: 'chain', message });
        loggedMessage = message;
      },
    },
    {
      name: 'node',
      async run() {
        if (++turns === PREPARING_TURN)
          await Promise.all([network.prepare(), prepareTranslation(), prepareDocs(context.settings)]);
      },
    },
  ];
  const ofOneNode: readonly Task[] = [
    {
      name: 'house',
      run: ifUsable(async () => {
        isFunded ||= await fundDevHouse(context);
      }),
    },
    { name: 'sessions', run: async () => lapseSessions(context) },
    { name: 'quick-battles', run: createQuickBattleTask(context) },
    { name: 'commitments', run: async () => listCommitments(context) },
    { name: 'protection', run: createProtectionTask(context) },
    { name: 'forgetting', run: createForgetting(context) },
    { name: 'foreign-seats', run: async () => forgetForeignSeats(context.db, context.now()) },
    { name: 'chat', run: createChatTask(context) },
    { name: 'payments', run: ifUsable(async () => settlePayments(context)) },
    { name: 'restore', run: ifUsable(createRestoreTask(context)) },
    { name: 'memos', run: async () => queueRootMemo(context) },
    { name: 'payouts', run: ifUsable(async () => settlePayouts(context)) },
    { name: 'solvency', run: ifUsable(createSolvencyTask(context)) },
    ...more,
  ];
  return [...ofEachNode, ...underLease(context, ofOneNode, onTaken)];
}

/** Runs tasks while this node has the worker's lease, which it takes as soon as no live node has it. */
export function underLease(
  { leases, log }: Pick<Context, 'leases' | 'log'>,
  tasks: readonly Task[],
  onTaken: () => Promise<unknown> = async () => undefined,
): readonly Task[] {
  let lease: Lease | null = null;
  let isReady = false;
  const run = async ({ name, run: work }: Task): Promise<void> => {
    if (lease?.isHeld !== true) return;
    try {
      await leases.run(lease, async () => work());
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      log({ event: 'notice', about: 'lease', message: `${name}: ${error.message}` });
    }
  };
  const prepare: Task = {
    name: 'lease',
    async run() {
      await onTaken();
      isReady = true;
    },
  };
  const take: Task = {
    name: 'lease',
    async run() {
      if (lease?.isHeld !== true) {
        const taken = await leases.take(WORKER_LEASE);
        if (taken !== null) [lease, isReady] = [taken.lease, false];
      }
      if (!isReady) await run(prepare);
    },
  };
  const guarded = tasks.map((task): Task => ({
    name: task.name,
    run: async () => (isReady ? run(task) : undefined),
  }));
  return [take, ...guarded];
}

function describeProviders(network: Network): string {
  const unhealthy = network.providers().filter(({ state }) => state === 'resting' || state === 'other-chain');
  const descriptions = unhealthy.map(
    ({ host, state, code }) => `${host} is ${state}${code === null ? '' : ` (${code})`}`,
  );
  return [describeHealth(network), ...descriptions].join('; ');
}

function describeHealth({ health, otherChainId, settings }: Network): string {
  switch (health()) {
    case 'ok':
      return `the node answers, for ${settings.name}`;
    case 'unreachable':
      return 'the node does not answer: payments and payouts wait';
    case 'other-chain':
      return `the node is of chain ${otherChainId()}, not of ${settings.name}: payments and payouts wait. Mend TRON_NODE_URL`;
  }
}
