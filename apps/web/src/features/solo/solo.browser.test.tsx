import { CLOSE } from '@popfray/protocol/socket';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, makeRound } from '../../testing/money.ts';
import {
  ADDRESS,
  OPEN,
  FIND,
  scene,
  button,
  ready,
  over,
  open,
  startRound,
  popOne,
  reload,
  setOpenRound,
  prepareScene,
} from '../../testing/solo-scene.tsx';
import { makeSeat } from '../../testing/solo-server.ts';
import { readKeptRound } from './kept-round.ts';

const leave = page.getByRole('dialog', { name: 'Leave the round?' });
const ending = page.getByRole('dialog', { name: 'End the round now?' });

prepareScene();

describe('a paid round', () => {
  test('is connected, counted down, played with the server’s upgrades, and cannot be paused', async () => {
    scene.server.seat = makeSeat({ loadout: ['rapid-fire', 'score-multiplier'] });
    scene.server.startsInMs = 8_000;
    const store = await open();
    // A busy machine may draw no frame for longer than a second.
    const shown = new Set<string | null>();
    const observer = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.start-count')) shown.add(textContent);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    const counted = new Set<number | null>();
    store.subscribe(({ secondsToStart }) => counted.add(secondsToStart));
    await button('Start Game').click();
    await expect.element(button('Starting')).toBeDisabled();
    await expect.element(ready.getByText('Connecting to the game server…')).toBeVisible();
    await expect.poll(() => store.getState().standing).toBe('running');
    await expect.poll(() => document.querySelector('.start-count')).toBeNull();
    observer.disconnect();
    expect([...counted].filter((seconds) => seconds !== null)).toEqual([3, 2, 1]);
    expect([...shown]).toEqual(['3', '2', '1']);
    expect(store.round?.rules.id).toBe('arena');
    expect(store.round?.loadout).toEqual(['score-multiplier', 'rapid-fire']);
    expect(scene.server.received.slice(0, 3)).toEqual(['init', 'battle_enter', 'battle_seed']);
    expect(scene.server.tokens).toEqual(['token-0001']);
    await userEvent.keyboard('p');
    expect(store.getState().phase).toBe('running');
    await expect.element(page.getByText('Good connection')).toBeVisible();
    await expectAccessible();
  });

  test('sends each click to the server', async () => {
    scene.server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    await expect.element(page.getByText('COMBO 1', { exact: true })).toBeVisible();
    await popOne(store);
    await expect.element(page.getByText('COMBO 2', { exact: true })).toBeVisible();
    await expect.poll(() => scene.server.clicks).toEqual([...(store.round?.inputs() ?? [])]);
    expect(scene.server.clicks).toHaveLength(6);
  });

  test('asks for confirmation before it is left, and continues without its player', async () => {
    await startRound();
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    await expect.element(leave).toBeVisible();
    await expect.element(leave.getByText(/^It continues without you. What you have scored counts/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(leave).not.toBeInTheDocument();
    expect(location.pathname).toBe('/arena');
    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    await leave.getByRole('button', { name: 'Leave the round' }).click();
    expect(location.pathname).toBe('/lobby');
    const store = await reload();
    await expect.poll(() => store.getState().standing).toBe('running');
    expect(scene.server.received).not.toContain('battle_leave');
    expect(scene.server.tokens).toHaveLength(2);
  });

  test('can be ended after a confirmation, and what was scored is credited at once', async () => {
    scene.server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    await button('End the round now').click();
    await expect.element(ending.getByText(/^What you have scored is settled at once/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(ending).not.toBeInTheDocument();
    expect(store.getState().phase).toBe('running');
    expect(scene.server.received).not.toContain('battle_leave');

    await button('End the round now').click();
    await ending.getByRole('button', { name: 'End the round now' }).click();
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    expect(scene.server.received.filter((type) => type === 'battle_leave')).toHaveLength(1);
    await expect.element(button('End the round now')).not.toBeInTheDocument();
    // While the server has the round open, it has no result, which does not mean that the round was called off.
    scene.answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    const asked = scene.calls.filter((call) => call === FIND).length;
    await expect.poll(() => scene.calls.filter((call) => call === FIND).length).toBeGreaterThan(asked + 1);
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    scene.answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    setOpenRound(null);
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    await expect.poll(() => store.getState().standing).toBeNull();
    expect(readKeptRound(ADDRESS)).toBeNull();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => store.getState().standing).toBe('running');
  });

  test('that its player ends without a point does not count, and says so', async () => {
    await startRound();
    await button('End the round now').click();
    scene.answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    setOpenRound(null);
    await ending.getByRole('button', { name: 'End the round now' }).click();
    await expect
      .element(
        over.getByText('This round does not count. You ended it before a point was scored, so it earned nothing.'),
      )
      .toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeEnabled();
    await expectAccessible();
  });

  test('that was left before the server had answered is not entered, and can be returned to', async () => {
    let give: (seat: Response) => void = () => undefined;
    const underway = new Promise<Response>((resolve) => {
      give = resolve;
    });
    const answered = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation((input, init) =>
      input === '/api/solo/rounds'
        ? underway
        : (answered?.(input, init) ?? Promise.reject(new TypeError('No answer.'))),
    );
    await open();
    await button('Start Game').click();
    await expect.element(button('Starting')).toBeDisabled();
    await cleanup();
    give(json(scene.server.seat));
    setOpenRound(scene.server.seat);
    if (answered !== undefined) vi.mocked(window.fetch).mockImplementation(answered);
    const store = await open();
    await expect.element(ready.getByText('Your last round is still running.')).toBeVisible();
    await expectAccessible();
    expect(scene.server.tokens).toEqual([]);
    await button('Return to the round').click();
    await expect.poll(() => store.getState().phase).toBe('running');
    expect(scene.calls).not.toContain(OPEN);
  });

  test('is returned to after a reload, with all clicks', async () => {
    scene.server.startsInMs = -4_000;
    const before = await startRound();
    await popOne(before);
    await expect.poll(() => scene.server.clicks.length).toBe(3 * (before.round?.inputCount ?? 0));
    const score = before.round?.score;
    // The mode was chosen by the switch, so the address does not name it.
    const store = await reload('/arena');
    await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', score });
    await expect.element(ready).not.toBeInTheDocument();
    expect(scene.calls.filter((call) => call === OPEN)).toHaveLength(1);
    await popOne(store);
    await expect.poll(() => scene.server.clicks.length).toBe(3 * (store.round?.inputCount ?? 0));
  });

  test('that was returned to while the server was away is entered when it is back', async () => {
    await startRound();
    scene.server.drop();
    scene.server.isDown = true;
    scene.answers.delete(FIND);
    const store = await reload();
    const asked = scene.calls.filter((call) => call === FIND).length;
    await expect.poll(() => scene.calls.filter((call) => call === FIND).length).toBeGreaterThan(asked);
    expect(store.getState().standing).toBeNull();
    scene.server.isDown = false;
    setOpenRound(scene.server.seat);
    await expect.poll(() => store.getState().standing).toBe('running');
  });

  test('waits at the last second that it knows while the connection is lost, says so, and continues', async () => {
    scene.server.startsInMs = -2_000;
    scene.server.revealedSeconds = 4;
    const store = await startRound();
    scene.server.isDown = true;
    scene.server.drop();
    await expect
      .element(page.getByText(/^Connection lost. Reconnecting; your round (?:continues|waits)\.$/))
      .toBeVisible();
    await expect.element(page.getByText('Connection lost. Reconnecting; your round waits.')).toBeVisible();
    await expect.element(page.getByText('No connection')).toBeVisible();
    expect(store.round?.timeMs).toBe(3_999);
    await expectAccessible();
    scene.server.revealedSeconds = 60;
    scene.server.isDown = false;
    await expect.element(page.getByText(/^Connection lost/)).not.toBeInTheDocument();
    await expect.poll(() => store.round?.timeMs).toBeGreaterThan(4_000);
    expect(scene.server.tokens).toHaveLength(2);
    expect(store.getState().phase).toBe('running');
  });

  test('moves to the newest tab, and returns on request', async () => {
    const store = await startRound();
    scene.server.drop(CLOSE.replaced);
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).toBeVisible();
    await expectAccessible();
    await button('Play here').click();
    await expect.poll(() => store.getState().standing).toBe('running');
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).not.toBeInTheDocument();
  });

  test('continues while the page is hidden, where browsers draw no frames', async () => {
    const store = await startRound();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const before = store.round?.timeMs ?? 0;
    await expect.poll(() => store.round?.timeMs).toBeGreaterThan(before + 900);
    expect(store.getState().phase).toBe('running');
  });

  test('is stopped when the server breaks its commitment, with a code', async () => {
    scene.server.revealedSeconds = 30;
    const store = await startRound();
    scene.server.cheat();
    await expect.element(over.getByText(/The server sent randomness that does not match its commitment/)).toBeVisible();
    await expect.element(over.getByText('ERR_REVEAL', { exact: true })).toBeVisible();
    expect(store.round).toBeNull();
    await expectAccessible();
  });
});
