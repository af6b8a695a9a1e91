import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { arena, decodeReplay, parseReplayText, verifyReplay } from '../src/index.ts';
import { bundleProgram } from './bundle.ts';
import { expectedDigest, isAgreed, playIn } from './contest.ts';
import { ENGINES } from './engines.ts';
import { makeGoldenFile, parseGoldenFile, playGolden } from './golden-file.ts';
import { GOLDEN_RULES, recipeOf } from './recipe.ts';

const text = readFileSync(join(import.meta.dirname, 'rounds.golden.txt'), 'utf8');
const golden = parseGoldenFile(text);

/** Rounds of each rule set that are played in each engine here; `pnpm golden` plays 10,000. */
const ROUNDS = 100;

/** Enough for the slowest engine on a busy machine, ms. */
const TIMEOUT_MS = 300_000;

describe('the golden file', () => {
  it('holds 30 rounds of each rule set, with every bot and every upgrade', () => {
    for (const { id } of GOLDEN_RULES) {
      const rounds = golden.rounds.filter(({ rulesId }) => rulesId === id);
      expect(rounds.map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, number) => number));
      const words = rounds.map(({ recipe }) => recipe).join(' ');
      for (const word of ['novice', 'regular', 'expert', 'blocks:', '泡', ' - ']) expect(words).toContain(word);
      const loadouts = rounds.map(({ recipe }) => recipe.split(' ').at(-1));
      expect(new Set(loadouts.flatMap((loadout) => loadout?.split(','))).size).toBe(10);
    }
  });

  it('is written as it is read', () => {
    expect(makeGoldenFile(golden)).toBe(text);
  });

  it('refuses a line that is not in the golden format', () => {
    expect(() => parseGoldenFile('round arena 1')).toThrow('Not a golden line');
    expect(() => parseGoldenFile('other arena 1 2')).toThrow('Not a golden line');
  });
});

describe.each(GOLDEN_RULES)('each golden round of $id', (rules) => {
  const rounds = golden.rounds.filter(({ rulesId }) => rulesId === rules.id);

  it('comes out of its recipe again, replay and all', () => {
    for (const round of rounds) expect(playGolden(recipeOf(rules, round.number))).toEqual(round);
  });

  it('has a replay that is valid and as long as promised: at most 5.5 bytes an input', () => {
    for (const { replay, score, hash } of rounds) {
      const bytes = parseReplayText(replay);
      const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
      expect(verified.ok && [verified.value.round.score, verified.value.round.hash]).toEqual([score, hash]);
      const decoded = bytes.ok ? decodeReplay(bytes.value) : bytes;
      if (!bytes.ok || !decoded.ok || typeof decoded.value.entropy !== 'string') continue;
      const header = 4 + 1 + rules.id.length + 1 + 2 + 2 + decoded.value.entropy.length * 4 + 3 + 4 + 2 + 4;
      expect(bytes.value.length).toBeLessThanOrEqual(header + (decoded.value.inputs.length / 3) * 5.5);
    }
  });
});

describe('rounds played, and golden replays verified, are the same bit for bit', () => {
  let script: string;
  beforeAll(async () => {
    script = await bundleProgram();
  });

  it.concurrent.for(ENGINES)(
    'in $name ($core)',
    { timeout: TIMEOUT_MS },
    async (engine, { expect: expectHere, skip }) => {
      const path = engine.find();
      if (path === undefined) return skip(`${engine.name} is not on this machine: ${engine.install}`);
      const outcomes = await playIn(engine, path, script, golden, ROUNDS);
      for (const { faults, replays, rulesId, digest } of outcomes) {
        expectHere(faults).toEqual([]);
        expectHere(replays).toBe(30);
        const written = golden.digests.find((known) => known.rulesId === rulesId && known.rounds === ROUNDS);
        expectHere(digest).toBe(written?.digest);
      }
    },
  );

  it('and in no engine when the game plays otherwise', { timeout: TIMEOUT_MS }, async () => {
    const other = script.replace('hitPoints: 15,', 'hitPoints: 16,');
    expect(other).not.toBe(script);
    const engine = ENGINES.find(({ name }) => name === 'node');
    if (engine === undefined) throw new Error('Node is one of the engines');
    const [outcome] = await playIn(engine, process.execPath, other, golden, ROUNDS, [arena]);
    expect(outcome?.faults.length).toBeGreaterThan(0);
    expect(outcome !== undefined && isAgreed(outcome, expectedDigest(golden, [outcome], 'arena'))).toBe(false);
  });
});
