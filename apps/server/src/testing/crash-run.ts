import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CALLS, PAYMENT_SOURCES, type EntryKind, type PaymentSource } from '@popfray/protocol';
import type { Faults } from '@popfray/tron/dev-chain';
import { STEPS, type Step } from '../platform/context/step.ts';
import { createBattleJobs } from './crash-battle-jobs.ts';
import { findErrors, type Findings } from './crash-findings.ts';
import { createJobs, createPlayer, FUNDS_SUN, GIFT_SUN, STEP_MS, type CrashPlayer, type Job } from './crash-jobs.ts';
import { createCrashWorld, type CrashServer, type CrashWorld } from './crash-world.ts';

/** Entries of the ledger that are one transaction with what they are for: a server dies when all is written, and before it is committed. */
const COMMITS = [
  'purchase',
  'deposit',
  'refund',
  'withdrawal',
  'withdrawal-sent',
  'round-reward',
  'entry-fee',
  'entry-refund',
  'battle-share',
] as const satisfies EntryKind[];

/** Steps that come only after a restore: testing/restore-run.ts dies there. */
const isOfRestore = (step: Step): boolean => step.startsWith('transfer.');

/** Where a server dies. */
const POINTS = [...COMMITS.map((kind) => `commit ${kind}` as const), ...STEPS.filter((step) => !isOfRestore(step))];

/** One of `POINTS`. */
type Point = (typeof POINTS)[number];

/** Where and how a server dies. */
export interface Kill {
  /** At the `nth` passing of a point, or `afterMs` from its start, whichever is first. */
  readonly point?: Point;
  readonly nth?: number;
  readonly afterMs?: number;
  readonly faults: Faults;
  /** Where the fees of the kill's player come from, if the player is in battles. Left out: the players take turns. */
  readonly feesFrom?: PaymentSource;
}

/** What came of many kills. */
export interface KillReport extends Findings {
  readonly kills: number;
  /** Points that no server passed, though it was to die there. */
  readonly unreached: readonly Point[];
}

/** Steps that only come while no block is final; for the last of them, blocks become final after that. */
const PENDING_STEPS: ReadonlySet<string> = new Set(['payment.claimed', 'payment.seen', 'payment.failed']);

/** Steps that only come when ten minutes have gone by. */
const LATE_STEPS: ReadonlySet<string> = new Set(['payment.expired', 'payout.dead']);
const TEN_MINUTES_MS = 10 * 60_000;

/** So many players, of whom one is in battles, besides those whose server is to die in one: they take many steps. */
const BATTLE_EVERY = 8;

const isOfBattle = ({ point }: Kill): boolean => point !== undefined && /entry|battle|session/.test(point);

/** Most steps of the jobs before a server is taken to be done, and before the last one is, which has what all the others left. */
const MAX_TURNS = 600;
const LAST_TURNS = 2_000;

/** Looks at what still lapses, each ten minutes of the world's time after the one before, and ms of ours between them. */
const LAPSE_TURNS = 40;
const LAPSE_LOOK_MS = 100;

/** Faults of the chain that servers are killed under. */
export const FAULTS: Readonly<Record<string, Faults>> = {
  none: {},
  'lost answers': { loseAnswer: { count: 12 } },
  delays: { delay: { ms: 15, count: 60 } },
  busy: { busy: { count: 4 } },
  pages: { page: { count: 12 } },
  'dropped transactions': { drop: { count: 3, forget: true } },
};

/**
 * Kills servers one after the other over one database and one chain, lets the last one end everything, and counts. The database is an SQLite file,
 * or the empty PostgreSQL database of a URL, whose server is not killed.
 */
export async function runPlan(kills: readonly Kill[], databaseUrl?: string): Promise<KillReport> {
  const world = await createCrashWorld(databaseUrl);
  const players: CrashPlayer[] = [];
  const unreached: Point[] = [];
  let open: readonly Job[] = [];
  let inBattles = 0;
  try {
    for (const [number, kill] of kills.entries()) {
      const player = createPlayer(world, `player ${number}`);
      players.push(player);
      await world.setFaults({});
      await world.fund(player.address, FUNDS_SUN);
      await world.fund(player.visitor.address, FUNDS_SUN);
      await world.pass(STEP_MS, 3);
      open = open.concat(await createJobs(world, player, number + 1));
      if (number % BATTLE_EVERY === 0 || isOfBattle(kill)) {
        const source = PAYMENT_SOURCES[inBattles++ % PAYMENT_SOURCES.length] ?? 'balance';
        open = open.concat(createBattleJobs(world, player, kill.feesFrom ?? source));
      }
      const server = await start(world, open, kill);
      await world.setFaults(faultsAtFirst(kill));
      open = await drive(world, server, open, kill);
      if (server.isAlive() && kill.point !== undefined && kill.afterMs === undefined) unreached.push(kill.point);
      await server.kill();
    }
    await world.setFaults({});
    const last = await start(world, open, {});
    open = await drive(world, last, open, null, LAST_TURNS);
    await letLapse(world, last);
    await last.kill();
    return { kills: kills.length - unreached.length, unreached, ...(await findErrors(world, players, open)) };
  } finally {
    await world.close();
  }
}

/**
 * Waits for the end of the sessions that their players do not know of, because the server died before its answer. These sessions are paid,
 * and wait for players until their time is up.
 */
async function letLapse(world: CrashWorld, { url }: CrashServer): Promise<void> {
  for (let turn = 0; turn < LAPSE_TURNS; turn++) {
    const response = await fetch(`${url}${CALLS.getSessions.path}`);
    const sessions = CALLS.getSessions.answer.parse(await response.json());
    if (sessions.every(({ endedAt }) => endedAt !== null)) return;
    await world.pass(TEN_MINUTES_MS);
    await delay(LAPSE_LOOK_MS);
  }
}

/** A kill at each point under each fault: all faults of the chain, or those that `choose` picks for the point's number. */
export const everyKill = (
  choose: (faults: readonly Faults[], number: number) => readonly Faults[] = (faults) => faults,
): Kill[] =>
  POINTS.flatMap((point, number) =>
    // A player's first purchase is that of a request; the second is the worker's, which has a separate transaction.
    choose(Object.values(FAULTS), number).flatMap((faults): Kill[] => {
      const kill = { point, nth: point === 'commit purchase' ? 2 : 1, faults };
      // A fee from the wallet is the worker's, and one from the balance that of a request.
      return point === 'commit entry-fee' ? PAYMENT_SOURCES.map((feesFrom) => ({ ...kill, feesFrom })) : [kill];
    }),
  );

/** `count` kills: at every point under every fault, and then at points, passings and times, under faults, that follow from a seed. */
export async function runKills(count: number, seed: string, databaseUrl?: string): Promise<KillReport> {
  const faults = Object.values(FAULTS);
  const random = (_: unknown, number: number): Kill => {
    const [a = 0, b = 0, c = 0, d = 0] = createHash('sha256').update(`${seed} ${number}`).digest();
    const kill = { faults: faults[a % faults.length] ?? {}, afterMs: d * 2 };
    const point = POINTS[b % POINTS.length];
    return c % 2 === 0 || point === undefined ? kill : { ...kill, point, nth: 1 + (d % 2), afterMs: 800 };
  };
  const every = everyKill().slice(0, count);
  return runPlan([...every, ...Array.from({ length: count - every.length }, random)], databaseUrl);
}

/** Kills at every point of a battle's money, each under half of the faults. */
export async function runBattleKills(databaseUrl?: string): Promise<KillReport> {
  const half = (faults: readonly Faults[], number: number): Faults[] =>
    faults.filter((_, at) => (at + number) % 2 === 0);
  return runPlan(everyKill(half).filter(isOfBattle), databaseUrl);
}

/** Faults without which a server would not come to the point. */
function faultsAtFirst({ point, faults }: Kill): Faults {
  // A transaction that is always dropped is signed again after ten minutes.
  if (point === 'payout.dead') return { ...faults, drop: { count: 20 } };
  return point !== undefined && PENDING_STEPS.has(point) ? { ...faults, stopSolidifying: true } : faults;
}

/** Starts a server that is to die, with the players whose jobs are open signed in. */
async function start(
  world: CrashWorld,
  open: readonly Job[],
  { point, nth = 1 }: Pick<Kill, 'point' | 'nth'>,
): Promise<CrashServer> {
  const addresses = new Set(open.flatMap(({ player }) => [player.address, player.visitor.address]));
  const players = [...addresses].map((address) => ({ address, balanceSun: GIFT_SUN }));
  return world.start({ killAt: point ?? '', killNth: nth, players });
}

/**
 * Tries every open job again and again while the server lives, and lets time pass. Returns the jobs that are still open. `kill`: null for the last server,
 * which ends all of them. Its time passes without leaps of ten minutes, in which payments would expire before a busy machine has settled them.
 */
async function drive(
  world: CrashWorld,
  server: CrashServer,
  open: readonly Job[],
  kill: Kill | null,
  maxTurns = MAX_TURNS,
): Promise<readonly Job[]> {
  const { point, afterMs, faults = {} } = kill ?? {};
  const isLate = point !== undefined && LATE_STEPS.has(point);
  const timer = afterMs === undefined ? undefined : setTimeout(() => void server.kill(), afterMs);
  let left = open;
  let isHeldUp = point === 'payment.failed';
  for (let turn = 0; turn < maxTurns && server.isAlive(); turn++) {
    // Unsigned intents take ten minutes to expire; only the job that tests that waits for them.
    const tried = left.filter(({ name }) => isLate || kill === null || name !== 'lapse');
    if (tried.length === 0) break;
    const ended = new Set<Job>();
    await Promise.all(
      tried.map(async (job) => {
        if (await job.step(server).catch(() => false)) ended.add(job);
      }),
    );
    left = left.filter((job) => !ended.has(job));
    if (isHeldUp && left.at(-1)?.player.hasNamed === true) {
      isHeldUp = false;
      await world.setFaults(faults);
    }
    await world.pass(isLate && turn % 30 === 29 ? TEN_MINUTES_MS : STEP_MS);
  }
  clearTimeout(timer);
  return left;
}
