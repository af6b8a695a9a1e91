import { CALLS, type Session } from '@popfray/protocol';
import type { BattleOver, BattleResult } from '@popfray/protocol/battle';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { callApi } from '../../data/api/call-api.ts';
import { Queries } from '../../data/api/Queries.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { fieldCanvas } from '../../testing/held-round.ts';
import { signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { dismissToast, showToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { BattleEnd } from './BattleEnd.tsx';
import { LiveBattle } from './LiveBattle.tsx';

let server: TestServer;
let address: string;
let battle: { readonly session: Session; readonly token: string };

/** Creates a free battle of this player and practice bots, and starts its countdown. */
async function startBattle(bots: 1 | 2 = 1): Promise<typeof battle> {
  const { session } = await callApi(CALLS.createSession, {
    body: { sessionName: 'Friday night', maxPlayers: bots === 1 ? 2 : 3, timeLimit: 300 },
  });
  const params = { id: session.id };
  for (let bot = 0; bot < bots; bot++) await callApi(CALLS.addBot, { params, body: { skill: 'expert' } });
  await callApi(CALLS.setReady, { params, body: { isReady: true } });
  const started = await callApi(CALLS.startSession, { params, body: {} });
  const { token } = await callApi(CALLS.getMySeat, { params });
  return { session: started, token };
}

const showBattle = (session = battle.session): Promise<void> =>
  show(
    <>
      <Queries>
        <LiveBattle session={session} token={battle.token} userId={address} />
      </Queries>
      <Toast />
    </>,
    `/cross-chain-session/${session.id}`,
  );

/** A figure of the HUD by its label. */
const figure = (name: string): string =>
  [...document.querySelectorAll('.hud > div')]
    .find((part) => part.querySelector('dt')?.textContent === name)
    ?.querySelector('dd')?.textContent ?? '';

const score = (): number => Number(figure('Score'));

/** Arrow keys by a word of the announced direction. */
const ARROWS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' } as const;

/** How long an arrow is held before the announcement is read again, ms. */
const HOLD_MS = 120;

/** Plays by keys alone, as the announcements say, until the score has increased: moves the cursor to the nearest bubble and clicks. */
async function scoreByKeys(): Promise<void> {
  const before = score();
  fieldCanvas().focus();
  await expect
    .poll(
      async () => {
        const words = document.querySelector('.field-canvas [role=status]')?.textContent ?? '';
        const keys = Object.entries(ARROWS).flatMap(([word, key]) => (words.includes(word) ? [key] : []));
        if (keys.length > 0) await userEvent.keyboard(keys.map((key) => `{${key}>}`).join(''));
        await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
        await userEvent.keyboard(`${keys.map((key) => `{/${key}}`).join('')} `);
        return score();
      },
      { interval: 50 },
    )
    .toBeGreaterThan(before);
}

/** Whether the server has the score that the page shows. */
async function isScoreKnown(): Promise<boolean> {
  const { participants } = await callApi(CALLS.getSession, { params: { id: battle.session.id } });
  return participants[0]?.score === score();
}

const boxOf = (selector: string): DOMRect => {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element.getBoundingClientRect();
};

/** Expects the field at the bottom of an upright phone, as wide as the screen, and the rival's picture in the room above it. */
async function expectFieldLow(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await expect.poll(() => boxOf('.play-field').width).toBeCloseTo(width, 0);
  scrollTo(0, 0);
  const [field, rival, figures] = [boxOf('.play-field'), boxOf('.rival'), boxOf('.hud')];
  expect(field.bottom).toBeLessThanOrEqual(height);
  expect(field.top).toBeGreaterThan(height * 0.4);
  expect(rival.bottom).toBeLessThanOrEqual(field.top);
  // The position is below the score.
  const [scoreBox, , positionBox] = [...document.querySelectorAll('.hud > div')].map((part) =>
    part.getBoundingClientRect(),
  );
  expect(positionBox?.left).toBe(scoreBox?.left);
  expect(rival.height).toBeGreaterThan((field.top - figures.bottom) * 0.6);
}

/** Expects the field directly below the figures in a wide window, and the emotes below the rivals beside it. */
async function expectFieldBelowFigures(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await expect.element(page.getByRole('button', { name: 'Hide emotes' })).toBeVisible();
  scrollTo(0, 0);
  const [field, rivals, figures, emotes] = [
    boxOf('.play-field'),
    boxOf('[aria-label=Opponents]'),
    boxOf('.hud'),
    boxOf('[aria-label=Emotes]'),
  ];
  expect(field.top - figures.bottom).toBeLessThan(20);
  expect(field.bottom).toBeLessThanOrEqual(height);
  expect(rivals.top).toBeCloseTo(field.top, 0);
  expect(emotes.left).toBeGreaterThan(field.right);
  expect(emotes.top).toBeGreaterThan(rivals.bottom);
  expect(emotes.bottom).toBeLessThan(field.bottom);
}

/** Expects the emotes in a flat window below the rival, and above the toast, which is 92 px high at the bottom. */
async function expectEmotesHigh(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await expect.element(page.getByRole('button', { name: 'Hide emotes' })).toBeVisible();
  scrollTo(0, 0);
  const [rival, emotes] = [boxOf('.rival'), boxOf('[aria-label=Emotes]')];
  expect(emotes.top).toBeGreaterThan(rival.bottom);
  expect(emotes.bottom).toBeLessThan(height - 96);
}

/** Expects the toast beside, above or below the field. */
async function expectToastClear(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  scrollTo(0, 0);
  dismissToast();
  showToast({ kind: 'good', title: 'Game Started', text: 'The game has begun! Good luck!' });
  await expect.element(page.getByText('The game has begun! Good luck!')).toBeVisible();
  const [toast, field] = [boxOf('.toast'), boxOf('.play-field')];
  const isClear =
    toast.left >= field.right || toast.right <= field.left || toast.bottom <= field.top || toast.top >= field.bottom;
  expect({ width, height, toast, field, isClear }).toMatchObject({ isClear: true });
}

beforeAll(async () => {
  localStorage.clear();
  server = await openServer();
  address = await signInByDevWallet();
});
afterEach(cleanup);
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

describe('a live battle against the real server', () => {
  // On a busy machine one battle of a minute could end before all tests. A player can be in three.

  test('shows a countdown with the commitment, and starts when the server says so', async () => {
    battle = await startBattle();
    await showBattle();
    await expect.element(page.getByText('The battle starts in')).toBeVisible();
    // A busy machine looks at the page too late.
    let startedAt = Number.POSITIVE_INFINITY;
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes('The battle starts in')) startedAt = Math.min(startedAt, Date.now());
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    await expectFieldLow(390, 844);
    await expectFieldLow(360, 640);
    await page.viewport(1366, 768);
    await page.getByText('How is that fair?').click();
    await expect.element(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
    await fieldReady();
    await expectAccessible();
    await expect.element(page.getByText('The battle starts in')).not.toBeInTheDocument();
    observer.disconnect();
    expect(Math.abs(startedAt - (battle.session.startsAt ?? 0))).toBeLessThan(1_500);
    await scoreByKeys();
    await expect.poll(() => document.querySelector('.rival')?.textContent).toMatch(/^Practice bot · expert[1-9]\d*BOT/);
    expect(figure('Position')).toMatch(/^(1st|2nd) of 2$/);
    await expectAccessible();
  });

  test('has the field, the emotes and toasts in their places at every size', async () => {
    await showBattle();
    await fieldReady();
    await expectEmotesHigh(844, 390);
    await expectEmotesHigh(667, 375);
    await expectFieldBelowFigures(1920, 1080);
    await expectFieldBelowFigures(1366, 768);
    for (const [width, height] of [
      [390, 844],
      [667, 375],
      [768, 1024],
      [844, 390],
      [1024, 768],
      [1366, 768],
      [1920, 1080],
    ] as const)
      await expectToastClear(width, height);
  });

  test('has room for the emotes below two rivals', async () => {
    battle = await startBattle(2);
    await showBattle();
    await fieldReady();
    await expect.poll(() => document.querySelectorAll('.rival').length).toBe(2);
    await expectFieldBelowFigures(1920, 1080);
    await expectFieldBelowFigures(1366, 768);
  });

  test('is resumed after a reload and after a lost connection', async () => {
    await showBattle();
    await fieldReady();
    await scoreByKeys();
    // The click may still wait for others: the page sends it before it goes.
    await cleanup();
    await showBattle();
    await fieldReady();
    await expect.poll(score).toBeGreaterThan(0);
    const before = score();
    server.isAway = true;
    server.cutSockets();
    await expect.element(page.getByText('Connection lost. Reconnecting; your round continues.')).toBeVisible();
    server.isAway = false;
    await expect
      .element(page.getByText('Connection lost. Reconnecting; your round continues.'))
      .not.toBeInTheDocument();
    expect(score()).toBe(before);
    await scoreByKeys();
    await expect.element(page.getByText(/came too late/)).not.toBeInTheDocument();
    // The server's replay of the player's clicks has the same score.
    await expect.poll(isScoreKnown).toBe(true);
  });

  test('moves to the newest tab, and returns on request', async () => {
    battle = await startBattle();
    await showBattle();
    await fieldReady();
    await scoreByKeys();
    await expect.poll(isScoreKnown).toBe(true);
    const { sessionId, ...seat } = { sessionId: battle.session.id, userId: address, token: battle.token };
    const other = new WebSocket(`ws://${location.host}/ws`);
    other.addEventListener('open', () => {
      other.send(JSON.stringify({ type: 'init' }));
      other.send(JSON.stringify({ type: 'battle_enter', sessionId, ...seat }));
    });
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).toBeVisible();
    await page.getByRole('button', { name: 'Play here' }).click();
    await expect.poll(score).toBeGreaterThan(0);
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).not.toBeInTheDocument();
    other.close();
  });

  test('asks for confirmation before it is left, and then disconnects', async () => {
    await showBattle();
    await fieldReady();
    await scoreByKeys();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(page.getByText(/^You give up: what you have scored stands/)).toBeVisible();
    await page.getByRole('button', { name: 'Stay and play' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    expect(location.pathname).toBe('/lobby');
    await cleanup();
    await showBattle();
    await expect.element(page.getByRole('heading', { name: 'Not in this battle' })).toBeVisible();
    await expectAccessible();
  });
});

describe('the end of a battle', () => {
  const result = (place: number, changed: Partial<BattleResult> = {}): BattleResult => ({
    place,
    userId: place === 0 ? address : `bot-${String(place)}`,
    score: 900,
    popped: 30,
    bestCombo: 7,
    position: 1,
    shareSun: 0,
    status: 'finished',
    ...changed,
  });
  const over = (results: BattleResult[]): BattleOver => ({
    type: 'battle_over',
    sessionId: battle.session.id,
    outcome: results.length === 0 ? 'cancelled' : 'settled',
    results,
  });
  const showEnd = (end: BattleOver, changed: Partial<Session> = {}): Promise<void> =>
    show(
      <>
        <Queries>
          <div className="field-frame">
            <BattleEnd result={end} session={{ ...battle.session, ...changed }} userId={address} rematch={null} />
          </div>
        </Queries>
      </>,
      '/cross-chain-session/over',
    );
  const PAID = { entryFeeSun: 10_000_000, paidSun: 10_000_000 };

  test.each<[string, () => BattleOver, Partial<Session>, string, string]>([
    [
      'won',
      () => over([result(0, { shareSun: 9_600_000 }), result(1, { position: 2 })]),
      PAID,
      'You won!',
      '9.6 TRX was added to your Popfray balance. Spend it here or withdraw it.',
    ],
    [
      'won much',
      () => over([result(0, { shareSun: 19_200_000 }), result(1, { position: 2 })]),
      PAID,
      'You won!',
      '19.2 TRX is on its way to your wallet.',
    ],
    ['tied', () => over([result(0), result(1)]), {}, 'Shared first place', 'A free battle: nothing was at stake.'],
    [
      'lost to a bot',
      () => over([result(0, { position: 2 }), result(1)]),
      PAID,
      '2nd of 2',
      'No winner is paid in TRX, so the winner’s part goes to the house.As its creator you get 0.1 TRX on your Popfray balance.',
    ],
    [
      'lost to another chain, to whose part the best TRON player is entitled',
      () => over([result(0, { position: 3 }), result(1), result(2, { position: 2, shareSun: 19_200_000 })]),
      PAID,
      '3rd of 3',
      'A player who is not paid in TRX won, so the prize goes to the best TRON player.',
    ],
    [
      'lost to a player',
      () => over([result(0, { position: 2 }), result(1, { shareSun: 19_200_000 })]),
      PAID,
      '2nd of 2',
      'The prize went to the winner.',
    ],
    [
      'called off',
      () => over([]),
      { ...PAID, reason: 'nobody-played' },
      'The battle was called off',
      'No player scored a point, so there is no winner. Your fee of 10 TRX is back on your Popfray balance.',
    ],
  ])('shows the result and the money: %s', async (_, make, changed, title, money) => {
    await showEnd(make(), changed);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(page.getByRole('status').filter({ hasText: money })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View receipt' }))
      .toHaveAttribute('href', `/receipt/${battle.session.id}`);
    const hasFee = (changed.entryFeeSun ?? 0) > 0;
    expect(page.getByText(/^Popfray balance: [\d.,]+ TRX$/).elements()).toHaveLength(hasFee ? 1 : 0);
    if (title === '2nd of 2') await expectAccessible();
  });

  test('asks before a rematch is paid for, also where only the wallet can pay', async () => {
    await showEnd(over([result(0), result(1)]), PAID);
    const calls = server.calls.length;
    await page.getByRole('button', { name: 'Rematch for 10 TRX' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Rematch for 10 TRX' })).toBeVisible();
    expect(server.calls.slice(calls).filter((call) => call.startsWith('POST'))).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
  });

  test.each([390, 320])('fits %i px with eight players, and with the longest name', async (width) => {
    await page.viewport(width, 700);
    const results = Array.from({ length: 8 }, (__, place) =>
      result(place, { position: place + 1, userId: 'W'.repeat(34), score: 99_999 }),
    );
    await showEnd(over(results), PAID);
    await expect.element(page.getByRole('button', { name: 'Rematch for 10 TRX' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await cleanup();
    const session = { ...battle.session, sessionName: 'W'.repeat(50) };
    await showBattle(session);
    await expect.element(page.getByRole('heading', { name: session.sessionName })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});
