import { arena, crossChain, decodeReplay, encodeReplay, freePlay, makeReplayText, verifyReplay } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { playReplay } from '../../testing/replays.ts';
import { makeBotRival } from '../rivals/bot-rival.ts';
import {
  makePracticeRacePath,
  makeRacePath,
  readRace,
  readRaceReplay,
  whyNotRaceable,
} from '../../data/links/race-link.ts';
import { BOT_LEVELS, makeRival } from './rival.ts';

const read = (bytes: Uint8Array) => {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value;
};
const played = read(playReplay(freePlay, 'RIVAL'));

describe('a rival', () => {
  test('is a replay with its seed', () => {
    const rival = makeRival('friend', played);
    expect(rival?.seed).toBe('RIVAL');
    expect(rival?.playOn('RIVAL')).toBe(played);
  });

  test.each([
    ['of rules that are not practised', { ...played, rulesId: crossChain.id }, 'rules'],
    ['of a battle, whose randomness was revealed', { ...played, entropy: new Int32Array(240) }, 'battle'],
    ['with upgrades', { ...played, loadout: ['score-multiplier'] as const }, 'upgrades'],
    ['of practice', played, null],
  ] as const)('a round %s: %3$s', (_, replay, reason) => {
    expect(whyNotRaceable(replay)).toBe(reason);
    expect(makeRival('friend', replay) === null).toBe(reason !== null);
  });

  test('that is a bot plays any seed to its end, deterministically, with a valid replay', () => {
    const bot = makeBotRival('regular', arena);
    expect(bot.seed).toBeNull();
    const replay = bot.playOn('BOT SEED');
    expect(replay).toMatchObject({ rulesId: 'arena', entropy: 'BOT SEED', loadout: [] });
    expect(bot.playOn('BOT SEED')).toEqual(replay);
    const bytes = encodeReplay(replay);
    expect(bytes.ok && verifyReplay(bytes.value).ok).toBe(true);
  });

  test.each([freePlay, arena])('that is a better bot has more points: $id', (rules) => {
    const [novice = 0, regular = 0, expert = 0] = BOT_LEVELS.map((level) =>
      ['A', 'B', 'C'].reduce((sum, seed) => sum + makeBotRival(level, rules).playOn(seed).score, 0),
    );
    expect(regular).toBeGreaterThan(novice * 1.2);
    expect(expert).toBeGreaterThan(regular * 1.2);
  });
});

describe('a link to race', () => {
  test('opens the screen of races, with the replay in the hash', () => {
    const text = makeReplayText(playReplay(arena, 'LINK'));
    const url = new URL(makeRacePath(text), 'https://popfray.example');
    expect(url.pathname + url.search).toBe('/race');
    expect(readRaceReplay(url.hash)).toBe(text);
    expect(readRaceReplay('#race=abc')).toBeNull();
  });

  test('of a practice screen opens the screen of its rules', () => {
    const text = makeReplayText(playReplay(arena, 'LINK'));
    const path = makePracticeRacePath(text, arena.id) ?? '';
    const url = new URL(path, 'https://popfray.example');
    expect(url.pathname + url.search).toBe('/arena');
    expect(readRace(url.hash)).toBe(text);
  });

  test('is null for rules that cannot be practised, and for other hashes', () => {
    expect(makePracticeRacePath('x', crossChain.id)).toBeNull();
    expect(readRace('#r=abc')).toBeNull();
    expect(readRace('')).toBeNull();
  });
});
