import {
  ADMIN_CALLS,
  type AdminSystem,
  type FoundTransfer,
  type PayoutFreeze,
  type ShareStory,
} from '@popfray/protocol/admin';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import type { DeskScene } from '../../../desk-scene.fixture.ts';
import { account } from '../../data/account/state.ts';
import { App } from '../../app/App.tsx';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { loadLanguage } from '../../data/messages/texts.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, signInAsHouse } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { TABS, type Tab } from './desk-path.ts';
import { refreshDesk } from './queries.ts';
import '../../app/style.css';

/** SPEC section 9, timings: admin poll 30 s. */
const POLL_MS = 30_000;

let server: TestServer;
let sessionId: string;
let scene: DeskScene;
let other: DeskScene;

const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name, exact: true });
const region = (name: string) => main.getByRole('region', { name, exact: true }).first();
const dialog = page.getByRole('dialog');
/** The row of a measurement of a held round or share. */
const measurement = (name: string) => region('How it was played').getByRole('row', { name: new RegExp(`^${name}`) });
/** The value of a fact; undefined while it is not shown. */
const factOf = (facts: Locator, name: string): string | null | undefined =>
  facts.getByText(name, { exact: true }).query()?.nextElementSibling?.textContent;
const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
const posts = (path: string): number => server.calls.filter((call) => call === `POST ${path}`).length;

async function open(path = '/admin'): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

beforeAll(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  sessionId = await server.host({}, 1);
  scene = await server.leaveForDesk(sessionId);
  other = await server.leaveForDesk(sessionId);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
afterEach(async () => {
  vi.useRealTimers();
  await loadLanguage('en');
  await cleanup();
  await page.viewport(1366, 768);
  queryClient.clear();
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  connectivity.setState({ status: 'online' });
  toasts.setState({ message: null });
});

describe('the desk', () => {
  test('is for operators alone: other players are redirected to the first page, and nothing is asked', async () => {
    await open();
    await expect.poll(() => location.pathname).toBe('/');
    expect(server.calls.filter((call) => call.includes('/api/admin'))).toEqual([]);
  });

  test('opens for the house, which the dev wallet offers on a dev chain, with the figures of the specification', async () => {
    await signInAsHouse();
    await open();
    await expect.element(main.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    const cards = region('Figures at a glance');
    await expect.element(cards.getByText('Total revenue')).toBeVisible();
    await expect.element(cards.getByText('0 TRX today')).toBeVisible();
    // The host, a guest, two players, and the house.
    await expect.element(cards.getByText('5 new today')).toBeVisible();
    await expect.element(cards.getByText(/^[\d,.]+ TRX$/).nth(1)).toBeVisible();
    await expect.element(cards.getByText('2.0 players on average')).toBeVisible();
    await expect.element(region('Waiting for you').getByRole('link', { name: 'Held rounds 2' })).toBeVisible();
    await expect.element(region('Paid play').getByText('Running')).toBeVisible();
    await expect.element(main.getByRole('img', { name: /^New players a day: 5 in 30 days, most 5 on / })).toBeVisible();
    await expectAccessible();
  });

  test('keeps its figures when a refresh fails, shows their age, and recovers by the button', async () => {
    await open();
    await expect.element(main.getByText(/^Figures of /)).toBeVisible();
    server.instead = (_, path) => (path.startsWith('/api/admin') ? new Response('<html>', { status: 500 }) : null);
    await button('Refresh Data').click();
    await expect.element(main.getByText(/^The figures could not be refreshed\. What you see is of /)).toBeVisible();
    await expect.element(main.getByText('5 new today')).toBeVisible();
    server.instead = null;
    await button('Refresh Data').click();
    await expect.element(main.getByText(/^Figures of /)).toBeVisible();
  });

  test('refreshes its figures every 30 seconds, but not while it is hidden', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const readings = (): number => server.calls.filter((call) => call === 'GET /api/admin/system').length;
    await open('/admin?tab=system');
    await expect.element(region('Server').getByText('Database connections')).toBeVisible();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const before = readings();
    vi.advanceTimersByTime(POLL_MS - 1_000);
    expect(readings()).toBe(before);
    vi.advanceTimersByTime(1_000);
    await expect.poll(readings).toBe(before + 1);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    vi.advanceTimersByTime(2 * POLL_MS);
    expect(readings()).toBe(before + 1);
    seen.mockReturnValue('visible');
    vi.advanceTimersByTime(POLL_MS);
    await expect.poll(readings).toBe(before + 2);
    seen.mockRestore();
  });

  test('shows an error for each section that cannot be loaded, and retries', async () => {
    server.instead = (_, path) => (path === '/api/admin/system' ? failure('ERR_RATE') : null);
    await open('/admin?tab=system');
    await expect.element(region('Requests').getByRole('alert')).toBeVisible();
    await expect.element(region('Figures at a glance').getByText('5 new today')).toBeVisible();
    server.instead = null;
    await region('Requests').getByRole('button', { name: 'Try again' }).click();
    await expect.element(region('Server').getByText('Database connections')).toBeVisible();
  });

  test('shows for each provider of nodes whether it answers, and when it is asked again', async () => {
    await open('/admin?tab=system');
    await expect.element(region('Storage and network').getByText('One, without a backup')).toBeVisible();
    const system: AdminSystem = {
      dbConnections: 1,
      activeWebSockets: 0,
      serverUptime: 60,
      errorRate: 0,
      responseTime: 1,
      responseTime95: 2,
      responseTime99: 3,
      requests: 0,
      since: null,
      chain: 'ok',
      nodeProviders: [
        { host: 'one.example', state: 'resting', code: 'ERR_CHAIN_BUSY', retryAt: Date.now() + 60_000 },
        { host: 'two.example', state: 'resting', code: 'ERR_CHAIN_UNREACHABLE', retryAt: null },
        { host: 'three.example', state: 'ok', code: null, retryAt: null },
      ],
      redis: 'unused',
      isBridgeActive: true,
      databaseBytes: 0,
      memoryBytes: 0,
      droppedLogLines: 0,
      clockLeaps: 0,
      databaseRetries: 0,
    };
    server.instead = (_, path) => (path === '/api/admin/system' ? Response.json(system) : null);
    await button('Refresh Data').click();
    const values = (): (string | null | undefined)[] =>
      ['one', 'two', 'three'].map((name) => factOf(region('Storage and network'), `Node ${name}.example`));
    await expect
      .poll(values)
      .toEqual([
        expect.stringMatching(/^Rests until .+ \(ERR_CHAIN_BUSY\)$/),
        'Failed last (ERR_CHAIN_UNREACHABLE)',
        'Answers',
      ]);
  });

  test('redirects when the server says that the player is no longer an operator', async () => {
    await open();
    await expect.element(main.getByText('5 new today')).toBeVisible();
    server.instead = (_, path) => (path === '/api/admin/stats' ? failure('ERR_ADMIN') : null);
    await button('Refresh Data').click();
    await expect.poll(() => location.pathname).toBe('/');
    // The desk stays until the other screen is rendered.
    await expect.poll(() => queryClient.getQueryCache().findAll({ queryKey: ['desk'] })).toEqual([]);
  });

  test.each([
    ['zh', '暂停付费游戏', '这不是 TRON 地址。'],
    ['ja', '有料プレイを停止', 'TRON アドレスではありません。'],
  ] as const)('is in the language of the page, with the errors of the server (%s)', async (language, pause, error) => {
    await loadLanguage(language);
    await open('/admin?tab=solvency');
    await expect.element(button(pause)).toBeVisible();
    await cleanup();
    await open('/admin/player/unknown');
    await expect.element(main.getByText(error)).toBeVisible();
  });

  const FIRST_WORDS: Readonly<Record<Tab, string>> = {
    overview: 'Waiting for you',
    players: 'Top earners',
    financial: 'Since the beginning',
    system: 'Requests',
    transactions: 'Transactions, newest first',
    review: 'Held rounds',
    chat: 'Muted players',
    payouts: 'Open payouts, those that need action first',
    solvency: 'Reconciliation',
    settings: 'Limits of earnings and of first withdrawals',
    audit: 'What was done at the desk, newest first',
  };

  test('has a separate address for each tab, and none is wider than the window', async () => {
    await page.viewport(320, 844);
    await open();
    for (const tab of TABS) {
      await main.getByRole('link', { name: LINKS[tab] }).first().click();
      await expect.element(region(FIRST_WORDS[tab])).toBeVisible();
      expect(new URLSearchParams(location.search).get('tab')).toBe(tab);
      expect(`${tab} ${String(document.documentElement.scrollWidth)}`).toBe(`${tab} 320`);
    }
  });

  const LINKS: Readonly<Record<Tab, RegExp>> = {
    overview: /^Overview/,
    players: /^Players/,
    financial: /^Financial/,
    system: /^System/,
    transactions: /^Transactions/,
    review: /^Review/,
    chat: /^Chat reports/,
    payouts: /^Payouts/,
    solvency: /^Solvency/,
    settings: /^Settings/,
    audit: /^Audit log/,
  };
});

describe('a held round', () => {
  test('is reviewed and refused with a reason, once even if the button is clicked repeatedly', async () => {
    await open('/admin?tab=review');
    await main.getByRole('link', { name: new RegExp(`^TRON_${scene.address.slice(0, 6)}`) }).click();
    await expect.element(main.getByRole('slider', { name: 'Position' })).toBeVisible();
    await expect.element(measurement('Median time to a strike').getByText('below 105 ms')).toBeVisible();
    await expect.element(measurement('Variation of the time between clicks').getByText('below 2 %')).toBeVisible();
    await expect.element(measurement('Median distance').getByText('not applied to a round with a path')).toBeVisible();
    const landed = measurement('Clicks that land on a bubble');
    await expect.element(landed.getByText(/^\d+ %$/)).toBeVisible();
    await expect.element(landed.getByText('below 35 %, from 30 clicks on')).toBeVisible();
    await expect.element(landed.getByText('No', { exact: true })).toBeVisible();
    const facts = region(`Round of TRON_${scene.address.slice(0, 6)}`);
    await expect.poll(() => factOf(facts, 'Score of the pointer’s path')).toMatch(/^\d+\.\d$/);
    await expect.poll(() => factOf(facts, 'Clicks that the path contradicts')).toBe('0');
    await expect.poll(() => factOf(facts, 'Clicks made with')).toMatch(/^mouse \d+, touch 0, keyboard 0$/);
    await expect
      .element(main.getByRole('img', { name: /^Time between clicks: \d+ clicks, most of them at / }))
      .toBeVisible();
    await expect.element(main.getByRole('img', { name: /^Where \d+ strikes landed in the bubble/ })).toBeVisible();
    const path = main.getByRole('img', {
      name: /^The pointer’s path over the field: [\d,]{3,} samples, \d+ clicks\.$/,
    });
    const drawn = (part: string): Element | null => path.element().querySelector(`[data-${part}]`);
    await expect.element(path).toBeVisible();
    await main.getByRole('slider', { name: 'Position' }).fill('30000');
    await expect.poll(() => drawn('part="3"')?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){5,}$/);
    expect(drawn('pointer')?.getAttribute('visibility')).toBe('visible');
    expect(drawn('click="0"')?.getAttribute('visibility')).toBe('visible');
    await main.getByRole('checkbox', { name: /^Show the pointer’s path/ }).click();
    await expect.element(path).not.toBeInTheDocument();
    await main.getByRole('checkbox', { name: /^Show the pointer’s path/ }).click();
    const people = region('Compared with people');
    await expect
      .element(people.getByText(/^\d+ of 47 statistics lie outside the range of 98 % of people\.$/))
      .toBeVisible();
    await expect
      .element(
        people.getByRole('img', { name: /^Straightness: 1, above people\. Percentile 1: 0\.54, median 0\.7\d, / }),
      )
      .toBeVisible();
    await expect.element(people.getByRole('img', { name: /^Distance from the centre, median: \d+ %, / })).toBeVisible();
    await expectAccessible();

    await button('Refuse').click();
    await expect.element(dialog.getByText(/gets nothing of the [\d.]+ TRX that it earned/)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: /^Refuse [\d.]+ TRX$/ });
    await confirm.click();
    await expect.element(dialog.getByText('Give a reason of at least 3 characters.')).toBeVisible();
    await expectAccessible();
    await dialog.getByLabelText('Reason').fill('No hand plays like this.');
    await confirm.dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(posts(`/api/admin/reviews/${scene.roundId}`)).toBe(1);
    await expect.element(main.getByText(/^Refused by TDqkrS…wZJq, .*: No hand plays like this\.$/)).toBeVisible();
    await expect.element(button('Refuse')).not.toBeInTheDocument();
    // The button that opened the dialog has been removed.
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus();
    await expect.element(main.getByRole('link', { name: /^Review 1/ })).toBeVisible();
    await main.getByRole('link', { name: 'Decided' }).click();
    await expect.element(region('Decided rounds').getByText('Refused')).toBeVisible();
  });

  test('that is decided in another tab is shown as such, and cannot be decided again', async () => {
    await open(`/admin?tab=review&round=${other.roundId}`);
    await main.getByRole('button', { name: /^Pay [\d.]+ TRX$/ }).click();
    await expect.element(dialog.getByText(/are credited to the balance of/)).toBeVisible();
    await dialog.getByLabelText('Reason').fill('It looks like a hand.');
    const body = { outcome: 'paid', reason: 'Paid elsewhere.' } as const;
    await callApi(ADMIN_CALLS.decideReview, { params: { id: other.roundId }, body });
    // The tab has old data; the server refuses.
    await dialog.getByRole('button', { name: /^Pay [\d.]+ TRX$/ }).click();
    await expect.element(dialog.getByText('Decided elsewhere meanwhile.')).toBeVisible();
    await expect.element(dialog.getByText(/^Paid by TDqkrS…wZJq, .*: Paid elsewhere\.$/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(main.getByText(/^Paid by TDqkrS…wZJq/)).toBeVisible();
  });
});

test('a held share that was played with the keyboard is shown as such, with the limits of a round without a path', async () => {
  const round = await callApi(ADMIN_CALLS.getReview, { params: { id: other.roundId } });
  const share: ShareStory = {
    ...round,
    sessionId,
    sessionName: 'Evening battle',
    position: 1,
    amountSun: 1_000_000,
    heldAt: round.playedAt,
    conduct: { ...round.conduct, suspicions: ['aimless'], pathScore: null, contradicted: 12 },
    decision: null,
    hitPct: 34,
    aimScore: 3.2,
    clicksByDevice: { mouse: 0, touch: 0, keyboard: 120 },
    limits: { ...round.limits, fastMs: 180, regularPct: 6, precise: { offsetPct: 8, reactionMs: 400 } },
    playerShares: { clear: 1, held: 1, paid: 0, refused: 0 },
  };
  server.instead = (_, path) => (path.startsWith('/api/admin/held-shares/') ? Response.json(share) : null);
  await open('/admin?tab=review&share=1');
  await expect.element(measurement('Median time to a strike').getByText('below 180 ms')).toBeVisible();
  await expect.element(measurement('Variation of the time between clicks').getByText('below 6 %')).toBeVisible();
  await expect.element(measurement('Median distance').getByText('below 8 %, and strikes within 400 ms')).toBeVisible();
  const landed = measurement('Clicks that land on a bubble');
  await expect.element(landed.getByText('34 %')).toBeVisible();
  await expect.element(landed.getByText('Yes', { exact: true })).toBeVisible();
  const chance = measurement('Clicks that land more often than by chance');
  await expect.element(chance.getByText('3.2')).toBeVisible();
  await expect.element(chance.getByText('below 5, and fewer than 50 % land, from 30 clicks on')).toBeVisible();
  const facts = region(`Share of ${share.username}`);
  expect(factOf(facts, 'Score of the pointer’s path')).toBe('Too little movement to tell');
  expect(factOf(facts, 'Clicks that the path contradicts')).toBe('12');
  expect(factOf(facts, 'Clicks made with')).toBe('mouse 0, touch 0, keyboard 120');
});

describe('the settings', () => {
  const row = (name: string) => main.getByRole('row', { name: new RegExp(`^${name}`) });

  test('show the default and the value in force, and a change with its audit line', async () => {
    await open('/admin?tab=settings');
    await expect.element(row('Most of one round').getByText('25 TRX').first()).toBeVisible();
    await expect.element(row('Most of one round').getByText('Never')).toBeVisible();
    await expect.element(main.getByText('No setting has been changed yet.')).toBeVisible();
    await expectAccessible();
    await button('Change: Most of one round').click();
    const value = dialog.getByLabelText('Value in TRX');
    await expect.element(value).toHaveValue('25');
    await value.fill('12.5');
    await dialog.getByLabelText('Reason').fill('Fewer keys.');
    await dialog.getByRole('button', { name: 'Change', exact: true }).dblClick();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(posts('/api/admin/settings')).toBe(1);
    await expect.element(row('Most of one round').getByText('12.5 TRX')).toBeVisible();
    await expect.element(region('Newest changes').getByText('25 TRX → 12.5 TRX: Fewer keys.')).toBeVisible();
  });

  test('refuse a value outside the bounds before it is sent, and restore the default', async () => {
    await open('/admin?tab=settings');
    await button('Change: Most of the day’s budget in one hour').click();
    const sent = posts('/api/admin/settings');
    await dialog.getByLabelText('Value in percent').fill('101');
    await dialog.getByLabelText('Reason').fill('Too much.');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect.element(dialog.getByText('Enter a whole number from 1 to 100.')).toBeVisible();
    await expectAccessible();
    expect(posts('/api/admin/settings')).toBe(sent);
    await userEvent.keyboard('{Escape}');
    await button('Change: Most of one round').click();
    await dialog.getByRole('button', { name: 'Use the default' }).click();
    await expect.element(dialog.getByLabelText('Value in TRX')).toHaveValue('25');
    await dialog.getByLabelText('Reason').fill('As it was.');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row('Most of one round').getByText('Never')).toBeVisible();
    await expect.element(region('Newest changes').getByText('12.5 TRX → 25 TRX (default): As it was.')).toBeVisible();
  });

  test('that cannot be loaded or changed say so', async () => {
    server.instead = (_, path) => (path === '/api/admin/settings' ? failure('ERR_RATE') : null);
    await open('/admin?tab=settings');
    await expect.element(main.getByRole('alert').first()).toBeVisible();
    server.instead = null;
    await main.getByRole('button', { name: 'Try again' }).first().click();
    await button('Change: Wait of a first withdrawal').click();
    server.instead = (method) => (method === 'POST' ? failure('ERR_SETTING_VALUE') : null);
    await dialog.getByLabelText('Value in hours').fill('24');
    await dialog.getByLabelText('Reason').fill('Test.');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await expect.element(dialog.getByText('This value is outside the bounds of the setting.')).toBeVisible();
  });
});

describe('other pending decisions', () => {
  test('a reported message is hidden, and its author muted and unmuted', async () => {
    await open('/admin?tab=chat');
    const message = main.getByRole('listitem').filter({ hasText: scene.messageId }).first();
    await expect.element(message.getByText('Reported once')).toBeVisible();
    await message.getByRole('button', { name: 'Mute the writer' }).click();
    await dialog.getByRole('combobox', { name: 'For how long' }).selectOptions('week');
    await dialog.getByLabelText('Reason').fill('Sells things');
    await dialog.getByRole('button', { name: 'Mute the writer' }).click();
    await expect.element(region('Muted players').getByText('Sells things')).toBeVisible();
    await message.getByRole('button', { name: 'Hide the message' }).click();
    await dialog.getByLabelText('Reason').fill('Advertising');
    await dialog.getByRole('button', { name: 'Hide the message' }).click();
    await expect.element(main.getByText(scene.messageId)).not.toBeInTheDocument();
    await main.getByRole('link', { name: 'Decided' }).click();
    await expect.element(main.getByText(/^Hidden by TDqkrS…wZJq, .*: Advertising$/)).toBeVisible();
    await region('Muted players').getByRole('button', { name: 'Let the writer write again' }).click();
    await dialog.getByLabelText('Reason').fill('Has said sorry');
    await dialog.getByRole('button', { name: 'Let write again' }).click();
    await expect.element(region('Muted players').getByText('No player is muted.')).toBeVisible();
  });

  test('a stuck payout is refunded to the player’s balance', async () => {
    await open('/admin?tab=payouts');
    const row = main.getByRole('row').filter({ hasText: short(scene.address) });
    await expect.element(row.getByText('The node refuses it: the account is frozen.')).toBeVisible();
    await row.getByRole('button', { name: 'Give back' }).click();
    await expect.element(dialog.getByText(/^12\.5 TRX go back to the player’s balance here/)).toBeVisible();
    await dialog.getByLabelText('Reason').fill('The player asked for it.');
    await dialog.getByRole('button', { name: 'Give 12.5 TRX back' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row).not.toBeInTheDocument();
  });
});

describe('frozen payouts', () => {
  const TXID = 'ab'.repeat(32);
  const WALLET = 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy';
  const transfer: FoundTransfer = {
    txid: TXID,
    explorerUrl: null,
    direction: 'out',
    address: WALLET,
    amountSun: 20_000_000,
    blockNumber: 990,
    atMs: Date.UTC(2026, 0, 15, 12),
    status: 'undecided',
    debtSun: 0,
    debtStatus: 'none',
  };
  const frozen: PayoutFreeze = {
    isFrozen: true,
    cause: 'restored',
    since: Date.UTC(2026, 0, 15, 12),
    waitsUntil: Date.UTC(2026, 0, 15, 12, 11),
    blockNumber: 1_200,
    targetNumber: 3_400,
    trouble: 'the node does not answer',
    transfers: [transfer],
  };
  let freeze = frozen;
  const answerWith = (decided: PayoutFreeze): void => {
    server.instead = (method, path) => {
      if (!path.startsWith('/api/admin/payout-freeze')) return null;
      if (method === 'POST') freeze = decided;
      return Response.json(freeze);
    };
  };

  test('show the cause, the progress of the chain scan and the pending decisions, which need a reason', async () => {
    freeze = frozen;
    answerWith({ ...frozen, transfers: [] });
    await open('/admin?tab=payouts');
    const part = region('Payouts frozen');
    await expect.element(part.getByText(/a backup was put back/)).toBeVisible();
    await expect.element(part.getByText('Blocks read: up to 1,200 of 3,400')).toBeVisible();
    await expect.element(part.getByText(/^Stays frozen until the chain is past/)).toBeVisible();
    await expect.element(part.getByText('The scan has stopped: the node does not answer')).toBeVisible();
    await expect.element(part.getByText('One transfer out needs your decision before payouts open.')).toBeVisible();
    await expectAccessible();
    await part.getByRole('button', { name: 'Made by hand' }).click();
    await expect
      .element(dialog.getByText(`20 TRX went from the house’s wallet to ${short(WALLET)}.`, { exact: false }))
      .toBeVisible();
    await dialog.getByLabelText('Reason').fill('Moved to the cold wallet');
    await dialog.getByRole('button', { name: 'It was made by hand' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(part.getByText(/your decision/)).not.toBeInTheDocument();
    expect(posts(`/api/admin/payout-freeze/transfers/${TXID}`)).toBe(1);
  });

  test('keep the decisions in sight on a phone', async () => {
    freeze = frozen;
    answerWith(frozen);
    await page.viewport(390, 844);
    await open('/admin?tab=payouts');
    const decision = region('Payouts frozen').getByRole('button', { name: 'Made by hand' });
    await expect.element(decision).toBeVisible();
    const { left, right } = decision.element().getBoundingClientRect();
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThanOrEqual(390);
    await expectAccessible();
  });

  test('leave uncovered amounts to be written off after they are open again', async () => {
    freeze = {
      ...frozen,
      isFrozen: false,
      since: null,
      waitsUntil: null,
      transfers: [{ ...transfer, status: 'booked', debtSun: 7_500_000, debtStatus: 'open' }],
    };
    answerWith({ ...freeze, transfers: [] });
    await open('/admin?tab=payouts');
    const part = region('Transfers from before a restore');
    await expect.element(part.getByRole('row').filter({ hasText: '7.5' })).toBeVisible();
    await expect.element(part.getByRole('button', { name: 'Collect' })).toBeVisible();
    await part.getByRole('button', { name: 'Write off' }).click();
    await dialog.getByLabelText('Reason').fill('The player had earned it');
    await dialog.getByRole('button', { name: 'Write 7.5 TRX off' }).click();
    await expect.element(part).not.toBeInTheDocument();
    expect(posts(`/api/admin/payout-freeze/debts/${TXID}`)).toBe(1);
  });
});

test('paid play is paused and resumed with a reason; a lost answer is shown as such', async () => {
  await open('/admin?tab=solvency');
  await expect.element(main.getByRole('img', { name: /TRX that the wallet holds are owed\.$/ })).toBeVisible();
  await button('Pause paid play').click();
  await dialog.getByLabelText('Reason').fill('A look at the books');
  server.losesAnswer = (method, path) => method === 'POST' && path === '/api/admin/pause';
  await dialog.getByRole('button', { name: 'Pause paid play' }).click();
  // The action was executed nevertheless, and the refreshed desk shows it.
  await expect.element(dialog.getByText('The server’s answer was lost. This is how it stands:')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(main.getByText(/^Paused at the desk .*: A look at the books$/)).toBeVisible();
  await button('Resume paid play').click();
  await dialog.getByLabelText('Reason').fill('All is well');
  await dialog.getByRole('button', { name: 'Resume paid play' }).click();
  await expect.element(main.getByText('Paid play is running')).toBeVisible();
});

test('the ledger is reconciled with itself and the chain', async () => {
  await open('/admin?tab=solvency');
  const part = region('Reconciliation');
  await part.getByRole('button', { name: 'Check now' }).click();
  await expect.element(part.getByText('Everything agrees')).toBeVisible();
  await expect.element(part.getByText(/ledger entries read/)).toBeVisible();
});

test('each difference of the ledger is listed', async () => {
  const differences = [{ code: 'ERR_LEDGER_SUM', message: 'Entry 7 is 1 sun short.' }];
  const report = {
    status: 'done',
    startedAt: 1_790_000_000_000,
    endedAt: 1_790_000_001_000,
    isSound: false,
    entries: 7,
    compared: 1,
    battles: 0,
    totals: [{ kind: 'escrow', accounts: 2, balanceSun: 25_000_001 }],
    differences,
    unchecked: ['The node did not answer for 1 transaction.'],
  };
  server.instead = (_, path) => (path === '/api/admin/reconciliation' ? Response.json(report) : null);
  await open('/admin?tab=solvency');
  for (const words of ['1 difference', 'ERR_LEDGER_SUM', 'Entry 7 is 1 sun short.', 'Not checked', '25.000001 TRX'])
    await expect.element(region('Reconciliation').getByText(words, { exact: true })).toBeVisible();
});

describe('a search', () => {
  test('finds a player by the start of an address, and one page shows everything about the player', async () => {
    await open();
    const entry = main.getByRole('searchbox');
    await entry.fill('ab');
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByText('Type at least 3 characters.')).toBeVisible();
    await entry.fill(scene.address.slice(0, 8));
    await userEvent.keyboard('{Enter}');
    await region(`Found for “${scene.address.slice(0, 8)}”`)
      .getByRole('link', { name: `TRON_${scene.address.slice(0, 6)}` })
      .click();
    expect(location.pathname).toBe(`/admin/player/${scene.address}`);
    await expect.element(main.getByText(scene.address, { exact: true })).toBeVisible();
    await expect.element(region('Ledger').getByText('Withdrawal returned')).toBeVisible();
    await expect.element(region('Rounds').getByText('Refused')).toBeVisible();
    await expectAccessible();
    await region('Rounds')
      .getByRole('link', { name: /^Path like a program’s/ })
      .click();
    await expect.element(main.getByText(/^Refused by TDqkrS…wZJq/)).toBeVisible();
  });

  test('finds a session, and one page shows its complete history', async () => {
    await open(`/admin/session/${sessionId}`);
    await expect.element(main.getByRole('heading', { name: 'Session Evening battle' })).toBeVisible();
    const story = region('The whole story, in the order of time');
    await expect.element(story.getByText('hidden')).toBeVisible();
    await expect.element(story.getByText('Hid a message')).toBeVisible();
  });

  test('may find nothing', async () => {
    await open('/admin/session/no-such-session');
    await expect.element(main.getByRole('heading', { name: 'There is no such session' })).toBeVisible();
    await main.getByRole('searchbox').fill('unknown-name');
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByText(/^Nothing has this address, name, id or transaction id/)).toBeVisible();
    await cleanup();
    await open('/admin/player/unknown');
    await expect.element(main.getByRole('heading', { name: 'Player unknown' })).toBeVisible();
    await expect.element(main.getByRole('alert')).toMatchTextContent('This is not a TRON address.');
    await expect.element(button('Try again')).not.toBeInTheDocument();
  });
});

describe('the records', () => {
  test('of money are filtered by the address, and downloaded as CSV with the same filter', async () => {
    await open('/admin?tab=transactions');
    await main.getByLabelText('Address', { exact: true }).fill('T123');
    await button('Apply').click();
    await expect.element(main.getByText('An address has 34 characters and begins with T.')).toBeVisible();
    await main.getByLabelText('Address', { exact: true }).fill(scene.address);
    await main.getByRole('combobox', { name: 'Kind' }).selectOptions('payout');
    await button('Apply').click();
    expect(location.search).toBe(`?tab=transactions&address=${scene.address}&type=payout`);
    await expect.element(main.getByRole('cell', { name: '−12.5 TRX' })).toBeVisible();
    expect(main.getByRole('row').elements()).toHaveLength(2);

    const saved: { readonly name: string; readonly blob: Promise<string> }[] = [];
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push({ name: '', blob: (blob as Blob).text() });
      return 'blob:nothing';
    });
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob: Promise.resolve('') });
    });
    await button('Export CSV').click();
    await expect.poll(() => saved.length).toBe(2);
    expect(saved[1]?.name).toMatch(/^popfray-transactions-\d{4}-\d{2}-\d{2}\.csv$/);
    expect((await saved[0]?.blob)?.split('\r\n').filter((line) => line.includes(scene.address))).toHaveLength(1);
    made.mockRestore();
    pressed.mockRestore();

    server.instead = (_, path) => (path.startsWith('/api/admin/export') ? failure('ERR_RATE') : null);
    await button('Export CSV').click();
    await expect.element(page.getByText('The export failed')).toBeVisible();
  });

  test('of operator actions contain the operator, the subject and the reason', async () => {
    await open('/admin?tab=audit');
    for (const words of [
      'Refused a held round',
      'Paid a held round',
      'Hid a message',
      'Gave a payout back',
      'Paused paid play',
    ])
      await expect.element(main.getByText(words)).toBeVisible();
    await main.getByRole('link', { name: 'Gave a payout back' }).click();
    await expect.element(main.getByText(`Only what was done to ${scene.payoutId}`)).toBeVisible();
    await expect.element(main.getByText('Paused paid play')).not.toBeInTheDocument();
    await refreshDesk();
    expect(account.getState().player?.isOperator).toBe(true);
  });
});
