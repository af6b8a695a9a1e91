import { checksum } from '../src/checksum.ts';
import { finalise, fold } from '../src/hash.ts';
import {
  arena,
  createBubble,
  createRound,
  decodeReplay,
  encodeReplay,
  makeReplayText,
  RULES,
  seededEntropy,
  UPGRADES,
  type Round,
} from '../src/index.ts';
import { planRound } from '../src/plan.ts';
import { replayBytes } from './recipe.ts';
import { BLOCK, createState } from '../src/state.ts';
import { word } from '../src/stream.ts';
import { SUB_PER_PX } from '../src/units.ts';
import { NO_EFFECTS } from '../src/upgrades.ts';
import { makeHex } from './hex.ts';
import { makeTable } from './table.ts';

/**
 * The parts of docs/replay-format.md that are read off the code: each stands in the page after a comment with its name,
 * in a fenced block. A test holds them against the code.
 */
export const EXAMPLES: ReadonlyMap<string, () => string> = new Map([
  ['constants', makeConstants],
  ['upgrades', makeUpgrades],
  ['hashes', makeHashes],
  ['blocks', makeBlocks],
  ['words', makeWords],
  ['starts', makeStarts],
  ['bytes', makeBytes],
  ['round', makeRound],
  ['refusals', () => makeRefusals(exampleBytes(), CHANGES)],
  ['track', makeTrackBytes],
  ['track refusals', () => makeRefusals(trackExampleBytes(), TRACK_CHANGES)],
]);

/** The page with its generated parts replaced by what the code gives now. Throws if the page lacks a marker for one of them. */
export function writeExamples(page: string): string {
  let written = page;
  for (const [name, make] of EXAMPLES) {
    const place = new RegExp(`(<!-- from the code: ${name} -->\\s+\`\`\`text\\n)[^\`]*(\`\`\`)`);
    if (!place.test(written)) throw new Error(`The page has no place for '${name}'`);
    written = written.replace(place, (_, before: string, after: string) => `${before}${make()}\n${after}`);
  }
  return written;
}

/** Every number and word of the rule sets by its path, a column each. */
function makeConstants(): string {
  const columns = RULES.map((rules) => flatten(rules));
  const paths = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const rows = paths.map((path) => [path, ...columns.map((column) => column.get(path) ?? '-')]);
  return makeTable(['constant', ...RULES.map(({ id }) => id)], rows);
}

function flatten(value: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [name, part] of Object.entries(value) as [string, object | string | number | null][]) {
    if (prefix === '' && name === 'id') continue;
    if (typeof part === 'object' && part !== null) {
      for (const [path, leaf] of flatten(part, `${prefix}${name}.`)) flat.set(path, leaf);
    } else if (part !== null) {
      flat.set(prefix + name, String(part));
    }
  }
  return flat;
}

function makeUpgrades(): string {
  const names = Object.keys(NO_EFFECTS) as (keyof typeof NO_EFFECTS)[];
  const none = ['-', '(no upgrade)', ...names.map((name) => String(NO_EFFECTS[name]))];
  const rows = UPGRADES.map(({ id, effects }, bit) => [
    String(bit),
    id,
    ...names.map((name) => String(effects[name] ?? NO_EFFECTS[name])),
  ]);
  return makeTable(['bit', 'upgrade', ...names], [none, ...rows]);
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function makeHashes(): string {
  return [
    ...[
      [0, 1],
      [1, 0],
      [0x9e3645df, 0xffffffff],
    ].map(([hash = 0, bits = 0]) => `fold(${makeHex(hash)}, ${makeHex(bits)}) = ${makeHex(fold(hash, bits))}`),
    ...[1, 0x12345678].map((hash) => `finalise(${makeHex(hash)}) = ${makeHex(finalise(hash))}`),
    ...['', 'PFR', 'Popfray!'].map((text) => `checksum("${text}") = ${makeHex(checksum(bytesOf(text), text.length))}`),
  ].join('\n');
}

function makeBlocks(): string {
  const block = new Int32Array(4);
  const rows = ['a', 'Popfray', '泡🫧'].flatMap((seed) =>
    [0, 1, 59].map((second) => {
      seededEntropy(seed).block(second, block);
      return [seed, String(second), Array.from(block, makeHex).join(' ')];
    }),
  );
  return makeTable(['seed', 'second', 'block'], rows);
}

function makeWords(): string {
  const words = createState(1);
  seededEntropy('a').block(0, words.subarray(BLOCK, BLOCK + 4));
  const rows = ['spawn', 'boss', 'cosmetic'].map((name, stream) => [
    `${stream} ${name}`,
    Array.from({ length: 4 }, () => makeHex(word(words, stream))).join(' '),
  ]);
  return makeTable(['stream', 'words 0 to 3'], rows);
}

function makeStarts(): string {
  return makeTable(
    ['rules', 'hash at time 0, no upgrade'],
    RULES.map((rules) => [`${rules.id} ${rules.version}`, makeHex(planRound(rules, NO_EFFECTS).identity)]),
  );
}

/** The seed of the worked example, and its clicks: at a time, on the centre of a bubble or on nothing. */
const SEED = 'a';
const CLICKS = [
  { timeMs: 1_500, place: 0 },
  { timeMs: 1_640, place: -1 },
  { timeMs: 2_900, place: 1 },
] as const;

function openExample(): Round {
  const made = createRound({ rules: arena, entropy: seededEntropy(SEED) });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** Puts the example's round at a time, clicks before it and at it included. */
function playExample(round: Round, untilMs: number): void {
  for (const { timeMs, place } of CLICKS) {
    if (timeMs > untilMs || timeMs < round.timeMs || round.inputCount > CLICKS.findIndex((it) => it.timeMs === timeMs))
      continue;
    round.advanceTo(timeMs);
    const bubble = createBubble();
    if (place >= 0) round.bubbleAt(place, bubble);
    round.pop(place < 0 ? 0 : bubble.xPx, place < 0 ? 0 : Math.min(bubble.yPx, 600));
  }
  round.advanceTo(untilMs);
}

/** The worked example: a replay of three clicks. */
export function exampleBytes(): Uint8Array {
  const round = openExample();
  playExample(round, arena.durationMs);
  return replayBytes(round);
}

/** The track of the second example: what packages/protocol encodes for a mouse that is seen at (1,600, 1,200) at 100 ms, and at (1,640, 1,210) at 120 ms. */
const TRACK = [0x02, 0x4c, 0x34, 0x00, 0x5f, 0x04, 0x80] as const;

/** The second example: the same replay with a track. */
export function trackExampleBytes(): Uint8Array {
  const decoded = decodeReplay(exampleBytes());
  const bytes = decoded.ok ? encodeReplay({ ...decoded.value, track: Uint8Array.from(TRACK) }) : decoded;
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}

const hexOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

function makeBytes(): string {
  const bytes = exampleBytes();
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  const { score, hash, inputs } = decoded.value;
  const fields: [number, string][] = [
    [3, 'magic "PFR"'],
    [1, 'format 1'],
    [6, 'rules id: 5 bytes, "arena"'],
    [1, 'rules version 1'],
    [1, 'loadout: none'],
    [3, `entropy: kind 0, 1 byte, "${SEED}"`],
    [score < 128 ? 1 : 2, `score ${score}`],
    [4, `state hash ${makeHex(hash)}`],
    [1, `clicks: ${inputs.length / 3}`],
  ];
  for (let at = 0, before = 0; at < inputs.length; at += 3) {
    const [time = 0, x = 0, y = 0] = inputs.subarray(at, at + 3);
    const delta = time - before;
    before = time;
    fields.push(
      [delta < 128 ? 1 : 2, `${delta} ms later, at ${time} ms`],
      [3, `x ${x} (${x / 4} px), y ${y} (${y / 4} px)`],
    );
  }
  fields.push([4, `checksum ${makeHex(checksum(bytes, bytes.length - 4))}`]);
  return makeFields(bytes, 0, fields);
}

/** What the second example has otherwise than the first: its format, and all from its track on. */
function makeTrackBytes(): string {
  const bytes = trackExampleBytes();
  const { length } = TRACK;
  return makeFields(bytes, bytes.length - 5 - length, [
    [1, `track: ${length} bytes`],
    [length, 'its bytes'],
    [4, `checksum ${makeHex(checksum(bytes, bytes.length - 4))}`],
  ]);
}

/** A row for each field from an offset to the end, and the whole as text. */
function makeFields(bytes: Uint8Array, from: number, fields: readonly [length: number, meaning: string][]): string {
  let at = from;
  const rows = fields.map(([length, meaning]) => {
    at += length;
    return [String(at - length), hexOf(bytes.subarray(at - length, at)), meaning];
  });
  if (at !== bytes.length) throw new Error('The fields do not fill the example');
  return `${makeTable(['offset', 'bytes', 'meaning'], rows)}\n\n${bytes.length} bytes, as text ${makeReplayText(bytes)}`;
}

/** The first events of the example and its end, with the state hash after each. */
function makeRound(): string {
  const round = openExample();
  const bubble = createBubble();
  const rows: string[][] = [];
  for (let ms = 0; ms <= arena.durationMs; ms++) {
    playExample(round, ms);
    round.takeEvents(({ type, timeMs, bubbleId, score, combo }) => {
      if (timeMs > 3_000 && type !== 'end') return;
      rows.push([String(timeMs), type, String(bubbleId), String(score), String(combo), makeHex(round.hash)]);
    });
  }
  const spawns = openExample();
  const born: string[] = [];
  for (let ms = 0; ms <= 3_000; ms++) {
    spawns.advanceTo(ms);
    spawns.takeEvents(({ type, bubbleId }) => {
      if (type !== 'spawn') return;
      spawns.bubbleAt(spawns.count - 1, bubble);
      const [x, y] = [bubble.xPx * SUB_PER_PX, bubble.yPx * SUB_PER_PX];
      const later = spawns.clone();
      later.advanceTo(ms + 1);
      later.bubbleAt(later.count - 1, bubble);
      const [vx, vy] = [bubble.xPx * SUB_PER_PX - x, bubble.yPx * SUB_PER_PX - y];
      born.push(
        `bubble ${bubbleId}: radius ${bubble.radiusPx}, colour ${bubble.colour}, x ${x}, y ${y}, vx ${vx}, vy ${vy}, points ${bubble.points}`,
      );
    });
  }
  return `${makeTable(['ms', 'event', 'bubble', 'score', 'combo', 'hash after it'], rows)}\n\n${born.join('\n')}`;
}

/** A change of the example's bytes. */
export type Change = readonly [words: string, change: (bytes: number[]) => number[]];

const setByte = (at: number, byte: number): Change => [
  `byte ${at} becomes ${byte.toString(16).padStart(2, '0')}`,
  (bytes) => bytes.with(at, byte),
];
const cutTo = (length: number): Change => [`cut to ${length} bytes`, (bytes) => bytes.slice(0, length)];
const splice = (at: number, gone: number, ...more: number[]): Change => [
  `${gone === 1 ? `byte ${at} becomes` : `bytes ${at} to ${at + gone - 1} become`} ${hexOf(more)}`,
  (bytes) => bytes.toSpliced(at, gone, ...more),
];
const countAt = (): number => {
  const decoded = decodeReplay(exampleBytes());
  if (!decoded.ok) throw new Error(decoded.error.code);
  return 15 + (decoded.value.score < 128 ? 1 : 2) + 4;
};
const COUNT = countAt();

/** Changes that are each refused, in the order of the checks that refuse them. */
export const CHANGES: readonly Change[] = [
  ['65,537 bytes of zero', () => Array.from({ length: 65_537 }, () => 0)],
  ['no bytes', () => []],
  setByte(1, 0x51),
  setByte(3, 3),
  setByte(4, 0),
  setByte(4, 33),
  setByte(5, 0x62),
  setByte(10, 2),
  splice(10, 1, 0x81, 0x00),
  splice(10, 1, 0xff, 0xff, 0xff, 0xff, 0x08),
  splice(11, 1, 0x80, 0x04),
  setByte(12, 2),
  setByte(13, 0),
  setByte(13, 65),
  setByte(14, 0xff),
  splice(12, 3, 1, 59),
  cutTo(17),
  splice(COUNT, 1, 0xda, 0x04),
  setByte(COUNT, 0x7f),
  splice(COUNT + 1, 2, 0xe0, 0xd4, 0x03),
  splice(COUNT + 6, 2, 0x63),
  setByte(COUNT + 5, 0xff),
  ['the last byte has its lowest bit flipped', (bytes) => [...bytes.slice(0, -1), (bytes.at(-1) ?? 0) ^ 1]],
  ['one byte 00 more', (bytes) => [...bytes, 0]],
];

/** Changes of the second example that are each refused. Its track starts at the byte where the first example has its checksum. */
const TRACK_AT = exampleBytes().length - 4;
export const TRACK_CHANGES: readonly Change[] = [
  setByte(3, 1),
  setByte(TRACK_AT, 0),
  splice(TRACK_AT, 1, 0xf8, 0xc4, 0x01),
  splice(TRACK_AT, 1, TRACK.length | 0x80, 0),
  setByte(TRACK_AT, TRACK.length + 5),
  cutTo(TRACK_AT + 1 + TRACK.length),
  setByte(TRACK_AT + 1, 0xff),
  ['one byte 00 more', (bytes) => [...bytes, 0]],
];

function makeRefusals(bytes: Uint8Array, changes: readonly Change[]): string {
  const example = Array.from(bytes);
  const rows = changes.map(([words, change]) => {
    const result = decodeReplay(Uint8Array.from(change(example)));
    if (result.ok) throw new Error(`${words} is decoded`);
    return [words, result.error.code, String(result.error.offset)];
  });
  return makeTable(['change to the example', 'code', 'offset'], rows);
}
