import { DEV_CHAIN_ID } from '@popfray/tron/dev-chain';
import { DEV_HOUSE_KEY } from '../chain/house.ts';
import type { House } from '../platform/context/context.ts';
import type { Step } from '../platform/context/step.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { stackOf } from '../platform/log/index.ts';
import { Random } from './random.ts';
import { Scheduler, START_MS } from './scheduler.ts';
import { SharedDatabase } from './shared-database.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { SimulatedRedis } from './simulated-redis.ts';
import type { DatabaseFaults, Mutation } from './simulated-engine.ts';
import { SimulatedProcess } from './simulated-process.ts';

/** What the house holds at the beginning, and each player on the chain and on the balance, sun. */
export const HOUSE_SUN = 10_000_000_000;
export const FUNDS_SUN = 2_000_000_000;
export const BALANCE_SUN = 100_000_000;

/** Most that a player earns in solo rounds in a day, which is longer than a simulation, sun. */
export const DAILY_CAP_SUN = 100_000_000;

/** Errors that simulated faults cause, and that servers report. */
const EXPECTED_FAULTS = /simulated|ERR_DATABASE_|LeaseLostError/;

/** What surrounds the nodes of a simulation: their database, Redis and chain, in virtual time. */
export class SimulatedWorld {
  readonly random: Random;
  readonly mutation: Mutation | null;
  readonly scheduler: Scheduler;
  readonly database: SharedDatabase;
  readonly redis: SimulatedRedis;
  readonly chain: SimulatedChain;
  readonly chainId = DEV_CHAIN_ID;
  readonly house: House;
  /** Faults of the database, which all nodes have. */
  readonly databaseFaults: DatabaseFaults = { slow: 5, conflict: 0, lost: 0, lostCommit: 0 };
  /** What must never happen, and did. */
  readonly findings: string[] = [];
  readonly steps = new Map<Step, number>();
  /** Called when a battle is about to be played. */
  onBattle = (): void => undefined;

  constructor(seed: number, mutation: Mutation | null) {
    this.mutation = mutation;
    this.random = new Random(`simulation ${seed}`);
    this.scheduler = new Scheduler(this.random.fork('order'));
    this.database = new SharedDatabase(
      () => this.scheduler.nowMs,
      (finding) => this.report(finding),
    );
    this.redis = new SimulatedRedis(this.random.fork('redis'));
    this.chain = new SimulatedChain(this.scheduler, this.random.fork('chain'));
    this.house = { privateKey: DEV_HOUSE_KEY, address: this.chain.node.addressOf(DEV_HOUSE_KEY) ?? '' };
    this.chain.fund(this.house.address, HOUSE_SUN);
  }

  /** Virtual time since the beginning, ms. */
  get elapsedMs(): number {
    return this.scheduler.nowMs - START_MS;
  }

  /** A process of a player's page. */
  createClient(name: string): SimulatedProcess {
    return new SimulatedProcess(name, this.scheduler, this.random.fork(name));
  }

  /** Notes what must never happen. */
  report(finding: string): void {
    this.scheduler.note('finding', finding);
    this.findings.push(finding);
  }

  /** Notes an exception of a request handler, which a client is answered 500 for. */
  reportFault(process: SimulatedProcess, what: string, error: unknown): void {
    this.log(process, { event: 'fault', method: 'CALL', path: what, stack: stackOf(error) });
  }

  log(process: SimulatedProcess, entry: LogEntry): void {
    if (!process.isAlive) return;
    if (entry.event === 'fault') {
      process.note(`fault: ${entry.stack.split('\n')[0]}`);
      if (!EXPECTED_FAULTS.test(entry.stack)) this.report(`${process.name} reports a fault: ${entry.stack}`);
    } else if (entry.event === 'notice') process.note(`${entry.about}: ${entry.message}`);
  }

  countStep(step: Step): void {
    this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
  }

  close(): void {
    this.chain.close();
    this.database.close();
  }
}
