import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeReplay, encodeReplay, makeReplayText, MAX_REPLAY_BYTES } from '@popfray/engine';
import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS, HELP, run } from './command-line.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const ENGINE = join(import.meta.dirname, '../../../packages/engine/src');
const RECEIPT = join(import.meta.dirname, '../../../packages/protocol/src/receipt/receipt.golden.json');
const folder = mkdtempSync(join(tmpdir(), 'popfray-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Outcome {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly bytes: Buffer;
}

/** Runs the real program in the folder of this test's files. */
async function replay(
  args: readonly string[],
  input?: string | Uint8Array,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', npm_lifecycle_event: 'test', ...env },
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // A program that refuses its arguments closes standard input before it has read any.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [exit] = (await once(child, 'close')) as [number | null];
  const bytes = Buffer.concat(out);
  return { exit, out: bytes.toString(), err: Buffer.concat(err).toString(), bytes };
}

const path = (name: string): string => join(folder, name);
const write = (name: string, content: string | Uint8Array): void => writeFileSync(path(name), content);

const RECORD = ['record', '--rules', 'arena', '--seed', 'testers', '--bot', 'regular'];

beforeAll(async () => {
  const { bytes } = await replay(RECORD);
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  const restate = (change: object): Uint8Array => {
    const encoded = encodeReplay({ ...decoded.value, ...change });
    if (!encoded.ok) throw new Error(encoded.error.field);
    return encoded.value;
  };
  write('good.pfr', bytes);
  write('good.txt', `${makeReplayText(bytes)}\n`);
  write('good.url', `http://localhost:8787/replay#r=${makeReplayText(bytes)}\n`);
  write('score.pfr', restate({ score: decoded.value.score + 1 }));
  write('hash.pfr', restate({ hash: (decoded.value.hash ^ 1) >>> 0 }));
  write('shorter.pfr', restate({ inputs: decoded.value.inputs.slice(0, -3) }));
  const { bytes: track } = encodePath(
    Int32Array.of(100, 1_600, 1_200, 0, 0, 120, 1_640, 1_210, 0, 0, 59_000, 4, 4, 2, 9),
    PATH_START,
  );
  write('track.pfr', restate({ track }));
  write('other-track.pfr', restate({ track: track.with(track.length - 1, 16) }));
  write('bad-track.pfr', restate({ track: track.subarray(0, -1) }));
  write('cut.pfr', bytes.subarray(0, 100));
  write('long.pfr', new Uint8Array(5_000_000).fill(0x50));
  mkdirSync(path('folder'));
  cpSync(ENGINE, path('engine/src'), { recursive: true });
  const arena = readFileSync(path('engine/src/arena.ts'), 'utf8');
  write('engine/src/arena.ts', arena.replace('hitPoints: 15,', 'hitPoints: 16,'));
});

describe('verify', () => {
  it.each(['good.pfr', 'good.txt', 'good.url'])('says that %s is valid', async (name) => {
    const { exit, out, err } = await replay(['verify', name]);
    expect(out).toMatch(new RegExp(`^${name}: valid: arena 1, score \\d+, hash [0-9a-f]{8}\n$`));
    expect([exit, err]).toEqual([0, '']);
  });

  it.each([
    ['score.pfr', 1, 'wrong: ERR_REPLAY_SCORE: it states '],
    ['hash.pfr', 1, 'wrong: ERR_REPLAY_HASH: it states '],
    ['cut.pfr', 2, 'malformed: ERR_REPLAY_TRUNCATED at byte 100'],
    ['long.pfr', 2, `malformed: ERR_REPLAY_TOO_LONG at byte ${MAX_REPLAY_BYTES}`],
    ['none.pfr', 2, 'cannot be read: no such file'],
    ['folder', 2, 'cannot be read: it is a directory'],
    ['/dev/zero', 2, `malformed: ERR_REPLAY_TOO_LONG at byte ${MAX_REPLAY_BYTES}`],
  ])('says what is wrong with %s and exits %i', async (name, code, words) => {
    const { exit, out, err } = await replay(['verify', name]);
    expect(out.startsWith(`${name}: ${words}`)).toBe(true);
    expect(out.trim().split('\n')).toHaveLength(1);
    expect([exit, err]).toEqual([code, '']);
  });

  it('judges several files, a line each, and the worst decides the exit code', async () => {
    const wrong = await replay(['verify', 'good.pfr', 'hash.pfr', 'good.txt']);
    expect(wrong.exit).toBe(1);
    expect(wrong.out.trim().split('\n')).toHaveLength(3);
    expect((await replay(['verify', 'cut.pfr', 'hash.pfr'])).exit).toBe(2);
    expect((await replay(['verify', 'hash.pfr', 'cut.pfr', 'good.pfr'])).exit).toBe(2);
  });

  it('reads standard input, bytes or text', async () => {
    for (const name of ['good.pfr', 'good.url']) {
      const { exit, out } = await replay(['verify', '-'], readFileSync(path(name)));
      expect([exit, out.startsWith('-: valid: arena 1')]).toEqual([0, true]);
    }
    expect((await replay(['verify', '-'], '')).out).toBe('-: malformed: ERR_REPLAY_TRUNCATED at byte 0\n');
  });

  it('prints one JSON object a line with --json', async () => {
    const { out } = await replay(['verify', '--json', 'good.pfr', 'score.pfr', 'cut.pfr', 'none.pfr']);
    const lines = out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ file: 'good.pfr', verdict: 'valid', rules: 'arena', version: 1 }),
      expect.objectContaining({ file: 'score.pfr', verdict: 'wrong', code: 'ERR_REPLAY_SCORE' }),
      { file: 'cut.pfr', verdict: 'malformed', code: 'ERR_REPLAY_TRUNCATED', offset: 100 },
      { file: 'none.pfr', verdict: 'unreadable', reason: 'no such file' },
    ]);
  });
});

describe('verify-receipt', () => {
  const receipt = readFileSync(RECEIPT, 'utf8');
  const robbed = receipt.replace('"shareSun": 2850000', '"shareSun": 2849999');
  const robber = receipt.replace('"userId": "T1', '"userId": "\\u001b[31mT1');

  it('says that a good receipt is valid, and what was checked', async () => {
    const { exit, out, err } = await replay(['verify-receipt', RECEIPT]);
    const lines = out.trim().split('\n');
    expect(lines.pop()).toMatch(/: valid: session session-tsb, settled, 3 players, a pool of 20000000 sun$/);
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.every((line) => line.startsWith('right  '))).toBe(true);
    expect([exit, err]).toEqual([0, '']);
  });

  it('says what is wrong, from standard input too, and never writes to the terminal what a receipt would like to', async () => {
    const wrong = await replay(['verify-receipt', '-'], robbed);
    expect(wrong.out).toMatch(/^WRONG {2}shares .* is due 2850000 sun, not 2849999"?$/m);
    expect(wrong.out).toMatch(/^-: wrong: session session-tsb/m);
    expect(wrong.exit).toBe(1);
    const loud = await replay(['verify-receipt', '-'], robber);
    expect(loud.out).toContain('\\u001b[31mT1');
    expect([loud.exit, loud.out.includes('\u001b')]).toEqual([1, false]);
  });

  it.each([
    ['good.pfr', 2, 'malformed'],
    ['none.json', 2, ''],
    ['/dev/zero', 2, 'malformed'],
  ])('says that %s is no receipt', async (name, code, words) => {
    const { exit, out, err } = await replay(['verify-receipt', name]);
    expect(exit).toBe(code);
    expect(out).toContain(words);
    expect(err).toBe(words === '' ? `${name}: cannot be read: no such file\n` : '');
  });

  it('prints one JSON object with --json', async () => {
    const { out } = await replay(['verify-receipt', '--json', '-'], robbed);
    const { verdict, checks } = JSON.parse(out) as {
      verdict: string;
      checks: { name: string; problem: string | null }[];
    };
    expect(verdict).toBe('wrong');
    expect(checks.filter(({ problem }) => problem !== null).map(({ name }) => name)).toEqual(['shares']);
  });
});

describe('record', () => {
  it('gives the same bytes for the same options, in a file too', async () => {
    const { exit, err, out } = await replay([...RECORD, '--out', 'again.pfr']);
    expect([exit, out]).toEqual([0, '']);
    expect(err).toMatch(/^again\.pfr: score \d+, hash [0-9a-f]{8}, \d+ clicks, \d+ bytes\n$/);
    expect(readFileSync(path('again.pfr')).equals(readFileSync(path('good.pfr')))).toBe(true);
  });

  it('gives other bytes for another bot, bot seed or loadout', async () => {
    const good = readFileSync(path('good.pfr'));
    for (const more of [
      ['--bot', 'expert'],
      ['--bot-seed', 'other'],
      ['--loadout', 'boss-buster,rapid-fire'],
    ]) {
      const { bytes } = await replay([...RECORD, ...more]);
      expect(decodeReplay(bytes).ok).toBe(true);
      expect(bytes.equals(good)).toBe(false);
    }
  });

  it('says that a file cannot be written', async () => {
    const { exit, err } = await replay([...RECORD, '--out', 'none/x.pfr']);
    expect([exit, err.startsWith('none/x.pfr: cannot be written')]).toEqual([2, true]);
  });

  it.each([
    [['--rules', 'chess'], '--rules takes one of free-play, arena, cross-chain'],
    [['--bot', 'magnus'], '--bot takes one of novice, regular, expert'],
    [['--seed', ''], '--seed takes 1 to 64 bytes of UTF-8'],
    [['--bot-seed', 'é'.repeat(33)], '--bot-seed takes 1 to 64 bytes of UTF-8'],
    [['--loadout', 'jetpack'], "--loadout: no upgrade 'jetpack'"],
    [['--loadout', 'rapid-fire,rapid-fire'], "--loadout: 'rapid-fire' stands there twice"],
  ])('refuses %j', async (more, words) => {
    await expect(run([...RECORD, ...more])).rejects.toThrow(words);
  });
});

describe('inspect', () => {
  it('shows the header and every event with its time', async () => {
    const { exit, out } = await replay(['inspect', 'good.pfr']);
    expect(exit).toBe(0);
    expect(out).toMatch(/^rules {8}arena\nversion {6}1\nloadout {6}none\nseed {9}testers\nclicks/);
    expect(out).toMatch(/^verdict {6}valid$/m);
    expect(out).toMatch(/^ +250 ms {2}spawn {6}bubble 0 /m);
    expect(out.trim().split('\n').at(-1)).toMatch(/^ 60000 ms {2}end/);
  });

  it('shows the state at a time, and the events up to it', async () => {
    const { out } = await replay(['inspect', 'good.pfr', '--at', '20000', '--json']);
    const { events, state } = JSON.parse(out) as {
      events: { timeMs: number; score: number }[];
      state: { timeMs: number; score: number; bubbles: { id: number; yPx: number }[] };
    };
    expect(state.timeMs).toBe(20_000);
    expect(state.score).toBe(events.at(-1)?.score);
    expect(events.every(({ timeMs }) => timeMs <= 20_000)).toBe(true);
    expect(state.bubbles.length).toBeGreaterThan(0);
    const text = await replay(['inspect', 'good.pfr', '--at', '20000']);
    expect(text.out).toContain(`At 20000 ms: score ${state.score}, combo `);
    for (const { id, yPx } of state.bubbles)
      expect(text.out).toMatch(new RegExp(`bubble ${id} at [\\d.]+,${yPx.toFixed(4)} `));
  });

  it.each([
    ['good.pfr', 'none', null],
    ['track.pfr', '3 samples from 100 to 59000 ms, 16 bytes', { bytes: 16, samples: 3, fromMs: 100, toMs: 59_000 }],
    ['bad-track.pfr', 'malformed: ERR_PATH_MALFORMED, 15 bytes', { bytes: 15, code: 'ERR_PATH_MALFORMED' }],
  ])('says of %s what its track has: %s', async (name, text, facts) => {
    const { exit, out } = await replay(['inspect', name, '--at', '0']);
    expect([exit, /^track {8}(.*)$/m.exec(out)?.[1]]).toEqual([0, text]);
    expect(out).toMatch(/^verdict {6}valid$/m);
    const json = await replay(['inspect', name, '--at', '0', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ track: facts, verdict: 'valid' });
  });

  it('calls things by the names that verify calls them by', async () => {
    const shown = JSON.parse((await replay(['inspect', 'good.pfr', '--json'])).out) as object;
    const { file: _, ...verified } = JSON.parse((await replay(['verify', 'good.pfr', '--json'])).out) as {
      file: string;
    };
    expect(shown).toMatchObject(verified);
  });

  it('shows a wrong replay with its verdict, and a malformed one not at all', async () => {
    const wrong = await replay(['inspect', 'score.pfr']);
    expect([wrong.exit, wrong.out.includes('wrong: ERR_REPLAY_SCORE')]).toEqual([0, true]);
    const malformed = await replay(['inspect', 'cut.pfr']);
    expect(malformed).toMatchObject({
      exit: 2,
      out: '',
      err: 'cut.pfr: malformed: ERR_REPLAY_TRUNCATED at byte 100\n',
    });
  });

  it.each(['60001', '-1', '1.5', 'soon', ''])('refuses the time %j', async (time) => {
    const words = '--at takes a whole number of ms from 0 to 60000';
    await expect(run(['inspect', path('good.pfr'), `--at=${time}`])).rejects.toThrow(words);
  });
});

describe('diff', () => {
  it('finds a replay the same as itself', async () => {
    expect(await replay(['diff', 'good.pfr', 'good.url'])).toMatchObject({ exit: 0, out: 'every event is the same\n' });
  });

  it('names what two headers state differently', async () => {
    const { exit, out } = await replay(['diff', 'good.pfr', 'score.pfr']);
    expect(exit).toBe(1);
    expect(out).toMatch(/^header: score\n {2}A {2}\d+\n {2}B {2}\d+\nevery event is the same\n$/);
  });

  it('names a track that only one replay has, and tracks that differ, and compares the rounds all the same', async () => {
    const one = await replay(['diff', 'good.pfr', 'track.pfr']);
    expect(one.exit).toBe(1);
    expect(one.out).toMatch(
      /^header: track\n {2}A {2}none\n {2}B {2}3 samples from 100 to 59000 ms, 16 bytes, SHA-256 [0-9a-f]{16}…\nevery event is the same\n$/,
    );
    const other = await replay(['diff', 'track.pfr', 'other-track.pfr']);
    expect([other.exit, other.out.split('\n')[0]]).toEqual([1, 'header: track']);
    expect((await replay(['diff', 'track.pfr', 'track.pfr'])).exit).toBe(0);
  });

  it('names the first event that differs, its time, its field and both values', async () => {
    const { exit, out } = await replay(['diff', 'good.pfr', 'shorter.pfr']);
    expect(exit).toBe(1);
    expect(out).toMatch(/^event \d+ at \d+ ms: \w+\n {2}A {2}\w+ \S+\n.*\n {2}B {2}\w+ \S+\n/m);
  });

  it('finds where two engine builds part', async () => {
    const same = await replay(['diff', 'good.pfr', '--engine-b', ENGINE.replace(/src$/, 'src/index.ts')]);
    expect(same).toMatchObject({ exit: 0, out: 'every event is the same\n' });
    const { exit, out } = await replay(['diff', 'good.pfr', '--engine-b', 'engine']);
    expect(exit).toBe(1);
    expect(out).toMatch(/^event \d+ at \d+ ms: points\n {2}A {2}points 15\n.* {2}hit .*\n {2}B {2}points 16\n/);
  });

  it.each([
    [['good.pfr', 'cut.pfr'], 2, 'B, cut.pfr: malformed: ERR_REPLAY_TRUNCATED'],
    [['none.pfr', 'good.pfr'], 2, 'A, none.pfr: cannot be read: no such file'],
    [['good.pfr'], 64, '--engine-a or --engine-b is needed'],
    [['good.pfr', '--engine-b', 'nowhere'], 64, "no engine at 'nowhere'"],
    [['good.pfr', '--engine-b', 'good.txt'], 64, "'good.txt' "],
    [['-', '-'], 64, 'standard input can be read only once'],
  ])('refuses %j', async (args, code, words) => {
    const { exit, err } = await replay(['diff', ...args]);
    expect([exit, err.includes(words), /\n\s+at /.test(err)]).toEqual([code, true, false]);
  });
});

describe('url', () => {
  it('prints the link of a replay, which is a replay again', async () => {
    const { exit, out } = await replay(['url', 'good.pfr']);
    expect([exit, out]).toEqual([0, readFileSync(path('good.url'), 'utf8')]);
    const other = await replay(['url', 'good.txt', '--base', 'https://example.org/game/']);
    expect(other.out.startsWith('https://example.org/game/replay#r=UEZS')).toBe(true);
  });

  it('leaves a track out', async () => {
    const { out } = await replay(['url', 'track.pfr']);
    expect(out).toBe(readFileSync(path('good.url'), 'utf8'));
  });

  it('refuses what is no address that a path can follow, and what is no replay', async () => {
    for (const base of ['javascript:1', 'http://', 'http://localhost/?a=b', 'http://localhost/#there']) {
      expect(await replay(['url', 'good.pfr', '--base', base])).toMatchObject({ exit: 64, out: '' });
    }
    expect(await replay(['url', 'cut.pfr'])).toMatchObject({ exit: 2, out: '' });
  });
});

describe('the program', () => {
  it('has help, for each command too', async () => {
    expect(await replay(['--help'])).toMatchObject({ exit: 0, out: `${HELP}\n`, err: '' });
    for (const [name, { help }] of COMMANDS) {
      expect(HELP).toContain(`  ${name} `);
      expect(help).toContain(`Usage: pnpm replay ${name} `);
    }
    expect((await replay(['verify', '--help'])).out).toContain('Usage: pnpm replay verify ');
  });

  it('says why it refuses a command line, without a stack trace', async () => {
    const { exit, out, err } = await replay(['verify', '--loud', 'good.pfr']);
    expect([exit, out, /\n\s+at /.test(err)]).toEqual([64, '', false]);
    expect(err).toMatch(/^pnpm replay: Unknown option '--loud'.*\nTry pnpm replay --help\n$/);
  });

  it.each([
    [[], 'a command is needed'],
    [['play'], "no command 'play'"],
    [['verify'], 'a file is needed'],
    [['verify', '--loud', 'good.pfr'], "Unknown option '--loud'"],
    [['verify', '-', '-'], 'standard input can be read only once'],
    [['inspect', 'good.pfr', 'good.txt'], "one argument too many: 'good.txt'"],
    [['inspect', 'good.pfr', '--at'], 'argument missing'],
    [['record', '--seed', 'x', '--bot', 'expert'], '--rules is needed'],
    [['record', '--rules', 'arena', '--bot', 'expert'], '--seed is needed'],
  ])('refuses %j', async (args, words) => {
    await expect(run(args)).rejects.toThrow(words);
  });

  it('takes names of files from the folder that pnpm was called in', async () => {
    const env = { npm_lifecycle_event: 'replay', INIT_CWD: path('folder') };
    expect(await replay(['verify', '../good.pfr'], '', env)).toMatchObject({ exit: 0 });
    expect(await replay(['verify', 'good.pfr'], '', env)).toMatchObject({ exit: 2 });
  });

  it('exits without an error when the reader closes the pipe', async () => {
    const child = spawn(process.execPath, [MAIN, 'inspect', 'good.pfr'], { cwd: folder });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    await once(child, 'close');
    expect(err).toBe('');
  });
});
