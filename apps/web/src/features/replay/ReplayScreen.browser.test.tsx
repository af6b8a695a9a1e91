import {
  arena,
  createRound,
  encodeReplay,
  freePlay,
  makeReplayText,
  recordReplay,
  seededEntropy,
} from '@popfray/engine';
import { encodePath, PATH_START } from '@popfray/protocol/battle';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { Link } from 'wouter';
import { makeReplayTarget } from '../../data/links/replay-link.ts';
import { LocaleProvider } from '../../data/messages/locale.tsx';
import { changeSettings } from '../../data/settings/settings.ts';
import { readRound } from '../kept-rounds/kept-round.ts';
import { keptRounds } from '../kept-rounds/kept-rounds.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { playFalseReplay, playReplay, trackedText } from '../../testing/replays.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { ReplayScreen } from './ReplayScreen.tsx';

const bytes = playReplay(freePlay, 'WEB REPLAY');
const text = makeReplayText(bytes);

const slider = () => page.getByRole('slider', { name: 'Position' });
const valueOfSlider = () => Number((slider().element() as HTMLInputElement).value);

afterEach(async () => {
  await cleanup();
  changeSettings({ motion: 'system' });
});

/** The bytes of a replay with one click. */
function playClick(): Uint8Array {
  const made = createRound({ rules: arena, entropy: seededEntropy('TRACK') });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(1_050);
  made.value.pop(201, 151);
  made.value.advanceTo(arena.durationMs);
  const replay = recordReplay(made.value);
  const encoded = replay.ok ? encodeReplay(replay.value) : replay;
  if (!encoded.ok) throw new Error('the round has no replay');
  return encoded.value;
}

/** The text of a replay whose mouse moves 100 px to the right in 100 ms and then down, and the same without its track. */
function playTracked(): { readonly short: string; readonly tracked: string } {
  const samples = [
    [1_000, 100, 150],
    [1_040, 140, 150],
    [1_080, 180, 150],
    [1_100, 200, 150],
    [1_900, 200, 190],
  ].flatMap(([ms = 0, xPx = 0, yPx = 0]) => [ms, xPx * 4, yPx * 4, 0, 0]);
  const { bytes: track } = encodePath(Int32Array.from(samples), PATH_START);
  return { short: makeReplayText(playClick()), tracked: trackedText(playClick(), track) };
}

/** An attribute of a part of the path that is drawn over the field. */
const drawn = (part: string, name: string): string | null | undefined =>
  document.querySelector(`[data-${part}]`)?.getAttribute(name);

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

  test('draws the pointer of a replay with a track, and hides it', async () => {
    const { short, tracked } = playTracked();
    await show(<ReplayScreen />, `/replay#r=${tracked}`);
    await expect.element(page.getByText('Verified')).toBeVisible();
    await fieldReady();
    const path = page.getByRole('img', { name: 'The pointer’s path over the field: 5 samples, 1 click.' });
    await expect.element(path).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await slider().fill('1100');
    await expect.poll(() => drawn('pointer', 'cx')).toBe('200.0');
    expect(drawn('pointer', 'cy')).toBe('150.0');
    expect(drawn('pointer', 'visibility')).toBe('visible');
    expect(drawn('part="3"', 'd')).toBe('M100.0 150.0L140.0 150.0L180.0 150.0L200.0 150.0L200.0 150.0');
    expect(drawn('click="0"', 'visibility')).toBe('visible');
    await expectAccessible();
    // The links of the page have no track.
    await expect.element(page.getByRole('link', { name: 'Race this' })).toHaveAttribute('href', `/race#r=${short}`);

    await page.getByRole('checkbox', { name: /^Show the pointer’s path/ }).click();
    await expect.element(path).not.toBeInTheDocument();
  });

  test('draws only the pointer with reduced motion', async () => {
    changeSettings({ motion: 'reduced' });
    await show(<ReplayScreen />, `/replay#r=${playTracked().tracked}`);
    await fieldReady();
    await page.getByRole('button', { name: 'Pause' }).click();
    await slider().fill('1100');
    await expect.poll(() => drawn('pointer', 'cx')).toBe('200.0');
    expect(drawn('part="3"', 'd')).toBe('');
    expect(drawn('click="0"', 'visibility')).toBe('hidden');
  });

  test('says that a track cannot be read, and plays the round', async () => {
    await show(<ReplayScreen />, `/replay#r=${trackedText(playClick(), Uint8Array.of(255, 255, 255))}`);
    await expect.element(page.getByText('Verified')).toBeVisible();
    await expect.element(page.getByText('The path cannot be read.')).toBeVisible();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  });

  test('has the track of a link that this page has opened, at a short address', async () => {
    const { short, tracked } = playTracked();
    const target = makeReplayTarget(tracked);
    await show(<Link {...target}>Watch</Link>, '/receipt');
    await page.getByRole('link', { name: 'Watch' }).click();
    expect(location.hash).toBe(`#r=${short}`);
    await cleanup();
    await render(
      <LocaleProvider>
        <ReplayScreen />
      </LocaleProvider>,
    );
    await expect
      .element(page.getByRole('img', { name: /^The pointer’s path over the field: 5 samples/ }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Open another replay' }).click();
    await cleanup();
    await show(<ReplayScreen />, `/replay#r=${short}`);
    await expect.element(page.getByText('Verified')).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^The pointer’s path/ })).not.toBeInTheDocument();
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
