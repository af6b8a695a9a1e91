import { decodeReplay, openPlayback, verifyReplay, type Playback, type Replay, type RoundEvent } from '@popfray/engine';
import { EXIT, UsageError, textOf, type Command, type Invocation } from './command.ts';
import { makeEvent } from './event-text.ts';
import { makeHash } from './hash-text.ts';
import { makeQuoted } from './quoted-text.ts';
import { makeState, readState } from './round-state.ts';
import { makeErrorText, readSource } from './source.ts';
import { makeTrack, readTrack } from './track.ts';
import { makeWrong } from './verify.ts';

/** Shows the content of a replay and the events of its round. */
export const inspect: Command = {
  summary: "show a replay's header, its track, every event, and the state at a time",
  help: `Shows a replay's header, every event of its round with its time, and the state of the round at a time. Of a track it
shows the number of samples of the pointer's path, and the times of the first and the last one.

Usage: pnpm replay inspect FILE [--at MS] [--json]

  FILE      a replay: raw bytes, base64url text or a replay link; - is standard input
  --at MS   the events up to this round time only, and then the state: score, combo and each bubble
  --json    one JSON object: header, track (null for none), verdict, events, and with --at the state

Exit code: 0, or 2 for a file that is malformed or cannot be read. The verdict, and a track that
is no path, are shown and do not change it.`,
  options: { at: { type: 'string' }, json: { type: 'boolean' } },
  files: [1, 1],
  async run(invocation) {
    const [file = ''] = invocation.files;
    const bytes = await readSource(file);
    const decoded = bytes.ok ? decodeReplay(bytes.value) : bytes;
    if (!bytes.ok || !decoded.ok) {
      if (!decoded.ok) console.error(`${file}: ${makeErrorText(decoded.error)}`);
      return EXIT.malformed;
    }
    const playback = openPlayback(decoded.value);
    const atMs = readTime(invocation, playback.durationMs);
    const verified = verifyReplay(bytes.value);
    const verdict = verified.ok ? 'valid' : verified.error.kind === 'wrong' ? makeWrong(verified.error) : '';
    const header = readHeader(decoded.value, bytes.value.length);
    const track = readTrack(decoded.value);
    const events = readEvents(playback, atMs ?? playback.durationMs);
    const state = atMs === undefined ? undefined : readState(playback.round);
    if (invocation.options['json'] === true) {
      console.log(
        JSON.stringify({ ...header, track, verdict, events, ...(state !== undefined && { state }) }, null, 2),
      );
      return EXIT.good;
    }
    for (const [name, value] of Object.entries(header)) console.log(`${name.padEnd(12)} ${makeValue(value)}`);
    console.log(`${'track'.padEnd(12)} ${makeTrack(track)}`);
    console.log(`${'verdict'.padEnd(12)} ${verdict}`);
    console.log(events.map(makeEvent).join('\n'));
    if (state !== undefined) console.log(makeState(state));
    return EXIT.good;
  },
};

function readTime(invocation: Invocation, durationMs: number): number | undefined {
  const text = textOf(invocation, 'at');
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(ms <= durationMs))
    throw new UsageError(`--at takes a whole number of ms from 0 to ${durationMs}, not '${text}'`);
  return ms;
}

function readHeader(replay: Replay, byteCount: number): Record<string, string | number | readonly string[]> {
  const { rulesId, rulesVersion, loadout, entropy, score, hash, inputs } = replay;
  return {
    rules: rulesId,
    version: rulesVersion,
    loadout,
    ...(typeof entropy === 'string' ? { seed: entropy } : { blocks: readBlocks(entropy) }),
    clicks: inputs.length / 3,
    score,
    hash: makeHash(hash),
    bytes: byteCount,
  };
}

/** Each second's block as 32 hexadecimal digits, its words in order. */
const readBlocks = (words: Int32Array): string[] =>
  Array.from({ length: words.length / 4 }, (_, second) =>
    Array.from(words.subarray(second * 4, second * 4 + 4), (word) => makeHash(word >>> 0)).join(''),
  );

/** A header's value on one line. */
function makeValue(value: string | number | readonly string[]): string {
  if (typeof value === 'string') return makeQuoted(value);
  return typeof value === 'number' ? String(value) : value.join(' ') || 'none';
}

function readEvents(playback: Playback, untilMs: number): RoundEvent[] {
  const events: RoundEvent[] = [];
  playback.seek(untilMs);
  playback.round.takeEvents((event) => events.push({ ...event }));
  return events;
}
