import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createRound,
  decodeReplay,
  encodeReplay,
  makeReplayText,
  MAX_TRACK_BYTES,
  parseReplayText,
  seededEntropy,
  verifyReplay,
} from '../src/index.ts';
import { CHANGES, EXAMPLES, exampleBytes, TRACK_CHANGES, trackExampleBytes, writeExamples } from './format-example.ts';
import { parseGoldenFile } from './golden-file.ts';
import { makeHex } from './hex.ts';
import { GOLDEN_RULES, replayBytes } from './recipe.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/replay-format.md'), 'utf8');
const codec = readFileSync(join(import.meta.dirname, '../src/replay-codec.ts'), 'utf8');
const golden = parseGoldenFile(readFileSync(join(import.meta.dirname, 'rounds.golden.txt'), 'utf8'));

const hexOf = (bytes: Uint8Array): string[] => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));

/** The bytes and the text of an example in the page. */
function readExample(name: string): { readonly hex: readonly string[]; readonly text: string } {
  const [, block = ''] = new RegExp(`<!-- from the code: ${name} -->([^\`]*\`\`\`[^\`]*)`).exec(page) ?? [];
  const rows = block.match(/^ *\d+ {2}(?:[0-9a-f]{2} )+ /gm) ?? [];
  const [, text = ''] = /as text (\S+)/.exec(block) ?? [];
  return { hex: rows.flatMap((row) => row.trim().split(/ +/).slice(1)), text };
}

describe('docs/replay-format.md', () => {
  it('says what the code does wherever it is read off the code', () => {
    expect(writeExamples(page)).toBe(page);
    expect(page.match(/<!-- from the code: /g)).toHaveLength(EXAMPLES.size);
  });

  it('has a worked example that is a replay, byte for byte', () => {
    const { hex, text } = readExample('bytes');
    expect(hex).toEqual(hexOf(exampleBytes()));
    expect(verifyReplay(exampleBytes()).ok).toBe(true);
    expect(parseReplayText(text)).toEqual({ ok: true, value: exampleBytes() });
  });

  it('has a second one that is the same replay with a track', () => {
    const { hex, text } = readExample('track');
    const bytes = trackExampleBytes();
    expect([...hexOf(exampleBytes()).slice(0, -4).with(3, '02'), ...hex]).toEqual(hexOf(bytes));
    expect(parseReplayText(text)).toEqual({ ok: true, value: bytes });
    const verified = verifyReplay(bytes);
    const { track, ...replay } = verified.ok ? verified.value.replay : {};
    expect(track).toHaveLength(7);
    expect({ ok: true, value: replay }).toEqual(decodeReplay(exampleBytes()));
  });

  it('names every code that a replay can be refused with', () => {
    const codes = new Set(codec.match(/ERR_REPLAY_[A-Z_]+/g));
    codes.delete('ERR_REPLAY_FIELD');
    expect(codes.size).toBeGreaterThan(10);
    for (const code of codes) expect(page).toContain(`\`${code}\``);
  });
});

/** Replays of random clicks, some of them many at the same ms, on the middle of the field and on its edges. */
function stormReplays(): Uint8Array[] {
  return GOLDEN_RULES.flatMap((rules) =>
    ['storm', '泡🫧'].map((seed) => {
      const made = createRound({ rules, entropy: seededEntropy(seed), events: false });
      if (!made.ok) throw new Error(made.error.code);
      const block = new Int32Array(4);
      const { widthPx, heightPx } = rules.field;
      let ms = 0;
      for (let click = 0; ms < rules.durationMs && click < 3_000; click++) {
        seededEntropy(`${seed} clicks`).block(click, block);
        const [pause = 0, x = 0, y = 0] = block;
        ms += pause & 1 ? 0 : (pause >>> 1) % 70;
        if (made.value.advanceTo(ms) !== 'ok') break;
        made.value.pop(((x >>> 0) % (widthPx * 4 + 1)) / 4, ((y >>> 0) % (heightPx * 4 + 1)) / 4);
      }
      made.value.advanceTo(rules.durationMs);
      return replayBytes(made.value);
    }),
  );
}

/** What a verdict of ours looks like as a line of the other program. */
function makeLine(bytes: Uint8Array): string {
  const verified = verifyReplay(bytes);
  if (verified.ok) return `valid ${verified.value.round.score} ${makeHex(verified.value.round.hash)}`;
  return verified.error.kind === 'malformed' ? `malformed ${verified.error.code} ${verified.error.offset}` : 'wrong';
}

const python = ['python3', 'python'].find((name) => {
  const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return (stdout ?? '').startsWith('Python 3');
});

describe.skipIf(python === undefined)('a program in Python that follows the page', () => {
  const judge = (replays: readonly Uint8Array[]): string[] => {
    const texts = replays.map(makeReplayText);
    const program = join(import.meta.dirname, 'independent/replay.py');
    const run = spawnSync(python ?? '', [program], { input: `${texts.join('\n')}\n`, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    return run.stdout.trimEnd().split(/\r?\n/);
  };

  it('comes to the score and the hash of all golden rounds', () => {
    const lines = golden.rounds.map(({ score, hash }) => `valid ${score} ${makeHex(hash)}`);
    const replays = golden.rounds.map(({ replay }) => {
      const bytes = parseReplayText(replay);
      return bytes.ok ? bytes.value : new Uint8Array(0);
    });
    expect(judge(replays)).toEqual(lines);
    expect(lines).toHaveLength(90);
  });

  it('gives the same result for storms of clicks, many of them at the same ms', () => {
    const replays = stormReplays();
    expect(replays.every((bytes) => makeLine(bytes).startsWith('valid'))).toBe(true);
    expect(judge(replays)).toEqual(replays.map(makeLine));
  });

  it('refuses what the page says is refused, with the same code at the same offset', () => {
    const replays = [
      ...CHANGES.map(([, change]) => Uint8Array.from(change(Array.from(exampleBytes())))),
      ...TRACK_CHANGES.map(([, change]) => Uint8Array.from(change(Array.from(trackExampleBytes())))),
    ];
    expect(judge(replays)).toEqual(replays.map(makeLine));
  });

  it('gives the same result for a replay with a track, the longest one too', () => {
    const decoded = decodeReplay(exampleBytes());
    if (!decoded.ok) throw new Error(decoded.error.code);
    const longest = encodeReplay({ ...decoded.value, track: new Uint8Array(MAX_TRACK_BYTES).fill(7) });
    if (!longest.ok) throw new Error(longest.error.field);
    const replays = [trackExampleBytes(), longest.value];
    expect(judge(replays)).toEqual(Array(2).fill(makeLine(exampleBytes())));
  });

  it('refuses a replay with any one byte changed or cut off as the engine does', () => {
    const replays = [exampleBytes(), trackExampleBytes()]
      .flatMap((bytes) =>
        Array.from(bytes, (byte, at) => [
          bytes.with(at, byte ^ 0x81),
          bytes.with(at, byte ^ 0x10),
          bytes.subarray(0, at),
        ]),
      )
      .flat()
      .filter((changed) => changed.length > 0 && !decodeReplay(changed).ok);
    expect(replays.length).toBeGreaterThan(100);
    expect(judge(replays)).toEqual(replays.map(makeLine));
  });
});
