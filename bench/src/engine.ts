import { pathToFileURL } from 'node:url';
import type * as Engine from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { createBareLoop } from './bare-loop.ts';
import { buildWhenStale, ENGINE, ROOT } from './build.ts';
import { YOUNG_HEAP } from './heap-use.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { loadRapier, stepMatter, stepPlanck, stepRapier } from './peers.ts';
import { runProgram } from './program.ts';
import { ARENA_SKILL, FREE_PLAY_SKILL, INPUTS, playReplay, startRound } from './replays.ts';
import { interleave, median, medianOf, medianRatio } from './sample.ts';

const METRICS: readonly Metric[] = [
  { name: 'engine.verify_arena_us', bar: { atMost: 30 }, note: 'verify a 60 s arena replay of 400 clicks, warm' },
  { name: 'engine.verify_freeplay_us', bar: { atMost: 30 }, note: 'the same of free play' },
  { name: 'engine.verify_vs_bare_loop', bar: { atMost: 0.1 }, note: 'the slower of the two over the bare loop' },
  { name: 'engine.verify_vs_matter', bar: { atMost: 0.002 }, note: 'the slower of the two over matter-js' },
  { name: 'engine.bare_loop_us', note: 'Float64Array loop: 20 circles, 3,600 steps' },
  { name: 'engine.matter_us', note: 'matter-js doing those steps' },
  { name: 'engine.planck_us', note: 'planck doing those steps' },
  { name: 'engine.rapier2d_us', note: 'rapier2d (WebAssembly) doing those steps' },
  { name: 'engine.cold_ms', bar: { atMost: 15 }, note: 'import and first verify in a fresh process' },
  { name: 'engine.snapshot_restore_ns', bar: { atMost: 1_500 }, note: 'snapshot, then restore it, mid-round' },
  { name: 'engine.snapshot_bytes', bar: { atMost: 2_048 }, note: 'an arena snapshot, the larger rule set' },
  { name: 'engine.bytes_per_input', bar: { atMost: 5.5 }, note: 'whole arena replay over its 400 clicks' },
  { name: 'engine.alloc_bytes_per_frame', bar: { atMost: 0 }, note: 'advance, all positions, events: heap bytes' },
];

/** Rounds of the interleaved timing, and those before them that warm up. */
const ROUNDS = 100;
const WARM_UPS = 20;

/** Verifies, and snapshots, in one sample. */
const VERIFIES = 10;
const SNAPSHOTS = 200;

/** The physics engines take part in every so many rounds: often enough that their compiled code is not thrown away. */
const PEER_EVERY = 4;

/** Fresh processes whose median is the cold time. */
const COLD_STARTS = 15;

/** The engine as built for npm, against peers in the same process and the same run. */
export const engineSuite: Suite = { name: 'engine', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(ENGINE, progress);
  const url = pathToFileURL(`${ROOT}/${ENGINE.output}`).href;
  const engine = (await import(url)) as typeof Engine;
  const arenaReplay = playReplay(engine, engine.arena, ARENA_SKILL);
  const freePlayReplay = playReplay(engine, engine.freePlay, FREE_PLAY_SKILL);

  progress('engine: verify against peers');
  const round = startMidRound(engine);
  await loadRapier();
  const samples = await interleave(
    [
      { name: 'bare', run: createBareLoop() },
      { name: 'arena', run: verify(engine, arenaReplay), runs: VERIFIES },
      { name: 'freeplay', run: verify(engine, freePlayReplay), runs: VERIFIES },
      { name: 'snapshot', run: () => round.restore(round.snapshot()), runs: SNAPSHOTS },
      { name: 'matter', run: stepMatter, every: PEER_EVERY, clock: 'processor' },
      { name: 'planck', run: stepPlanck, every: PEER_EVERY, clock: 'processor' },
      { name: 'rapier2d', run: stepRapier, every: PEER_EVERY, clock: 'processor' },
    ],
    ROUNDS,
    WARM_UPS,
  );
  const verifyUs = Math.max(medianOf(samples, 'arena'), medianOf(samples, 'freeplay'));

  progress('engine: cold starts and allocation');
  const coldMs = Array.from({ length: COLD_STARTS }, () => runProgram('cold.ts', [], url, arenaReplay));
  return {
    'engine.verify_arena_us': medianOf(samples, 'arena'),
    'engine.verify_freeplay_us': medianOf(samples, 'freeplay'),
    'engine.verify_vs_bare_loop': Math.max(
      medianRatio(samples, 'arena', 'bare'),
      medianRatio(samples, 'freeplay', 'bare'),
    ),
    'engine.verify_vs_matter': verifyUs / medianOf(samples, 'matter'),
    'engine.bare_loop_us': medianOf(samples, 'bare'),
    'engine.matter_us': medianOf(samples, 'matter'),
    'engine.planck_us': medianOf(samples, 'planck'),
    'engine.rapier2d_us': medianOf(samples, 'rapier2d'),
    'engine.cold_ms': median(coldMs),
    'engine.snapshot_restore_ns': medianOf(samples, 'snapshot') * 1_000,
    'engine.snapshot_bytes': round.snapshot().length,
    'engine.bytes_per_input': arenaReplay.length / INPUTS,
    'engine.alloc_bytes_per_frame': runProgram('allocation.ts', YOUNG_HEAP, url),
  };
}

const verify = (engine: typeof Engine, bytes: Uint8Array) => (): void => {
  const verified = engine.verifyReplay(bytes);
  if (!verified.ok) throw new Error(verified.error.code);
};

/** An arena round after 45 s of a middling player: the field is as full as it gets. */
function startMidRound(engine: typeof Engine): Engine.Round {
  const round = startRound(engine, engine.arena, 'snapshot');
  createBot({ skill: BOT_SKILLS.regular, seed: 'snapshot' }).advanceTo(round, 45_000);
  return round;
}
