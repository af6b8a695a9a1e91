import { arena, makeReplayText, parseReplayText } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { playReplay, trackedText } from '../../testing/replays.ts';
import { makePracticeRacePath, makeRacePath } from './race-link.ts';
import { makeReplayPath, makeReplayTarget, readReplayEntry } from './replay-link.ts';
import { makeShortReplay } from './short-replay.ts';

const bytes = playReplay(arena, 'LINKS');
const text = makeReplayText(bytes);

const tracked = trackedText(bytes, new Uint8Array(5_000).fill(7));

describe('a link of a replay with a track', () => {
  test('is that of the replay without it, wherever a replay is in an address', () => {
    expect(makeReplayPath(tracked)).toBe(`/replay#r=${text}`);
    expect(makeRacePath(tracked)).toBe(`/race#r=${text}`);
    expect(makePracticeRacePath(tracked, 'arena')).toBe(makePracticeRacePath(text, 'arena'));
  });

  test.each(['', 'no replay', text, tracked.slice(0, -1)])('leaves other text as it is: %.9s', (other) => {
    expect(makeShortReplay(other)).toBe(other);
  });

  test('has the track in the entry of the history', () => {
    expect(makeReplayTarget(text)).toEqual({ href: `/replay#r=${text}` });
    const { href, state } = makeReplayTarget(tracked);
    expect(href).toBe(`/replay#r=${text}`);
    expect(readReplayEntry(`#r=${text}`, state)).toBe(tracked);
    expect(parseReplayText(tracked).ok).toBe(true);
  });

  test.each([null, undefined, 1, 'x', {}, { replay: 1 }, { replay: '' }, { replay: tracked.slice(0, -8) }])(
    'has no track of an entry that is not of this replay: %j',
    (state) => {
      expect(readReplayEntry(`#r=${text}`, state)).toBe(text);
    },
  );

  test('has no track of the entry of another replay', () => {
    const other = makeReplayText(playReplay(arena, 'OTHER'));
    expect(readReplayEntry(`#r=${other}`, { replay: tracked })).toBe(other);
  });
});
