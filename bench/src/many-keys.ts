import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { arena, createRound, decodeReplay, parseReplayText, replayEntropy, type Round } from '@popfray/engine';
import { DEFAULT_LIMITS, examineClicks, judgeClicks, judgeRound } from '@popfray/server/conduct';
import { ROOT } from './build.ts';
import { examine } from './conduct-rounds.ts';
import type { Metric, Progress, Readings } from './metric.ts';
import { LOADOUT, playPaidRounds } from './paid-round.ts';
import { startRound } from './played-path.ts';
import { PROGRAMS } from './pointer-programs.ts';

/** Rounds of each program that are examined, and rounds of the program without a path. */
const ROUNDS = 30;
const PAID_ROUNDS = 5;

/** Longest that 24 virtual hours may take, ms. */
const TIMEOUT_MS = 5 * 60_000;

export const MANY_KEYS_METRICS: readonly Metric[] = [
  {
    name: 'conduct.day_taken_by_50_keys_pct',
    bar: { atMost: 5 },
    note: "of the day's budget, by 50 new keys on one network in 24 virtual hours that touch two days",
  },
  {
    name: 'conduct.strongest_round_trx',
    note: 'what each of these rounds earns before the limits: the best round of any program that is not held',
  },
];

/** Plays 50 new keys with the strongest program that is not held, by the server's functions on a SQLite file: docs/decisions/0076-many-keys.md. */
export function measureManyKeys(progress: Progress): Readings {
  progress('conduct: 50 new keys in 24 virtual hours');
  const earnedSun = findStrongestRound();
  const program = join(ROOT, 'apps/server/src/testing/many-keys-main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, String(earnedSun)], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new Error(`the keys failed: ${stderr}`);
  const { takenSun, budgetSun } = JSON.parse(stdout) as { readonly takenSun: number; readonly budgetSun: number };
  return {
    'conduct.day_taken_by_50_keys_pct': (100 * takenSun) / budgetSun,
    'conduct.strongest_round_trx': earnedSun / 1_000_000,
  };
}

/** The most that a round of a program earns that no limit of conduct holds, sun. */
function findStrongestRound(): number {
  const withPath = (Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]).flatMap((name) =>
    Array.from({ length: ROUNDS }, (_, at) => {
      const played = PROGRAMS[name](`strongest ${at}`);
      const reasons = judgeRound(examine(played), DEFAULT_LIMITS, { isPathRequired: true, repeated: 0 });
      const round = startRound(played.seed, false);
      round.playInputs(played.inputs, arena.durationMs);
      return reasons.length > 0 ? 0 : round.earnedSun;
    }),
  );
  const withoutPath = playPaidRounds(PAID_ROUNDS).map(({ replay }) => {
    const { round, inputs } = readRound(replay);
    const reasons = judgeClicks(examineClicks(round, inputs), DEFAULT_LIMITS);
    return reasons.length > 0 ? 0 : round.earnedSun;
  });
  return Math.max(...withPath, ...withoutPath);
}

/** A round at time 0, and the clicks of its replay. */
function readRound(text: string): { readonly round: Round; readonly inputs: Int32Array } {
  const bytes = parseReplayText(text);
  const replay = bytes.ok ? decodeReplay(bytes.value) : bytes;
  if (!replay.ok) throw new Error('a replay of the bench is damaged');
  const made = createRound({ rules: arena, entropy: replayEntropy(replay.value), loadout: LOADOUT, events: false });
  if (!made.ok) throw new Error(made.error.code);
  return { round: made.value, inputs: replay.value.inputs };
}
