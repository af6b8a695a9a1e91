import { arena, freePlay, makeReplayText } from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { playReplay } from '../../testing/replays.ts';
import { show } from '../../testing/show.tsx';
import { readRound, type KeptRound } from './kept-round.ts';
import { createKeptRounds, type KeptRounds } from './kept-rounds.ts';
import { KeptRoundList } from './KeptRoundList.tsx';
import { makeRoundsFile } from './rounds-file.ts';
import { openRoundStorage } from './round-storage.ts';

function make(seed: string, rules = freePlay): KeptRound {
  const round = readRound(playReplay(rules, seed), Date.UTC(2026, 8, 1, 12));
  if (round === null) throw new Error('No round.');
  return round;
}

let databases = 0;
/** Rounds in a new database, and a function that opens it again. */
function openRounds(): { readonly kept: KeptRounds; readonly reopen: () => KeptRounds } {
  const name = `test-rounds-${String(databases++)}`;
  indexedDB.deleteDatabase(name);
  const reopen = (): KeptRounds => createKeptRounds(() => openRoundStorage(name));
  return { kept: reopen(), reopen };
}

const open = (kept: KeptRounds): Promise<void> =>
  show(
    <>
      <KeptRoundList kept={kept} />
      <Toast />
    </>,
    '/replay',
  );

afterEach(async () => {
  await cleanup();
  dismissToast();
  vi.restoreAllMocks();
});

describe('the list of kept rounds', () => {
  test('says that it is empty, and links to a game', async () => {
    await open(openRounds().kept);
    await expect.element(page.getByText(/^No rounds yet/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Play a round' })).toHaveAttribute('href', '/free-play');
    await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  test('survives a reload, with all actions of a round', async () => {
    const { kept, reopen } = openRounds();
    const round = make('KEPT');
    await kept.add([round, make('OTHER', arena)]);
    await open(reopen());
    const row = page.getByRole('listitem').filter({ hasText: 'Seed KEPT' });
    const text = makeReplayText(round.bytes);
    await expect.element(row.getByRole('link', { name: /^Watch/ })).toHaveAttribute('href', `/replay#r=${text}`);
    await expect.element(row.getByRole('link', { name: /^Race/ })).toHaveAttribute('href', `/race#r=${text}`);
    await expect.element(row.getByRole('button', { name: /^Share/ })).toBeVisible();
    await expect.element(row.getByText('Best', { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test('restores a deleted round', async () => {
    const { kept, reopen } = openRounds();
    await kept.add([make('KEPT')]);
    await open(kept);
    await page.getByRole('button', { name: /^Delete/ }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.element(undo).toHaveFocus();
    await expect.poll(() => kept.getState().rounds).toEqual([]);
    await undo.click();
    await expect.element(page.getByText('Seed KEPT')).toBeVisible();
    const again = reopen();
    await again.load();
    expect(again.getState().rounds).toHaveLength(1);
  });

  test('imports rounds from a file, and nothing from a file of another format', async () => {
    await open(openRounds().kept);
    const input = page.getByLabelText('Import');
    await input.upload(new File([makeRoundsFile([make('A'), make('B')])], 'rounds.json'));
    await expect.element(page.getByText('2 new rounds.')).toBeVisible();
    await expect.element(page.getByText('Seed B')).toBeVisible();
    await input.upload(new File(['{"rounds":[]}'], 'rounds.json'));
    await expect.element(page.getByText(/^This is not a file of Popfray rounds/)).toBeVisible();
  });

  test('works without a database, and says that the rounds are not stored', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Not here.', 'SecurityError');
    });
    const { kept } = openRounds();
    await kept.add([make('KEPT')]);
    await open(kept);
    await expect.element(page.getByText(/^This browser keeps nothing for the page/)).toBeVisible();
    await expect.element(page.getByText('Seed KEPT')).toBeVisible();
  });
});
