import { createHash } from 'node:crypto';
import type { Faults } from '@popfray/tron/dev-chain';
import { openDatabase, type Database } from '../database/database.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, FEES } from '../ledger/ledger.ts';
import { STEPS, type Step } from '../step.ts';
import { createJobs, createPlayer, FUNDS_SUN, GIFT_SUN, STEP_MS, type CrashPlayer, type Job } from './crash-jobs.ts';
import { createCrashWorld, HOUSE_SUN, type CrashServer, type CrashWorld } from './crash-world.ts';

/** Where and how a server dies. */
export interface Kill {
  /** At the `nth` passing of a step, or `afterMs` from its start, whichever is first. */
  readonly step?: Step;
  readonly nth?: number;
  readonly afterMs?: number;
  readonly faults: Faults;
}

/** What came of many kills. */
export interface KillReport {
  readonly kills: number;
  /** Payments that were made and not counted, payouts that were promised and not paid. */
  readonly lost: number;
  /** Payments that were counted twice or never made, payouts that were paid twice. */
  readonly doubled: number;
  /** Steps that no server passed, though it was to die there. */
  readonly unreached: readonly string[];
  /** What is wrong, in words. */
  readonly findings: readonly string[];
}

/** Steps that only come while no block is final; for the last, blocks must become final after that. */
const PENDING_STEPS: ReadonlySet<string> = new Set(['payment.claimed', 'payment.seen', 'payment.failed']);

/** Steps that only come when ten minutes have gone by. */
const LATE_STEPS: ReadonlySet<string> = new Set(['payment.expired', 'payout.dead']);
const TEN_MINUTES_MS = 10 * 60_000;

/** Turns after which blocks become final again, where they did not. */
const PENDING_TURNS = 15;

/** Most steps of the jobs before a server is taken to be done. */
const MAX_TURNS = 200;

/** Faults of the chain that servers are killed under. */
export const FAULTS: Readonly<Record<string, Faults>> = {
  none: {},
  'lost answers': { loseAnswer: { count: 12 } },
  delays: { delay: { ms: 15, count: 60 } },
  busy: { busy: { count: 4 } },
  pages: { page: { count: 12 } },
  'dropped transactions': { drop: { count: 3, forget: true } },
};

/** Kills servers one after the other over one database and one chain, lets the last one end everything, and counts. */
export async function runPlan(kills: readonly Kill[]): Promise<KillReport> {
  const world = await createCrashWorld();
  const players: CrashPlayer[] = [];
  let open: Job[] = [];
  let died = 0;
  const unreached: string[] = [];
  try {
    for (const [number, kill] of kills.entries()) {
      const player = createPlayer(world, `player ${number}`);
      await world.setFaults({});
      await world.fund(player.address, FUNDS_SUN);
      await world.pass(STEP_MS, 3);
      open.push(...(await createJobs(world, player, number + 1)));
      players.push(player);
      const server = await start(world, open, kill);
      await world.setFaults(faultsAtFirst(kill));
      open = await drive(world, server, open, kill);
      if (server.isAlive()) {
        unreached.push(kill.step ?? 'time');
        await server.kill();
      } else died++;
    }
    await world.setFaults({});
    const last = await start(world, open, { faults: {} });
    open = await drive(world, last, open, { step: 'payment.expired', faults: {} });
    await last.kill();
    const findings = await inspect(world, players, open);
    return { kills: died, unreached, ...findings };
  } finally {
    await world.close();
  }
}

/** A kill at each step under each fault: all faults of the chain, or those that `choose` picks for the step's number. */
export const everyKill = (
  choose: (faults: readonly Faults[], number: number) => readonly Faults[] = (faults) => faults,
): Kill[] =>
  STEPS.flatMap((step, number) => choose(Object.values(FAULTS), number).map((faults): Kill => ({ step, faults })));

/** `count` kills: at every step under every fault, and then at steps, passings and times, under faults, that follow from a seed. */
export async function runKills(count: number, seed: string): Promise<KillReport> {
  const faults = Object.values(FAULTS);
  const random = (_: unknown, number: number): Kill => {
    const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(`${seed} ${number}`).digest();
    const kill = { faults: faults[a % faults.length] ?? {}, afterMs: d * 2 };
    const step = STEPS[b % STEPS.length];
    return c % 2 === 0 || step === undefined ? kill : { ...kill, step, nth: 1 + (d % 2), afterMs: 800 };
  };
  const every = everyKill().slice(0, count);
  return runPlan([...every, ...Array.from({ length: count - every.length }, random)]);
}

/** Faults without which a server would not come to the step. */
function faultsAtFirst({ step = '', faults }: Kill): Faults {
  // What is dropped for good is signed anew after ten minutes.
  if (step === 'payout.dead') return { ...faults, drop: { count: 2 } };
  return PENDING_STEPS.has(step) ? { ...faults, stopSolidifying: true } : faults;
}

async function start(world: CrashWorld, open: readonly Job[], { step = '', nth = 1 }: Partial<Kill>): Promise<CrashServer> {
  const addresses = new Set(open.map(({ player }) => player.address));
  const players = [...addresses].map((address) => ({ address, balanceSun: GIFT_SUN }));
  return world.start({ killAt: step, killNth: nth, players } as Parameters<CrashWorld['start']>[0]);
}

/** Tries every open job again and again while the server lives, and lets time pass. Returns the jobs that are still open. */
async function drive(world: CrashWorld, server: CrashServer, open: Job[], { step, afterMs, faults }: Kill): Promise<Job[]> {
  const isLate = step !== undefined && LATE_STEPS.has(step);
  const timer = afterMs === undefined ? undefined : setTimeout(() => void server.kill(), afterMs);
  let left = open;
  for (let turn = 0; turn < MAX_TURNS && left.length > 0 && server.isAlive(); turn++) {
    // Intents that nobody signs take ten minutes to lapse; nobody waits for them but who has to.
    const tried = left.filter(({ name }) => isLate || name !== 'lapse');
    if (tried.length === 0) break;
    const ended = new Set<Job>();
    await Promise.all(tried.map(async (job) => ((await job.step(server).catch(() => false)) ? ended.add(job) : null)));
    left = left.filter((job) => !ended.has(job));
    if (turn === PENDING_TURNS && step !== undefined && PENDING_STEPS.has(step)) await world.setFaults(faults);
    await world.pass(isLate && turn % 30 === 29 ? TEN_MINUTES_MS : STEP_MS, 1);
  }
  clearTimeout(timer);
  return left;
}

/** Compares what the server wrote down with what the chain did. */
async function inspect(
  world: CrashWorld,
  players: readonly CrashPlayer[],
  open: readonly Job[],
): Promise<Pick<KillReport, 'lost' | 'doubled' | 'findings'>> {
  const findings: string[] = [...world.faults];
  let lost = 0;
  let doubled = 0;
  const lose = (what: string): void => void (findings.push(`lost: ${what}`), lost++);
  const double = (what: string): void => void (findings.push(`doubled: ${what}`), doubled++);
  const db = openDatabase(world.database);
  if ('code' in db) throw new Error(db.message);
  const isPaid = async (txid: string): Promise<boolean> => {
    const found = await world.node.findPayment(txid);
    return found.ok && found.value.state === 'paid';
  };

  for (const { name, player } of open) lose(`${name} of ${player.address} never came to its end`);
  const settled = new Set(column(db, "SELECT txid AS value FROM payments WHERE status IN ('applied', 'refunded')"));
  for (const txid of settled) if (!(await isPaid(String(txid)))) double(`${txid} was credited and not paid`);
  for (const { txids } of players)
    for (const txid of txids) if (!settled.has(txid) && (await isPaid(txid))) lose(`${txid} was paid and not credited`);
  for (const id of column(db, 'SELECT id AS value FROM payouts')) {
    const txids = column(db, `SELECT txid AS value FROM payout_attempts WHERE payout_id = '${id}'`);
    const paid = (await Promise.all(txids.map(async (txid) => isPaid(String(txid))))).filter(Boolean).length;
    if (paid === 0) lose(`payout ${id} was not paid`);
    for (let more = 1; more < paid; more++) double(`payout ${id} was paid ${paid} times`);
  }
  const rounds = `SELECT id AS value FROM rounds WHERE credited_sun != (SELECT coalesce(sum(amount_sun), 0)
    FROM postings JOIN entries ON entries.id = entry_id WHERE key = 'round:' || rounds.id AND amount_sun > 0)`;
  for (const id of column(db, rounds)) double(`round ${id} was credited another amount`);

  const balance = await world.node.balance(world.houseAddress);
  const moved = 0 - balanceOf(db, CHAIN_IN) - balanceOf(db, CHAIN_OUT) - balanceOf(db, FEES);
  const unexplained = (balance.ok ? balance.value : Number.NaN) - HOUSE_SUN - moved - strangersSun(players.length);
  if (unexplained > 0) lose(`the house holds ${unexplained} sun more than its books say`);
  if (unexplained < 0) double(`the house holds ${-unexplained} sun less than its books say`);
  const [sum] = column(db, 'SELECT coalesce(sum(amount_sun), 0) AS value FROM postings');
  if (sum !== 0) double(`the postings sum to ${String(sum)}`);
  findings.push(...db.findDamage());
  db.close();
  return { lost, doubled, findings };
}

/** What strangers paid the house, of which nobody told the server: see crash-jobs.ts. */
const strangersSun = (players: number): number => players * 9_000_000;

const column = (db: Database, query: string): unknown[] =>
  db.prepare<[], { value: unknown }>(query).all().map(({ value }) => value);
