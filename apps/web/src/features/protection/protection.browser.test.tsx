import { FAILURES, type Protection, CALLS } from '@popfray/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { refusals } from '../../data/api/refusal.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { json } from '../../testing/money.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { FIRST } from '../../testing/tronlink.ts';
import { LazyRefusal } from './LazyRefusal.tsx';
import { PlayResponsibly } from './PlayResponsibly.tsx';
import { StatementScreen } from './StatementScreen.tsx';

const TRX = 1_000_000;
const TOMORROW = Date.UTC(2030, 0, 2);

const STATE: Protection = {
  isPaidPlayOn: true,
  isCountryRefused: false,
  ageConfirmedAt: Date.UTC(2029, 0, 1),
  breakUntil: null,
  excludedUntil: null,
  limits: (['loss', 'deposit'] as const).flatMap((kind) =>
    (['day', 'week', 'month'] as const).map((period) => ({
      kind,
      period,
      amountSun: kind === 'loss' && period === 'day' ? 10 * TRX : null,
      next: null,
      usedSun: kind === 'loss' ? 5 * TRX : 0,
      resetsAt: TOMORROW,
    })),
  ),
  play: null,
};

/** Answers by method and path, and the requests with their bodies. */
let answers: Map<string, () => Response>;
let calls: string[];

const refuse = (code: keyof typeof FAILURES, until?: number): Response =>
  new Response(JSON.stringify({ error: { code, message: FAILURES[code].message, until } }), {
    status: FAILURES[code].status,
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  calls = [];
  answers = new Map([['GET /api/protection/me', () => json(STATE)]]);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${typeof input === 'string' ? input : ''}`;
    calls.push(`${call} ${typeof init?.body === 'string' ? init.body : ''}`.trim());
    return answers.get(call)?.() ?? refuse('ERR_NOT_FOUND');
  });
  account.setState({ wallet: 'connected', address: FIRST, player: makePlayer(FIRST) });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
  refusals.setState({ shown: null });
  account.setState(INITIAL_ACCOUNT, true);
});

test('a visitor without a wallet reads what the protections do', async () => {
  account.setState(INITIAL_ACCOUNT, true);
  await show(<PlayResponsibly />, '/play-responsibly');
  for (const name of ['Limits', 'Take a break', 'Exclude yourself', 'Statement'])
    await expect.element(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect.element(button('Connect Wallet')).toBeVisible();
  expect(calls).toEqual([]);
  await expectAccessible();
});

test('a limit is changed, and the page shows from when a higher one is in force', async () => {
  await show(<PlayResponsibly />, '/play-responsibly');
  await button('Change: Loss limit, Each day').click();
  await page.getByLabelText('Limit in TRX').fill('none');
  await button('Save the limit').click();
  await expect.element(page.getByText('Enter an amount in TRX that is above zero.')).toBeVisible();
  await page.getByLabelText('Limit in TRX').fill('20');
  await expect.element(page.getByText(/higher than the one now. It is in force in 24 hours/)).toBeVisible();
  const limits = STATE.limits.map((limit, at) =>
    at === 0 ? { ...limit, next: { amountSun: 20 * TRX, at: TOMORROW } } : limit,
  );
  answers.set('PUT /api/protection/limits', () => json({ ...STATE, limits }));
  await button('Save the limit').click();
  await expect.element(page.getByText(/^20 TRX from /)).toBeVisible();
  expect(calls.at(-1)).toBe('PUT /api/protection/limits {"kind":"loss","period":"day","amountSun":20000000}');
  await expectAccessible();
});

test('a self-exclusion needs the confirmation that it cannot be ended', async () => {
  await show(<PlayResponsibly />, '/play-responsibly');
  await button('Exclude myself').click();
  await expect.element(button('Exclude me now')).toBeDisabled();
  await expectAccessible();
  await page.getByRole('checkbox').click();
  answers.set('POST /api/protection/exclusion', () => json({ ...STATE, excludedUntil: TOMORROW }));
  await button('Exclude me now').click();
  await expect.element(page.getByText(/^You have excluded yourself from paid play until /)).toBeVisible();
  expect(calls.at(-1)).toBe('POST /api/protection/exclusion {"months":6}');
});

test('a page that could not load says so and can be loaded again', async () => {
  answers.set('GET /api/protection/me', () => refuse('ERR_INTERNAL'));
  await show(<PlayResponsibly />, '/play-responsibly');
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  answers.set('GET /api/protection/me', () => json(STATE));
  await button('Try again').click();
  await expect.element(page.getByText('Paid play is possible within your limits.')).toBeVisible();
});

test('a paid action asks for the age, and is made after the confirmation', async () => {
  let isConfirmed = false;
  answers.set('POST /api/solo/rounds', () => (isConfirmed ? refuse('ERR_PAUSED') : refuse('ERR_AGE_UNCONFIRMED')));
  answers.set('POST /api/protection/age', () => {
    isConfirmed = true;
    return json(STATE);
  });
  await show(<LazyRefusal />, '/arena');
  const made = callApi(CALLS.openSoloRound, { body: {} }).catch((error: unknown) => String(error));
  await expect.element(page.getByRole('dialog', { name: 'Are you 18 or older?' })).toBeVisible();
  await expectAccessible();
  await button('I am 18 or older').click();
  expect(await made).toContain('Paid play is paused for now.');
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
    'POST /api/solo/rounds {}',
    'POST /api/protection/age {"version":1}',
    'POST /api/solo/rounds {}',
  ]);
});

test('a reality check shows time and result, and play continues after the answer or stops', async () => {
  const play = { since: Date.UTC(2030, 0, 1, 12), checkAt: Date.UTC(2030, 0, 1, 13), isCheckDue: true };
  answers.set('GET /api/protection/me', () => json({ ...STATE, play: { ...play, netSun: -7.5 * TRX } }));
  answers.set('POST /api/solo/rounds', () => refuse('ERR_REALITY_CHECK'));
  await show(<LazyRefusal />, '/arena');
  const made = callApi(CALLS.openSoloRound, { body: {} }).catch((error: unknown) => String(error));
  await expect.element(page.getByText('lost 7.5 TRX')).toBeVisible();
  await expectAccessible();
  await button('Stop for now').click();
  expect(await made).toContain('You have played for an hour.');
});

test('a refusal says why and until when, and links to the limits', async () => {
  answers.set('POST /api/solo/rounds', () => refuse('ERR_ON_BREAK', TOMORROW));
  await show(<LazyRefusal />, '/arena');
  const made = callApi(CALLS.openSoloRound, { body: {} }).catch((error: unknown) => String(error));
  const dialog = page.getByRole('dialog', { name: 'This payment is not possible now' });
  await expect.element(dialog.getByText(/You are taking a break from paid play/)).toBeVisible();
  await expect.element(dialog.getByText(/^It ends on .*2030/)).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Play responsibly' }))
    .toHaveAttribute('href', '/play-responsibly');
  await button('OK').click();
  expect(await made).toContain('You are taking a break');
});

test('the statement has the sums of each month, and is empty before the first payment', async () => {
  answers.set('GET /api/statement/me', () => json({ months: [] }));
  await show(<StatementScreen />, '/statement');
  await expect.element(page.getByText(/There is nothing here yet/)).toBeVisible();
  await cleanup();
  queryClient.clear();
  const month = {
    month: '2030-01',
    depositsSun: 0,
    feesSun: 20 * TRX,
    refundsSun: 0,
    prizesSun: 38.4 * TRX,
    upgradesSun: 8 * TRX,
    withdrawalsSun: 5 * TRX,
    adjustmentsSun: 0,
    netSun: 10.4 * TRX,
  };
  answers.set('GET /api/statement/me', () => json({ months: [month] }));
  await show(<StatementScreen />, '/statement');
  const row = page.getByRole('row', { name: /January 2030/ });
  for (const amount of ['−20', '38.4', '−8', '−5', '10.4'])
    await expect.element(row.getByRole('cell', { name: amount, exact: true })).toBeVisible();
  await expectAccessible();
});
