import { crossChain } from '@popfray/engine';
import type { ShownEmote, WatchedBattle } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { muteEmotes } from './emotes.ts';
import { WatchScreen } from './WatchScreen.tsx';

const ID = 'session-0001';

/** What the server says next: an answer, the status of a failure, or nothing at all. */
let next: WatchedBattle | { readonly failure: string; readonly status: number } | null;
let sent: unknown[];

const battle = (changed: Partial<WatchedBattle> = {}): WatchedBattle => ({
  sessionId: ID,
  sessionName: 'Evening battle',
  status: 'playing',
  rulesId: crossChain.id,
  rulesVersion: crossChain.version,
  from: 0,
  until: 20,
  shownMs: 20_500,
  blocks: Array.from({ length: 80 }, (_, at) => Math.imul(at + 1, 2_654_435_761)),
  players: [
    { place: 0, username: 'Ann', blockchain: 'tron', isBot: false, clicks: [] },
    { place: 1, username: 'Ben', blockchain: 'sol', isBot: true, clicks: [] },
  ],
  emotes: [],
  ...changed,
});

const text = (words: string | RegExp) => page.getByText(words);

async function open(): Promise<void> {
  await show(
    <Route path={`${PATHS.watch}/:id`}>
      <WatchScreen />
    </Route>,
    `/watch/${ID}`,
  );
}

beforeEach(() => {
  next = null;
  sent = [];
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!path.startsWith('/api/')) return realFetch(input, init);
    if (init?.method === 'POST') {
      sent.push([path, init.body]);
      return Response.json({});
    }
    if (next === null) throw new TypeError('Failed to fetch');
    if ('failure' in next)
      return Response.json({ error: { code: next.failure, message: '' } }, { status: next.status });
    return Response.json(next);
  });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  muteEmotes(false);
});

describe('a watched battle', () => {
  test('shows every player’s field and score, and says that it is late', async () => {
    next = battle();
    await open();
    await expect.element(page.getByRole('heading', { name: 'Evening battle' })).toBeVisible();
    await expect.element(text(/about 10 seconds late/)).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'Players' }).getByText('Ann')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'Players' }).getByText('Ben')).toBeVisible();
    expect(document.querySelectorAll('canvas')).toHaveLength(2);
    await expect.poll(isDrawn).toBe(true);
    await expect.element(text(/^\d+ seconds left$/)).toBeVisible();
    await expectAccessible();
  });

  test('that has just begun names the players', async () => {
    next = battle({ status: 'waiting', until: 0, blocks: [], shownMs: -3_000 });
    await open();
    await expect.element(text('Ann and Ben')).toBeVisible();
    await expect.element(text(/The first second is shown in a moment/)).toBeVisible();
  });

  test('leads to its receipt at the end', async () => {
    next = battle({
      status: 'over',
      until: 60,
      shownMs: 60_000,
      blocks: Array.from({ length: 240 }, (_, at) => at * 7_919),
    });
    await open();
    await expect.element(text('The battle is over.')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Result and receipt' }))
      .toHaveAttribute('href', `/receipt/${ID}`);
  });

  test.each([
    ['ERR_SESSION_UNKNOWN', 404, /There is no such battle/],
    ['ERR_SPECTATORS', 503, /too many spectators/],
  ])('with the failure %s says so and offers a round', async (failure, status, words) => {
    next = { failure, status };
    await open();
    await expect.element(text(words)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Play Free Play' })).toBeVisible();
    await expectAccessible();
  });

  test.each<[string, Partial<WatchedBattle>, RegExp]>([
    ['that was stopped', { status: 'cancelled', until: 0, blocks: [], players: [] }, /was stopped/],
    ['of rules that the page does not know', { rulesVersion: 99 }, /This page is older/],
  ])('%s says so', async (_, changed, words) => {
    next = battle(changed);
    await open();
    await expect.element(text(words)).toBeVisible();
  });

  test('waits for a server that does not answer, and continues afterwards', async () => {
    await open();
    await expect.element(text(/The server does not answer/)).toBeVisible();
    next = battle();
    await expect.element(page.getByRole('heading', { name: 'Evening battle' })).toBeVisible();
    await expect.element(text(/The server does not answer/)).not.toBeInTheDocument();
  });
});

describe('emotes', () => {
  const emote: ShownEmote = { id: 'emote-1', emote: 'fire', username: 'Ann' };

  test('are sent by a button, not twice at once', async () => {
    next = battle();
    await open();
    const applause = page.getByRole('button', { name: 'Applause' });
    await expect.element(applause).toBeVisible();
    (applause.element() as HTMLElement).click();
    await expect.element(applause).toHaveAttribute('aria-disabled', 'true');
    (applause.element() as HTMLElement).click();
    expect(sent).toEqual([[`/api/live-battles/${ID}/emotes`, '{"emote":"clap"}']]);
  });

  test('of others are shown with the player’s name, and can be hidden', async () => {
    next = battle({ emotes: [emote, { ...emote, id: 'emote-2', username: null }] });
    await open();
    const log = page.getByRole('log', { name: 'Emotes of others' });
    await expect.element(log.getByText('Ann')).toBeVisible();
    await expect.element(log.getByText('Spectator')).toBeVisible();
    await page.getByRole('button', { name: 'Hide emotes' }).click();
    await expect.element(log).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Hide emotes' })).toHaveAttribute('aria-pressed', 'true');
  });
});

function isDrawn(): boolean {
  const canvas = document.querySelector('canvas');
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
  return data?.some((value) => value > 0) === true;
}
