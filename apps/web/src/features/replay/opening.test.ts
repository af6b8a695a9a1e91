import { arena, freePlay, makeReplayText, MAX_REPLAY_BYTES } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { playFalseReplay, playReplay } from '../../testing/replays.ts';
import { openBytes, openFile, openText } from './opening.ts';
import { readMarks } from './timeline.ts';

const bytes = playReplay(arena, 'OPENING');
const text = makeReplayText(bytes);

describe('opening a replay', () => {
  test.each([
    ['a link', `https://popfray.example/replay#r=${text}`],
    ['a hash', `#r=${text}`],
    ['bare text with blanks around it', `\n ${text} `],
  ])('from %s finds it valid', (_, source) => {
    expect(openText(source)).toMatchObject({ kind: 'valid', replay: { rulesId: 'arena', entropy: 'OPENING' } });
  });

  test('from a file of bytes or of text finds it valid', async () => {
    expect((await openFile(new File([bytes.slice()], 'round.pfr'))).kind).toBe('valid');
    expect((await openFile(new File([`${text}\n`], 'round.txt'))).kind).toBe('valid');
  });

  test('with a wrong score is reported as wrong, and can still be watched', () => {
    const opening = openBytes(playFalseReplay(freePlay, 'FALSE'));
    expect(opening).toMatchObject({
      kind: 'wrong',
      error: { code: 'ERR_REPLAY_SCORE', stated: 1_000, found: 0 },
      replay: { rulesId: 'free-play' },
    });
  });

  test('that was cut short is malformed at a byte', () => {
    const opening = openBytes(bytes.subarray(0, 40));
    expect(opening.kind).toBe('malformed');
  });

  test('of invalid data never throws', () => {
    for (const nonsense of ['', '#r=', '###', 'https://popfray.example/', 'UEZS', '泡'.repeat(1_000)])
      expect(openText(nonsense).kind).toBe('malformed');
  });

  test('that is too large is refused without being read', async () => {
    const file = new File([new Uint8Array(MAX_REPLAY_BYTES * 2)], 'large.pfr');
    expect(await openFile(file)).toEqual({ kind: 'large', sizeBytes: MAX_REPLAY_BYTES * 2 });
  });
});

test('the marks of a replay are its pops, bosses and misses in order', () => {
  const opening = openBytes(bytes);
  if (opening.kind !== 'valid') throw new Error(opening.kind);
  const marks = readMarks(opening.replay);
  expect(marks.length).toBeGreaterThan(10);
  expect(marks.map(({ timeMs }) => timeMs)).toEqual(marks.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b));
  expect(new Set(marks.map(({ kind }) => kind))).toContain('pop');
});
