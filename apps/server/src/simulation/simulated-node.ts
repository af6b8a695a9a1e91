import { defaultSettings } from '../earning-limits/index.ts';
import { revenueOf } from '../admin/revenue.ts';
import { createBattles } from '../battles/battles.ts';
import { startLoop } from '../battles/loop.ts';
import type { Network } from '../chain/network.ts';
import { openGameSocket } from '../game-socket/game-socket.ts';
import { NO_LINK } from '../platform/context/cross-chain-link.ts';
import type { Context } from '../platform/context/context.ts';
import { createClusterPresence } from '../platform/context/cluster-presence.ts';
import type { Step } from '../platform/context/step.ts';
import { createSharedClock } from '../platform/clock/shared-clock.ts';
import { Database } from '../platform/database/database.ts';
import { createBus } from '../platform/bus/bus.ts';
import { createClusterBus } from '../platform/bus/cluster-bus.ts';
import type { DatabaseLeases } from '../platform/lease/database-leases.ts';
import type { Leases } from '../platform/lease/lease.ts';
import { openLeases } from '../platform/lease/open-leases.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { startWorker } from '../platform/worker/worker.ts';
import { createRelay } from '../relay/relay.ts';
import { freezeAtTakeover } from '../restore/task.ts';
import { createGate } from '../sign-in/gate.ts';
import { PAYMENT_PURPOSES } from '../start/payment-purposes.ts';
import { createTasks } from '../start/tasks.ts';
import { tallyOf } from '../statistics/tally.ts';
import { SimulatedEngine } from './simulated-engine.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { ORIGIN, SimulatedSocketServer } from './simulated-socket.ts';
import { DAILY_CAP_SUN, type SimulatedWorld } from './simulated-world.ts';

/** Interval of the worker, ms. It is twice that of a server, so that an idle hour costs less. */
const WORK_EVERY_MS = 6_000;

/** Interval of the search for battles whose node is gone, ms. It is longer than that of a server for the same reason. */
const SEARCH_EVERY_MS = 500;

/** Tasks that are left out: they compress and load what no simulated player asks for, on other threads. */
const OMITTED_TASKS: ReadonlySet<string> = new Set(['node']);

/** The most by which the clock of a machine is wrong, ms. */
const SKEW_MS = 5_000;

/** Between two attempts to start, as an operator's supervisor makes them, ms. */
const RESTART_MS = 1_000;

/** Leases that do not protect writes, and that do not end while their process runs. */
const withoutFences = (leases: DatabaseLeases): Leases => ({
  nodeId: leases.nodeId,
  nodeUrls: leases.nodeUrls,
  start: async () => leases.start(),
  stop: async () => leases.stop(),
  async take(name) {
    const taken = await leases.take(name);
    return taken && { ...taken, lease: { name, epoch: taken.lease.epoch, isHeld: true } };
  },
  release: async (lease) => leases.release(lease),
  end: async (lease) => leases.end(lease),
  listOrphans: async (prefix, limit) => leases.listOrphans(prefix, limit),
  ownerOf: async (name) => leases.ownerOf(name),
  listNodes: async () => leases.listNodes(),
  run: async (_, work) => work(),
  noteWorkRuns: () => leases.noteWorkRuns(),
  keepHeld: async (held) => [...held],
});

/** A run of a node that has started. */
interface Running {
  readonly context: Context;
  readonly sockets: SimulatedSocketServer;
  readonly stop: () => Promise<void>;
}

/** One server of the cluster, composed as start/start.ts does it, without HTTP. It can crash and be started again. */
export class SimulatedNode {
  readonly name: string;
  /** By how much the clock of the node's machine is ahead, ms. */
  readonly skewMs: number;
  readonly #world: SimulatedWorld;
  #runs = 0;
  #process: SimulatedProcess;
  #engine: SimulatedEngine;
  #running: Running | null = null;
  /** The next of these steps crashes the node. */
  #crashAtStep: Step | null = null;

  constructor(name: string, world: SimulatedWorld) {
    this.name = name;
    this.#world = world;
    const random = world.random.fork(`clock of ${name}`);
    this.skewMs = random.chance(50) ? 0 : random.between(-SKEW_MS, SKEW_MS);
    this.#process = this.#createProcess();
    this.#engine = this.#createEngine();
  }

  /** The current run of the server. */
  get process(): SimulatedProcess {
    return this.#process;
  }

  get engine(): SimulatedEngine {
    return this.#engine;
  }

  /** What runs, once it has started; null while it does not. */
  get running(): Running | null {
    return this.#process.isAlive ? this.#running : null;
  }

  /** Starts the first run, or another one after a crash or a stop. */
  boot(): void {
    if (!this.#process.isAlive) {
      this.#process = this.#createProcess();
      this.#engine = this.#createEngine();
    }
    this.#crashAtStep = null;
    const process = this.#process;
    const engine = this.#engine;
    this.#running = null;
    process.after(0, 'boot', async () => {
      try {
        const running = await this.#open(process, engine);
        if (process === this.#process) this.#running = running;
        process.note('has started');
      } catch (error) {
        process.crash(`cannot start: ${String(error)}`);
        this.#world.scheduler.plan(RESTART_MS, null, 'restart', () => this.boot());
      }
    });
  }

  crash(why: string): void {
    this.#process.crash(why);
  }

  crashAt(step: Step): void {
    this.#crashAtStep = step;
  }

  /** Stops as after SIGTERM. Resolves when the process has ended. */
  async stop(): Promise<void> {
    const process = this.#process;
    const running = this.running;
    process.note('is asked to stop');
    try {
      if (running !== null) await process.run(running.stop);
      process.crash('has stopped');
    } catch (error) {
      process.crash(`cannot stop: ${String(error)}`);
    }
  }

  #createProcess(): SimulatedProcess {
    this.#runs++;
    const name = `${this.name}${this.#runs}`;
    return new SimulatedProcess(name, this.#world.scheduler, this.#world.random.fork(name));
  }

  #createEngine(): SimulatedEngine {
    const { database, databaseFaults, mutation } = this.#world;
    return new SimulatedEngine(database, this.#process, databaseFaults, mutation);
  }

  async #open(process: SimulatedProcess, engine: SimulatedEngine): Promise<Running> {
    const { chain: simulatedChain, scheduler } = this.#world;
    const { skewMs } = this;
    const steadyNow = (): number => scheduler.nowMs + skewMs;
    const clock = createSharedClock(steadyNow);
    const { now } = clock;
    const log = (entry: LogEntry): void => this.#world.log(process, entry);
    const randomBytes = (count: number): Uint8Array => process.random.bytes(count);
    const db = new Database(engine, null);
    const guarded = simulatedChain.connect(process, now);
    const own = await openLeases({
      db,
      now,
      steadyNow,
      randomBytes,
      log,
      isAlone: false,
      onDatabaseTime: clock.follow,
    });
    this.#world.database.nodeIds.set(process, own.nodeId);
    const leases = this.#world.mutation === 'no-fences' ? withoutFences(own) : own;
    const redis = this.#world.redis.connect(process, leases.nodeId);
    const local = createBus((error) =>
      log({ event: 'fault', method: 'BUS', path: '', stack: String((error as Error).stack ?? error) }),
    );
    const clusterBus = createClusterBus(local, redis, now);
    const presence = createClusterPresence(redis, now, (sessionId) => local.publish({ type: 'presence', sessionId }));
    let isStopping = false;
    const context: Context = {
      website: undefined,
      blockchain: 'tron',
      db,
      chain: guarded.chain,
      chainHealth: guarded.health,
      nodeProviders: () => [],
      house: this.#world.house,
      redis,
      leases,
      bus: clusterBus,
      presence,
      crossChain: NO_LINK,
      country: null,
      translator: null,
      paymentPurposes: PAYMENT_PURPOSES,
      settings: {
        network: { id: 'dev', name: 'Simulation', chainId: this.#world.chainId, isPlayMoney: true, devNodeUrl: null },
        origins: [ORIGIN],
        partnerOrigins: [],
        crossChainUrl: null,
        otherChainPrizeTo: 'house',
        commitmentMemoTo: null,
        isBehindProxy: false,
        dailyCapSun: DAILY_CAP_SUN,
        rewardBudgetSun: 10_000_000_000,
        limitDefaults: defaultSettings(true),
        supportEmail: 'support@popfray.example',
        walletIssue: null,
        isPaidPlayOn: true,
        refusedCountries: [],
        countryHeader: null,
        adminAddresses: [],
        hasOwnAddress: false,
        canHouseSignIn: false,
        rateFactor: Infinity,
      },
      log,
      diagnostics: { droppedLogLines: () => 0, clockLeaps: () => 0 },
      now,
      randomBytes,
      onStep: (step) => this.#handleStep(process, step),
      isStopping: () => isStopping,
    };
    await tallyOf(db).catchUp(now());
    await revenueOf(db).catchUp(now());
    const gate = createGate(context);
    const battles = createBattles(context, { searchEveryMs: SEARCH_EVERY_MS });
    const sockets = new SimulatedSocketServer();
    const relay = createRelay(battles, redis, context);
    const news = openGameSocket(sockets as never, { context, gate, battles: relay });
    const loop = startLoop(battles, context);
    const network: Network = {
      ...guarded,
      settings: context.settings.network,
      prepare: async () => undefined,
      providers: () => [],
      close: async () => undefined,
    };
    const options = { more: [], onTaken: async () => freezeAtTakeover(context) };
    const tasks = createTasks(context, network, options).filter(({ name }) => !OMITTED_TASKS.has(name));
    const worker = startWorker(tasks, WORK_EVERY_MS, log);
    return {
      context,
      sockets,
      async stop() {
        isStopping = true;
        loop.stop();
        await battles.stop();
        relay.stop();
        sockets.stop();
        await Promise.all([news.stop(), worker.stop()]);
        presence.stop();
        clusterBus.stop();
        await leases.stop();
        await redis.close();
      },
    };
  }

  #handleStep(process: SimulatedProcess, step: Step): void {
    process.note(step);
    this.#world.countStep(step);
    if (this.#crashAtStep !== step || process !== this.#process) return;
    this.#crashAtStep = null;
    process.crash(`after the step ${step}`);
  }
}
