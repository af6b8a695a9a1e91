import { createHash } from 'node:crypto';
import { arena, blockEntropy, createRound } from '@popfray/engine';
import { createBot, type BotSkill } from '@popfray/engine/bot';
import { SOLO_DELAY_MS } from '@popfray/protocol';
import { BATTLE_MS, GRACE_MS, makeBlocks, makeReveals } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/context.ts';
import type { RoundRow } from '../platform/database/schema.ts';
import { open, startNode, type SoloNode } from '../solo/solo.fixture.ts';
import { CLICK_WORDS } from './contacts.ts';
import { createTestContext, type TestContext } from './context.fixture.ts';
import { PlanSender, type Plan, type PlannedLog, type Sending } from './plan-sender.ts';

/**
 * How the log of a round is made, and when it is sent. `quick` and `unhurried`: on the blocks of another round, in time. `shuffled`: such a log as
 * `unhurried`, in which the places of the clicks are in another order, so that nothing of any round is left in it. `late`: on the round's own blocks, after the
 * last reveal and too late. `last-seconds`: of such a log the clicks that are still in time when the last reveal arrives.
 */
const SENDING = {
  quick: 'in-time',
  unhurried: 'in-time',
  shuffled: 'in-time',
  late: 'late',
  'last-seconds': 'last-seconds',
} as const satisfies Record<string, Sending>;
export type LogKind = keyof typeof SENDING;

/** Outcomes of the rounds of one kind. */
export interface LogReport {
  readonly rounds: number;
  /** Rounds that were credited nothing, and those of them that are held for review. */
  readonly refused: number;
  readonly held: number;
  /** Batches that the server has accepted, and has refused. */
  readonly acceptedBatches: number;
  readonly refusedBatches: number;
  /** Sums over the rounds: the points of the plans in the rounds that they were made for; points; and what was credited, sun. */
  readonly plannedScore: number;
  readonly score: number;
  readonly creditedSun: number;
}

/** The centre of the bubble that is worth most of five, almost as often as the rules allow. */
const QUICK: BotSkill = { reactionMs: 105, reactionSpreadMs: 90, aimErrorPx: 0, missPct: 0, choice: 5 };

/** Two or three clicks a second with the scatter of a person: no limit of conduct holds them in the round that they were planned for. */
const UNHURRIED: BotSkill = { reactionMs: 330, reactionSpreadMs: 300, aimErrorPx: 12, missPct: 8, choice: 2 };

/** Between two turns of the battles, ms. */
const TURN_MS = 20;

/** From the opening of the rounds to the end of their settlement, ms. */
const WHOLE_MS = SOLO_DELAY_MS + BATTLE_MS + GRACE_MS + 2_000;

/** No limit of earnings reduces a reward, and none of requests refuses a call. */
const UNLIMITED: Partial<Context['settings']> = { dailyCapSun: 1e11, rewardBudgetSun: 1e12, rateFactor: Infinity };

/** A round that is played with a planned log. */
interface PlannedRound {
  readonly kind: LogKind;
  readonly sender: PlanSender;
}

/** A settled round. */
type SettledRound = Pick<RoundRow, 'id' | 'status' | 'score' | 'credited_sun'>;

/** Plays so many paid solo rounds of each kind, all at once and in virtual time, in the server's battles over a real database. */
export async function playOfflinePlans(
  counts: Readonly<Record<LogKind, number>>,
): Promise<Readonly<Record<LogKind, LogReport>>> {
  const test = await createTestContext();
  const node = await startNode(test, UNLIMITED);
  try {
    const rounds: PlannedRound[] = [];
    for (const [kind, count] of Object.entries(counts) as [LogKind, number][])
      for (let number = 0; number < count; number++)
        rounds.push(await openRound(test, node, kind, `${kind} ${number}`));
    const endMs = test.clock.nowMs + WHOLE_MS;
    while (test.clock.nowMs < endMs) {
      test.clock.nowMs += TURN_MS;
      await node.battles.turn(test.clock.nowMs);
      for (const { sender } of rounds) sender.play(test.clock.nowMs);
    }
    const columns = ['id', 'status', 'score', 'credited_sun'] as const;
    const settled = new Map(
      (await node.context.db.selectFrom('rounds').select(columns).execute()).map((row) => [row.id, row]),
    );
    const reportOf = (kind: LogKind): LogReport =>
      report(
        rounds.filter((round) => round.kind === kind),
        settled,
      );
    return {
      quick: reportOf('quick'),
      unhurried: reportOf('unhurried'),
      shuffled: reportOf('shuffled'),
      late: reportOf('late'),
      'last-seconds': reportOf('last-seconds'),
    };
  } finally {
    await node.battles.stop();
    await node.leases.stop();
    await test.stop();
  }
}

/** Opens a round over the API, enters it and gives a seed. */
async function openRound(test: TestContext, node: SoloNode, kind: LogKind, name: string): Promise<PlannedRound> {
  const { address } = await test.player(name);
  const sender = new PlanSender(await open(node, address), makePlan(kind, name), SENDING[kind]);
  await sender.connect(node.battles, bytesOf(`seed ${name}`).toString('hex'));
  return { kind, sender };
}

/** Sums up rounds of one kind. Throws when one was not settled. */
function report(rounds: readonly PlannedRound[], settled: ReadonlyMap<string, SettledRound>): LogReport {
  const rows = rounds.map(({ sender: { seat } }) => {
    const row = settled.get(seat.id);
    if (row === undefined) throw new Error(`round ${seat.id} was not settled`);
    return row;
  });
  const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
  return {
    rounds: rounds.length,
    refused: rows.filter(({ credited_sun }) => credited_sun === 0).length,
    held: rows.filter(({ status }) => status === 'held').length,
    acceptedBatches: sumOf(rounds.map(({ sender }) => sender.accepted)),
    refusedBatches: sumOf(rounds.map(({ sender }) => sender.refused)),
    plannedScore: sumOf(rounds.map(({ sender }) => sender.plannedScore)),
    score: sumOf(rows.map(({ score }) => score)),
    creditedSun: sumOf(rows.map(({ credited_sun }) => credited_sun)),
  };
}

/** The plan of a log. The same kind and name give the same one. */
function makePlan(kind: LogKind, name: string): Plan {
  const skill = kind === 'unhurried' || kind === 'shuffled' ? UNHURRIED : QUICK;
  if (SENDING[kind] !== 'in-time') return (ownBlocks) => ownBlocks && planRound(ownBlocks, skill, name);
  const otherBlocks = makeBlocks(`other ${name}`, makeReveals(bytesOf(`secret ${name}`)), [bytesOf(`other ${name}`)]);
  const planned = planRound(otherBlocks, skill, name);
  if (kind === 'shuffled') shufflePlaces(planned.inputs, name);
  return () => planned;
}

/** Lets a bot play a whole round. */
function planRound(blocks: Int32Array, skill: BotSkill, seed: string): PlannedLog {
  const made = createRound({ rules: arena, entropy: blockEntropy(blocks), events: false });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill, seed }).advanceTo(made.value, BATTLE_MS - 1);
  return { inputs: made.value.inputs(), score: made.value.score };
}

/** Exchanges the places of clicks at random: what is known of the field stays, and what is known of a round is lost. */
function shufflePlaces(inputs: Int32Array, name: string): void {
  for (let at = inputs.length - CLICK_WORDS; at > 0; at -= CLICK_WORDS) {
    const other = CLICK_WORDS * (bytesOf(`${name} click ${at}`).readUInt32LE() % (at / CLICK_WORDS + 1));
    for (const word of [1, 2]) {
      const place = inputs[at + word] ?? 0;
      inputs[at + word] = inputs[other + word] ?? 0;
      inputs[other + word] = place;
    }
  }
}

const bytesOf = (text: string): Buffer => createHash('sha256').update(text).digest();
