import { arena, freePlay, makeReplayText } from '@popfray/engine';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { readRound } from '../kept-rounds/kept-round.ts';
import { keptRounds } from '../kept-rounds/kept-rounds.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { playFalseReplay, playReplay } from '../../testing/replays.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { ReplayScreen } from './ReplayScreen.tsx';

const bytes = playReplay(freePlay, 'WEB REPLAY');
const text = makeReplayText(bytes);

const slider = () => page.getByRole('slider', { name: 'Position' });
const valueOfSlider = () => Number((slider().element() as HTMLInputElement).value);

afterEach(cleanup);

describe('the replay screen', () => {
  test('asks for a replay', async () => {
    await show(<ReplayScreen />, '/replay');
    await expect.element(page.getByRole('heading', { name: 'Replay' })).toBeVisible();
    await page.getByRole('button', { name: 'Open replay' }).click();
    await expect.element(page.getByText('Paste a replay link or its text first.')).toBeVisible();
    await expectAccessible();
  });

  test('plays a link after verification, with all actions', async () => {
    await show(<ReplayScreen />, `/replay#r=${text}`);
    await expect.element(page.getByText('Verified')).toBeVisible();
    await expect.element(page.getByText('WEB REPLAY', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Free play v1')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Play this seed' }))
      .toHaveAttribute('href', '/free-play?seed=WEB+REPLAY');
    await expect.element(page.getByRole('link', { name: 'Race this' })).toHaveAttribute('href', `/race#r=${text}`);
    await expect.element(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await fieldReady();
    await expect.poll(valueOfSlider).toBeGreaterThan(0);
    await expectAccessible();

    await page.getByRole('button', { name: 'Pause' }).click();
    await slider().fill('30000');
    expect(valueOfSlider()).toBe(30_000);
    await userEvent.keyboard('{PageUp}');
    expect(valueOfSlider()).toBe(35_000);
    await userEvent.keyboard('{ArrowLeft}');
    expect(valueOfSlider()).toBe(34_900);
    await userEvent.keyboard('{End}');
    expect(valueOfSlider()).toBe(60_000);
    await page.getByText('4×').click();
    await expect.element(page.getByRole('radio', { name: '4×' })).toBeChecked();
    await page.getByRole('button', { name: 'Open another replay' }).click();
    await expect.element(page.getByLabelText('Replay link or text')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Replay' })).toHaveFocus();
    expect(location.hash).toBe('');
  });

  test('plays one of the kept rounds from the list below it', async () => {
    const round = readRound(bytes, Date.UTC(1999, 5, 15));
    if (round === null) throw new Error('No round.');
    await keptRounds.add([round]);
    await show(<ReplayScreen />, '/replay');
    await page.getByRole('link', { name: /^Watch the round.* 1999/ }).click();
    await expect.element(page.getByText('Verified')).toBeVisible();
    expect(location.hash).toBe(`#r=${text}`);
    await keptRounds.drop(round.id);
  });

  test('opens pasted text', async () => {
    await show(<ReplayScreen />, '/replay');
    await page.getByLabelText('Replay link or text').fill(`https://popfray.example/replay#r=${text}`);
    await page.getByRole('button', { name: 'Open replay' }).click();
    await expect.element(page.getByText('Verified')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Replay' })).toHaveFocus();
  });

  test('opens a chosen file', async () => {
    await show(<ReplayScreen />, '/replay');
    await page.getByLabelText('Choose a file').upload(new File([bytes.slice()], 'round.pfr'));
    await expect.element(page.getByText('Verified')).toBeVisible();
  });

  test('distinguishes a wrong score from a correct one', async () => {
    await show(<ReplayScreen />, `/replay#r=${makeReplayText(playFalseReplay(arena, 'FALSE'))}`);
    await expect.element(page.getByText('Wrong score or hash')).toBeVisible();
    await expect.element(page.getByText('ERR_REPLAY_SCORE')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Race this' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Share' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('names the byte at which a replay is malformed', async () => {
    await show(<ReplayScreen />, `/replay#r=${makeReplayText(bytes.subarray(0, 30))}`);
    await expect.element(page.getByRole('alert').getByText(/^Malformed at byte \d+/)).toBeVisible();
    await expectAccessible();
  });
});
