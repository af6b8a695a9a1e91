import { PAYMENT_STATUSES, type Payment } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { signIn } from '../../data/wallet/wallet-actions.ts';
import { account } from '../../data/account/state.ts';
import { App } from '../../app/App.tsx';
import { queryClient } from '../../data/api/Queries.tsx';
import { loadTexts } from '../../data/messages/texts.ts';
import { storeSession } from './session-names.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, fund, json, makePayment, payBeside, press, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { handlePaymentResult } from './payment-result.ts';
import { signings, setSigning } from './signing.ts';
import { unwatch, watch, watchList } from './watch-list.ts';
import '../../app/style.css';

let server: TestServer;
let address: string;

const said = (title: string) => page.getByText(title, { exact: true });
const button = (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const panel = () => page.getByRole('complementary', { name: 'Payments' });
const closeAll = (): void => unwatch(watchList.getState().watched.map(({ id }) => id));

/** Mocks the server's list of the player's payments. */
function answerWith(payments: readonly Payment[]): void {
  server.instead = (_, path) => (path === '/api/payments/me' ? json(payments) : null);
  for (const { id } of payments.toReversed()) watch({ id, address });
}

async function open(path = '/upgrades'): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  address = await signInByDevWallet();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => queryClient.clear());
afterEach(async () => {
  closeAll();
  await cleanup();
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  signings.setState({}, true);
  toasts.setState({ message: null });
});

describe('a failed purchase', () => {
  test('needs the price', async () => {
    await open();
    // A new player's wallet has 1,000 TRX: spend all but one of them.
    await expect.element(said('1,000 TRX')).toBeVisible();
    await payBeside(999_000_000);
    await button('Insufficient TRX: TRX Boost').click();
    await expect.element(said('Insufficient Balance')).toBeVisible();
    await expect.element(said('You need 5 TRX to purchase this upgrade.')).toBeVisible();
    expect(server.calls).not.toContain('POST /api/payments');
    await fund(address, 199_000_000);
    await button(/^(?:Insufficient TRX|Purchase): Rapid Fire$/).click();
    await expect.element(said('Confirm in your wallet').first()).toBeVisible();
    await press('Reject');
    await expect.element(said('Purchase Failed')).toBeVisible();
    await expect.element(panel().getByText('Transaction cancelled by user')).toBeVisible();
    await expectAccessible();
    await panel().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(panel().getByText('You can start again whenever you like.')).toBeVisible();
    await panel().getByRole('button', { name: 'Close' }).click();
    await expect.element(panel()).not.toBeInTheDocument();
  });

  test.each([
    ['the server cannot be reached', 'Network connection failed. Please check your connection and try again.'],
    ['the server answers with a page', 'Failed to purchase upgrade. Please try again.'],
    ['the network cannot be asked', 'Network connection failed. Please check your connection and try again.'],
  ])('says so when %s', async (cause, words) => {
    await open();
    await expect.element(button('Purchase: TRX Boost')).toBeEnabled();
    server.instead = (method) => {
      if (method === 'GET') return null;
      if (cause === 'the server answers with a page') return new Response('<html>', { status: 500 });
      if (cause === 'the network cannot be asked') return failure('ERR_CHAIN');
      throw new TypeError('Failed to fetch');
    };
    await button('Purchase: TRX Boost').click();
    await expect.element(said('Purchase Failed')).toBeVisible();
    await expect.element(said(words)).toBeVisible();
    await expect.element(button('Purchase: TRX Boost')).toBeEnabled();
  });

  test('needs the sign-in that has ended meanwhile', async () => {
    await open();
    await expect.element(button('Purchase: TRX Boost')).toBeEnabled();
    await commands.forgetCookies(server.url);
    await button('Purchase: TRX Boost').click();
    await expect.element(said('Wallet Required')).toBeVisible();
    await expect.element(said('No wallet connected. Please connect your TronLink wallet.')).toBeVisible();
    await expect.element(button('Sign in: TRX Boost')).toBeVisible();
    const signed = signIn();
    await press('Confirm');
    await signed;
    await expect.element(button('Purchase: TRX Boost')).toBeEnabled();
  });
});

describe('a payment', () => {
  test('goes from the wallet to its block, and its upgrade is active', async () => {
    await open();
    await button('Purchase: TRX Boost').click();
    await expect.element(button('Purchasing: TRX Boost')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(panel().getByText(/^Your wallet shows the amount/)).toBeVisible();
    await press('Confirm');
    await expect.element(panel().getByText(/^Confirmed in block \d+$/)).toBeVisible();
    await expect.element(said('Upgrade Purchased!')).toBeVisible();
    await expect.element(said('TRX Boost is active for 30 minutes.')).toBeVisible();
    await expect.element(panel().getByRole('link', { name: 'Open in the explorer' })).toBeVisible();
    await expect.element(button('Active: TRX Boost')).toHaveAttribute('aria-disabled', 'true');
    // The keyboard focus is still on the clicked button.
    await expect.element(button('Active: TRX Boost')).toHaveFocus();
    await expect.element(page.getByText(/^29:\d\d left$/)).toBeVisible();
    await expect.element(page.getByText('195 TRX', { exact: true }).first()).toBeVisible();
    await expectAccessible();
  });

  test('of an upgrade that another tab has bought is not started', async () => {
    await open();
    await expect.element(button('Active: TRX Boost')).toBeVisible();
    queryClient.setQueryData(['player-upgrades', address], []);
    await button('Purchase: TRX Boost').click();
    await expect.element(said('Upgrade Already Active')).toBeVisible();
    await expect.element(button('Active: TRX Boost')).toBeVisible();
  });

  test('whose answer was lost is submitted again, and paid once', async () => {
    await open();
    let lost = 0;
    server.losesAnswer = (_, path) => path.endsWith('/signed') && lost++ < 1;
    await button('Purchase: Rapid Fire').click();
    await press('Confirm');
    await expect.element(panel().getByText(/^Confirmed in block/)).toBeVisible();
    // The third payment of a day also costs bandwidth; twice the price would leave less.
    await expect.element(page.getByText(/^18[89][.\d]* TRX$/).first()).toBeVisible();
    expect(lost).toBeGreaterThan(1);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('popfray.signed'))).toEqual([]);
  });

  test('survives a reload before it is signed: nothing was paid, and it can be', async () => {
    await open();
    await button('Purchase: Score Multiplier').click();
    await press('Reject');
    await expect.element(panel().getByText('Nothing was paid.')).toBeVisible();
    // State after a reload: only the stored watch list.
    await cleanup();
    signings.setState({}, true);
    queryClient.clear();
    await open('/profile');
    await expect
      .element(panel().getByText('Nothing has been paid yet. Continue in your wallet, or cancel.'))
      .toBeVisible();
    await panel().getByRole('button', { name: 'Confirm in wallet' }).click();
    await press('Confirm');
    await expect.element(panel().getByText(/^Confirmed in block/)).toBeVisible();
  });

  test('survives a reload between the signature and the server', async () => {
    await open();
    server.instead = (_, path) => {
      if (path.endsWith('/signed')) throw new TypeError('Failed to fetch');
      return null;
    };
    await button('Purchase: Lucky Streak').click();
    await press('Confirm');
    await expect.element(panel().getByText(/^Your signed payment is kept/)).toBeVisible();
    await expect.element(panel().getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    await expectAccessible();
    await cleanup();
    server.instead = null;
    await open('/');
    await expect.element(panel().getByText(/^Confirmed in block/)).toBeVisible();
  });
});

describe('the panel', () => {
  const WORDS: Readonly<Record<Payment['status'], RegExp>> = {
    awaiting: /^Nothing has been paid yet/,
    sent: /^The network takes it into a block/,
    confirming: /^A block of the dev chain is final after a few seconds/,
    applied: /^TRX Boost is active for 30 minutes/,
    refunded: /^It arrived but could not be used/,
    expired: /^It was not confirmed in time/,
    cancelled: /^You can start again/,
    failed: /^The network refused the transfer/,
  };

  const ENDS: Partial<Record<Payment['status'], string>> = {
    expired: 'Expired, nothing paid',
    cancelled: 'Cancelled, nothing paid',
    failed: 'Failed, nothing paid',
  };

  test.each(PAYMENT_STATUSES)('has a text for a payment that is %s', async (status) => {
    const isIn = status === 'confirming' || status === 'applied';
    answerWith([makePayment({ status, txid: 'ab'.repeat(32), blockNumber: isIn ? 4_711 : null })]);
    await open('/');
    await expect.element(panel().getByText(WORDS[status])).toBeVisible();
    await expect.element(panel().getByText('5 TRX')).toBeVisible();
    await expect.element(panel().getByText('Dev chain: play money')).toBeVisible();
    if (isIn) await expect.element(panel().getByText(/^In block 4,711/)).toBeVisible();
    const confirmed = panel().getByText('Confirmed in block 4,711');
    if (status === 'applied') await expect.element(confirmed).toBeVisible();
    else await expect.element(confirmed).not.toBeInTheDocument();
    if (status === 'sent') await expect.element(panel().getByText('Waiting for a block')).toBeVisible();
    const end = ENDS[status];
    if (end !== undefined) await expect.element(panel().getByRole('article').getByText(end)).toBeVisible();
    await expectAccessible();
  });

  test.each([
    ['ERR_WALLET_ABSENT', 'TronLink wallet not found. Please install TronLink wallet.'],
    ['ERR_WALLET_LOCKED', 'TronLink not ready. Please unlock your wallet and try again.'],
    ['ERR_WALLET_TIMEOUT', 'Transaction failed. Please try again.'],
    ['ERR_WALLET_NETWORK', 'Your wallet is on another network. Switch it to Dev chain: play money and try again.'],
    ['ERR_WALLET_PENDING', 'Your wallet still asks you something else. Answer that first, then try again.'],
  ] as const)('says what %s means', async (code, words) => {
    answerWith([makePayment()]);
    setSigning('payment-0001', { step: 'refused', code });
    await open('/');
    await expect.element(panel().getByText(words)).toBeVisible();
    await expect.element(panel().getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('reports payments that end while they are watched: failed, expired, added to the balance', async () => {
    const payment = makePayment({ status: 'sent' });
    answerWith([payment]);
    await open('/');
    await expect.element(panel().getByText(WORDS.sent)).toBeVisible();
    answerWith([{ ...payment, status: 'failed' }]);
    await expect.element(said('Purchase Failed')).toBeVisible();
    await expect.element(said('Transaction failed')).toBeVisible();
  });

  test.each<[Payment['status'], 'creator' | 'guest', string, string]>([
    [
      'refunded',
      'creator',
      'Session Creation Failed',
      'Failed to create session. Your payment was successful but session creation failed.',
    ],
    [
      'refunded',
      'guest',
      'Added to Your Popfray Balance',
      '2 TRX came in and could not be used for Friday night. Spend it here, or withdraw it in your profile.',
    ],
    ['failed', 'guest', 'Payment Failed', 'Transaction failed'],
    ['expired', 'guest', 'Payment Failed', 'Failed to send TRX entry fee'],
  ])('tells of an entry fee that is %s to its %s: %s', async (status, who, title, text) => {
    const id = `session-${who}`;
    storeSession({ id, sessionName: 'Friday night', creatorAddress: who === 'creator' ? address : 'T1' });
    await loadTexts('money', 'battle');
    const entry = makePayment({ purpose: 'entry', upgradeId: null, sessionId: id, amountSun: 2_000_000, status });
    await handlePaymentResult(entry, address);
    expect(toasts.getState().message).toMatchObject({ title, text });
  });

  test.each([
    [390, 844],
    [1366, 768],
    [844, 390],
  ])('covers no content of a window of %ix%i, open or minimised', async (width, height) => {
    await page.viewport(width, height);
    answerWith([makePayment({ status: 'sent' })]);
    await open('/upgrades');
    await expect.element(panel().getByText(WORDS.sent)).toBeVisible();
    /** How far the panel reaches over the screen and over the header, px. */
    const overlap = (): number => {
      const strip = panel().element().getBoundingClientRect();
      const [screen, header] = ['main', '.shell-header'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      );
      return Math.max(
        strip.bottom - (screen?.top ?? 0),
        (header?.bottom ?? 0) - strip.top,
        -strip.left,
        strip.right - width,
      );
    };
    await expect.poll(overlap).toBeLessThanOrEqual(0.5);
    await button('Minimise payments').click();
    await expect.element(panel().getByText(WORDS.sent)).not.toBeInTheDocument();
    expect(overlap()).toBeLessThanOrEqual(0.5);
    // What is reached by its link is below the strip, too.
    scrollTo(0, document.body.scrollHeight);
    const last = [...document.querySelectorAll('footer a')].at(-1);
    const box = last?.getBoundingClientRect();
    expect(
      last?.contains(document.elementFromPoint((box?.left ?? 0) + 4, ((box?.top ?? 0) + (box?.bottom ?? 0)) / 2)),
    ).toBe(true);
    await page.viewport(1366, 768);
  });

  test('contains several payments, newest first, and is minimised and dismissed by keys', async () => {
    answerWith([
      makePayment({ id: 'payment-0002', upgradeId: 'rapid-fire', status: 'sent' }),
      makePayment({ status: 'confirming', blockNumber: 12 }),
    ]);
    await open('/');
    await expect.element(panel().getByRole('article').first()).toHaveAccessibleName('Rapid Fire');
    expect(panel().getByRole('article').elements()).toHaveLength(2);
    const toggle = panel().getByRole('button', { name: 'Minimise payments' });
    await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
    (toggle.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel().getByText('2 open payments')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel().getByRole('article').first()).toBeVisible();
  });

  test('removes a successful payment automatically while it is minimised, and keeps it while it is open', async () => {
    answerWith([makePayment({ status: 'applied', blockNumber: 3 })]);
    await open('/');
    await expect.element(panel().getByText('Confirmed in block 3')).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watchList.getState().watched).toHaveLength(1);
    (panel().getByRole('button', { name: 'Minimise payments' }).element() as HTMLElement).click();
    await vi.advanceTimersByTimeAsync(9_000);
    vi.useRealTimers();
    await expect.element(panel()).not.toBeInTheDocument();
  });

  test('keeps asking a server that does not answer, and says so', async () => {
    answerWith([makePayment({ status: 'sent' })]);
    await open('/');
    await expect.element(panel().getByText(WORDS.sent)).toBeVisible();
    server.isAway = true;
    await expect
      .element(panel().getByText('The server does not answer at the moment. Retrying automatically.'))
      .toBeVisible();
    answerWith([makePayment({ status: 'applied', blockNumber: 3 })]);
    server.isAway = false;
    await expect.element(panel().getByText('Confirmed in block 3')).toBeVisible();
  });

  test('follows payments that another tab starts, even if this tab’s list is old', async () => {
    answerWith([]);
    await open();
    await expect.poll(() => queryClient.getQueryData(['payments', address])).toEqual([]);
    answerWith([makePayment()]);
    await expect.element(panel().getByText(WORDS.awaiting)).toBeVisible();
    expect(watchList.getState().watched).toHaveLength(1);
  });

  test('ignores payments of another account, and invalid data', async () => {
    answerWith([]);
    watch({ id: 'payment-0009', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' });
    await open('/');
    await expect.poll(() => server.calls.includes('GET /api/payments/me')).toBe(true);
    await expect.element(panel()).not.toBeInTheDocument();
    unwatch(['payment-0009']);
    localStorage.setItem('popfray.payments.v1', '[1,{"id":2},null]');
    dispatchEvent(new StorageEvent('storage', { key: 'popfray.payments.v1' }));
    expect(watchList.getState().watched).toEqual([]);
  });

  test.each([390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 700);
    answerWith([makePayment({ status: 'confirming', txid: 'ab'.repeat(32), blockNumber: 61_234_567 })]);
    await open('/');
    await expect.element(panel().getByText(/^In block 61,234,567/)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});

describe('a player who paid and received nothing', () => {
  const form = page.getByRole('region', { name: 'Paid, but nothing happened?' });
  const search = async (txid: string): Promise<void> => {
    await form.getByLabelText('Transaction id').fill(txid);
    await form.getByRole('button', { name: 'Find my payment' }).click();
  };

  test('pastes the transaction id, and receives the money on the balance', async () => {
    await open();
    const txid = await payBeside(30_000_000);
    await search('');
    await expect.element(form.getByText('Paste a transaction id first.')).toBeVisible();
    await search('abc');
    await expect.element(form.getByText('A transaction id has 64 hexadecimal digits.')).toBeVisible();
    await search('ab'.repeat(32));
    await expect.element(form.getByText(/^The network does not know this transaction yet/)).toBeVisible();
    await expect
      .poll(
        async () => {
          await search(` ${txid} `);
          await expect.element(form.getByRole('button', { name: 'Find my payment' })).toBeEnabled();
          return form.getByRole('status').element().textContent;
        },
        { interval: 1_000 },
      )
      .toBe('Found: 30 TRX. It is on your Popfray balance now, to be spent here or withdrawn.');
    expect(account.getState().player?.balanceSun).toBe(30_000_000);
    await search(txid);
    await expect.element(form.getByText(/Found: 30 TRX|has been used already/)).toBeVisible();
    await expectAccessible();
  });
});
