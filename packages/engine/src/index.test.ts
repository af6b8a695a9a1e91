import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createBot, type BotSkill } from './bot.ts';
import * as engine from './index.ts';
import {
  blockEntropy,
  createBubble,
  createRound,
  decodeReplay,
  encodeReplay,
  eventMessage,
  openPlayback,
  parseRules,
  recordReplay,
  steady,
  verifyReplay,
  type Entropy,
  type EventSkin,
  type Rules,
} from './index.ts';

const FOLDER = import.meta.dirname;
const sources = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name));
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

describe('the engine', () => {
  test('has no dependencies', () => {
    const manifest = JSON.parse(read('../package.json')) as Record<string, unknown>;
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(manifest[kind]).toBeUndefined();
  });

  test.each(sources)('%s imports nothing from outside', (name) => {
    for (const [, from] of read(name).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g))
      expect(from).toMatch(/^\.\/[a-z0-9-]+\.ts$/);
  });

  test.each(sources)('%s reads no clock, rolls no dice and approximates nothing', (name) => {
    const code = read(name).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(code).not.toMatch(/\b(?:Date|performance|process|crypto|document|window|globalThis)\b/);
    expect(code).not.toMatch(/Math\.(?:random|sin|cos|tan|atan2?|exp|log\w*|pow|sqrt|cbrt|hypot|fround)\b|\*\*/);
  });

  test('has a front door that fits on one screen: at most 80 lines, 35 names of values', () => {
    expect(read('index.ts').split('\n').length).toBeLessThanOrEqual(80);
    expect(Object.keys(engine).length).toBeLessThanOrEqual(35);
  });
});

/** A front end's own game, of own rules, own randomness and own words. */
describe('another front end, without a change to the engine', () => {
  const rain: Rules = {
    id: 'ember-rain',
    version: 7,
    durationMs: 20_500,
    field: { widthPx: 360, heightPx: 640 },
    motion: 'rise',
    radiusPx: { min: 22, max: 44 },
    speedPxPerS: { min: 90, max: 120 },
    driftPxPerS: 60,
    speedFactor: steady(2_000),
    firstSpawnMs: 100,
    spawnIntervalMs: { from: 500, perPoints: 20, to: 200 },
    spawnCount: 2,
    bubbleCap: steady(12),
    points: { kind: 'inverse', numerator: 900 },
    comboMultiplier: { divisor: 4, cap: 8 },
    levelPops: 5,
    boss: { chanceBp: steady(1_500), radiusPx: 60, speedPxPerS: 50, health: 3, hitPoints: 7, killPoints: 70 },
    foreign: { chanceBp: 2_500, pointsPct: 200 },
    comboMessageEvery: 3,
    milestonePoints: 250,
    debounceMs: 40,
    maxInputs: 300,
    sunPerPoint: 3,
    colours: 4,
  };

  /** Randomness of one's own: a counter, mixed. */
  const counting: Entropy = {
    block(second, out) {
      for (let lane = 0; lane < 4; lane++) out[lane] = Math.imul(second * 4 + lane + 1, 0x9e3779b1);
      return true;
    },
  };

  const skin: EventSkin = {
    comboMessages: ['Sparks!', 'Blaze!'],
    milestoneMessage: (points) => `${points} embers`,
  };

  const steadyHand: BotSkill = { reactionMs: 60, reactionSpreadMs: 10, aimErrorPx: 0, missPct: 0, choice: 3 };

  test('is played, recorded, sent, verified and shown end to end', () => {
    const parsed = parseRules(JSON.parse(JSON.stringify(rain)));
    expect(parsed.ok).toBe(true);
    const made = createRound({ rules: rain, entropy: counting, loadout: ['precision-strike', 'lucky-streak'] });
    if (!made.ok) throw new Error(made.error.code);
    const round = made.value;
    const bot = createBot({ skill: steadyHand, seed: 'hand' });
    const said: string[] = [];
    for (let ms = 0; round.phase !== 'over'; ms += 16) {
      bot.advanceTo(round, ms);
      round.takeEvents((event) => {
        const message = eventMessage(event, skin);
        if (message !== null) said.push(message);
        if (event.type !== 'milestone' && event.type !== 'combo') expect(message).toBeNull();
      });
      for (let place = 0; place < round.count; place++)
        expect(round.bubbleAt(place, createBubble()).colour).toBeLessThan(4);
    }
    expect(said).toContain('Sparks!');
    expect(said).toContain('Blaze!');
    expect(said).toContain('250 embers');
    expect(round.earnedSun).toBe(round.score * 3);
    expect(round.level).toBeGreaterThan(1);

    const recorded = recordReplay(round);
    if (!recorded.ok) throw new Error(recorded.error);
    expect(recorded.value).toMatchObject({
      rulesId: 'ember-rain',
      rulesVersion: 7,
      score: round.score,
      hash: round.hash,
    });
    expect(encodeReplay(recorded.value)).toEqual({ ok: false, error: { code: 'ERR_REPLAY_FIELD', field: 'rulesId' } });
    const encoded = encodeReplay(recorded.value, [rain]);
    if (!encoded.ok) throw new Error(encoded.error.field);
    expect(decodeReplay(encoded.value)).toMatchObject({ ok: false, error: { code: 'ERR_REPLAY_RULES', offset: 4 } });
    expect(decodeReplay(encoded.value, [{ ...rain, version: 8 }])).toMatchObject({ ok: false });
    expect(verifyReplay(encoded.value, [rain])).toMatchObject({
      ok: true,
      value: { replay: { loadout: ['lucky-streak', 'precision-strike'] } },
    });

    const playback = openPlayback(recorded.value, [rain]);
    playback.seek(rain.durationMs);
    playback.seek(10_000);
    playback.seek(rain.durationMs);
    expect([playback.durationMs, playback.round.score, playback.round.hash]).toEqual([20_500, round.score, round.hash]);
  });

  test('may wait for its randomness', () => {
    const blocks = new Int32Array(4);
    const revealed = blockEntropy();
    const made = createRound({ rules: rain, entropy: revealed });
    if (!made.ok) throw new Error(made.error.code);
    expect(made.value.advanceTo(50)).toBe('stalled');
    counting.block(0, blocks);
    revealed.reveal(0, blocks);
    expect(made.value.advanceTo(999)).toBe('ok');
    expect(made.value.advanceTo(1_000)).toBe('stalled');
  });
});
