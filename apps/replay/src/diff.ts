import type { Replay } from '@popfray/engine';
import { EXIT, UsageError, textOf, type Command } from './command.ts';
import { loadEngine, type EngineBuild } from './engine-build.ts';
import { makeEvent } from './event-text.ts';
import { makeHash } from './hash-text.ts';
import { makeQuoted } from './quoted-text.ts';
import { makeErrorText, readSource } from './source.ts';
import { findDivergence, traceReplay, type Divergence, type Step } from './trace.ts';
import { makeTrackText } from './track.ts';

/** Finds the first difference between two replays, or between two engines for one replay. */
export const diff: Command = {
  summary: 'find the first event at which two replays, or two engine builds, part',
  help: `Plays two replays, or one replay under two builds of the engine, and names the first event at which they part: its
number, its time, the field, and both values. What the replays' headers say differently stands before it.

Usage: pnpm replay diff A B [--engine-a PATH] [--engine-b PATH]
       pnpm replay diff A --engine-b PATH

  A, B              replays: raw bytes, base64url text or a replay link; - is standard input
  --engine-a PATH   the engine that plays A: its entry (dist/index.js, src/index.ts) or its package's folder
  --engine-b PATH   the engine that plays B; both are this repository's unless named

Exit code: 0 the same, 1 they differ, 2 one is malformed or cannot be read.`,
  options: { 'engine-a': { type: 'string' }, 'engine-b': { type: 'string' } },
  files: [1, 2],
  async run(invocation) {
    const [nameA = '', nameB = nameA] = invocation.files;
    const pathA = textOf(invocation, 'engine-a');
    const pathB = textOf(invocation, 'engine-b');
    if (invocation.files.length === 1 && pathA === undefined && pathB === undefined) {
      throw new UsageError('one replay is compared under two engines: --engine-a or --engine-b is needed');
    }
    if (invocation.files.length === 2 && nameA === '-' && nameB === '-') {
      throw new UsageError('standard input can be read only once');
    }
    const bytesA = await readSource(nameA);
    const bytesB = invocation.files.length === 1 ? bytesA : await readSource(nameB);
    const engineA = await loadEngine(pathA);
    const engineB = await loadEngine(pathB);
    const a = bytesA.ok ? engineA.decodeReplay(bytesA.value) : bytesA;
    const b = bytesB.ok ? engineB.decodeReplay(bytesB.value) : bytesB;
    if (!a.ok) console.error(`A, ${nameA}: ${makeErrorText(a.error)}`);
    if (!b.ok) console.error(`B, ${nameB}: ${makeErrorText(b.error)}`);
    if (!a.ok || !b.ok) return EXIT.malformed;
    const headers = compareHeaders(a.value, b.value);
    for (const line of headers) console.log(line);
    const partings = findDivergences(trace(engineA, a.value, 'A'), trace(engineB, b.value, 'B'), a.value, b.value);
    console.log(partings.length === 0 ? 'every event is the same' : partings.map(makeDivergence).join('\n'));
    return partings.length === 0 && headers.length === 0 ? EXIT.good : EXIT.different;
  },
};

/** An older or newer engine may fail on the replay: that is reported as a fault of its build. */
function trace(engine: EngineBuild, replay: Replay, side: string): Step[] {
  try {
    return traceReplay(engine, replay);
  } catch (error) {
    throw new UsageError(
      `the engine of ${side} cannot play it: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Finds where two traces diverge: by the visible fields of the events and by the state hash; if only the hash diverges, also the first event
 * whose visible fields differ. Hashes depend on rules and loadout, so they are not compared when these differ.
 */
export function findDivergences(
  a: readonly Step[],
  b: readonly Step[],
  replayA: Replay,
  replayB: Replay,
): Divergence[] {
  const [one, other] = [readFields(replayA), readFields(replayB)];
  const isHashed = one['rules'] === other['rules'] && one['loadout'] === other['loadout'];
  const first = findDivergence(a, b, isHashed);
  const shown = first?.field === 'hash' ? findDivergence(a, b, false) : undefined;
  return [first, shown].filter((parting) => parting !== undefined);
}

/** The header fields in which two replays differ, one line each. */
export function compareHeaders(a: Replay, b: Replay): string[] {
  const one = readFields(a);
  const other = readFields(b);
  return Object.keys(one).flatMap((name) =>
    one[name] === other[name] ? [] : [`header: ${name}\n  A  ${one[name]}\n  B  ${other[name]}`],
  );
}

function readFields(replay: Replay): Record<string, string> {
  const { rulesId, rulesVersion, loadout, entropy, score, hash, inputs } = replay;
  return {
    rules: `${rulesId} ${rulesVersion}`,
    loadout: loadout.length === 0 ? 'none' : loadout.join(','),
    entropy: typeof entropy === 'string' ? `seed ${makeQuoted(entropy)}` : `blocks ${entropy.join(',')}`,
    clicks: String(inputs.length / 3),
    score: String(score),
    hash: makeHash(hash),
    track: makeTrackText(replay),
  };
}

function makeDivergence({ event, field, a, b }: Divergence): string {
  const timeMs = Math.min(a?.timeMs ?? Infinity, b?.timeMs ?? Infinity);
  const side = (name: string, step: Step | undefined): string =>
    step === undefined
      ? `  ${name}  no more events`
      : `  ${name}  ${field === 'event' ? '' : `${field} ${step[field]}`}\n     ${makeEvent(step)}`;
  return [`event ${event} at ${timeMs} ms: ${field}`, side('A', a), side('B', b)].join('\n');
}
