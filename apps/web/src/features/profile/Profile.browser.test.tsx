import { FAILURES, type LedgerLine, type Withdrawal } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { App } from '../../app/App.tsx';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { CONNECTED_KEY } from '../../data/storage/storage.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, fund, json, makePayment, makeRound, payBeside, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { readPendingOrder, makeOrder } from './withdrawal.ts';
import '../../app/style.css';

let server: TestServer;
let address: string;

const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name, exact: true });
const said = (text: string) => page.getByText(text, { exact: true });
const dialog = page.getByRole('dialog');
const records = page.getByRole('region', { name: 'Your records' });
const openTab = (name: string): Promise<void> => records.getByRole('tab', { name }).click();

async function open(): Promise<void> {
  history.replaceState(null, '', '/profile');
  await render(<App />);
}

beforeAll(async () => {
  localStorage.clear();
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
  await cleanup();
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  connectivity.setState({ status: 'online' });
  toasts.setState({ message: null });
});

describe('a profile', () => {
  test('needs a wallet', async () => {
    await open();
    const before = account.getState();
    await expect.element(main.getByRole('heading', { name: before.player?.username ?? '' })).toBeVisible();
    // The wallet's account is compared with the page's every 5 s, which would sign the player in again.
    localStorage.removeItem(CONNECTED_KEY);
    account.setState(INITIAL_ACCOUNT, true);
    await expect.element(main.getByRole('heading', { name: 'Wallet Required' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Connect Wallet' })).toHaveAttribute('href', '/');
    await expectAccessible();
    localStorage.setItem(CONNECTED_KEY, 'true');
    account.setState({ wallet: 'connected', address });
    await expect.element(button('Sign in')).toBeEnabled();
    await expectAccessible();
    account.setState(before, true);
    await expect.element(main.getByRole('heading', { name: before.player?.username ?? '' })).toBeVisible();
  });

  test('of a new player has all sections, which are empty', async () => {
    await open();
    await expect.element(main.getByRole('heading', { name: `TRON_${address.slice(0, 6)}` })).toBeVisible();
    await expect.element(main.getByText(`${address.slice(0, 6)}…${address.slice(-6)}`).first()).toBeVisible();
    const balance = main.getByRole('region', { name: 'Popfray balance' });
    await expect.element(balance.getByText('0 TRX', { exact: true })).toBeVisible();
    await expect.element(button('Withdraw')).toBeDisabled();
    for (const name of ['Game statistics', 'Upgrade statistics', 'Active upgrades', 'Purchase history'])
      await expect.element(main.getByRole('heading', { name })).toBeVisible();
    await expect.element(main.getByText('Nothing bought yet.')).toBeVisible();
    await expect.element(main.getByText(/^Upgrades have no effect in cross-chain battles/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Upgrade Store' })).toHaveAttribute('href', '/upgrades');
    await expect.element(main.getByText(/^No entries yet/)).toBeVisible();
    await openTab('Rounds');
    await expect.element(main.getByText('No Solo TRX rounds yet.')).toBeVisible();
    await openTab('Payments');
    await expect.element(main.getByText('No payments yet.')).toBeVisible();
    await openTab('Withdrawals');
    await expect.element(main.getByText('No withdrawals yet.')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(records.getByRole('tab', { name: 'Payments' })).toHaveAttribute('aria-selected', 'true');
  });

  test('is renamed: only to another name, and only when it is saved', async () => {
    await open();
    await button('Edit name').click();
    const name = main.getByLabelText('Name', { exact: true });
    await expect.element(name).toHaveFocus();
    await expect.element(button('Save')).toBeDisabled();
    await name.fill('   ');
    await expect.element(button('Save')).toBeDisabled();
    await name.fill('Another Name');
    await button('Cancel').click();
    await expect.element(main.getByRole('heading', { name: `TRON_${address.slice(0, 6)}` })).toBeVisible();
    await expect.element(button('Edit name')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveValue(`TRON_${address.slice(0, 6)}`);
    await name.fill('x'.repeat(33));
    await button('Save').click();
    await expect.element(main.getByRole('alert').getByText(FAILURES.ERR_USERNAME.message)).toBeVisible();
    await expectAccessible();
    await name.fill('  Popper <b>');
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByRole('heading', { name: 'Popper <b>' })).toBeVisible();
    expect(account.getState().player?.username).toBe('Popper <b>');
  });
});

describe('the balance', () => {
  test('has what is held for review beside it, and nothing beside it without any', async () => {
    await open();
    const balance = main.getByRole('region', { name: 'Popfray balance' });
    await expect.element(balance.getByText('0 TRX', { exact: true })).toBeVisible();
    await expect.element(balance.getByText(/pending/)).not.toBeInTheDocument();
    const { player } = account.getState();
    if (player === null) throw new Error('signed out');
    account.setState({ player: { ...player, heldSun: 9_560_000 } });
    await expect.element(balance.getByText('9.56 TRX pending', { exact: true })).toBeVisible();
    await expect.element(balance.getByText(/^Held for review\. The list of your rounds and battles/)).toBeVisible();
    await expectAccessible();
    account.setState({ player });
  });

  test('is withdrawn after a confirmation, once, and followed until it is final', async () => {
    await open();
    await fund(address, 100_000_000);
    const txid = await payBeside(40_000_000);
    await openTab('Payments');
    const form = main.getByRole('region', { name: 'Paid, but nothing happened?' });
    await expect
      .poll(
        async () => {
          await form.getByLabelText('Transaction id').fill(txid);
          await form.getByRole('button', { name: 'Find my payment' }).click();
          await expect.element(form.getByRole('button', { name: 'Find my payment' })).toBeEnabled();
          return account.getState().player?.balanceSun;
        },
        { interval: 1_000 },
      )
      .toBe(40_000_000);

    let lost = 0;
    server.losesAnswer = (method, path) => method === 'POST' && path === '/api/withdrawals' && lost++ < 1;
    await button('Withdraw').click();
    const amount = dialog.getByLabelText('Amount in TRX');
    await expect.element(dialog.getByText('Available: 40 TRX')).toBeVisible();
    await expect
      .element(dialog.getByText(/^From 10 TRX on, the house pays the network fee. Below that, 0.268 TRX/))
      .toBeVisible();
    for (const [text, words] of [
      ['', /^Enter an amount such as/],
      ['1e2', /^Enter an amount such as/],
      ['0.268', 'A withdrawal has to be more than the network fee of 0.268 TRX.'],
      ['40.000001', 'Your Popfray balance is 40 TRX.'],
    ] as const) {
      await amount.fill(text);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect.element(dialog.getByText(words)).toBeVisible();
    }
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Max' }).click();
    await expect.element(amount).toHaveValue('40');
    await amount.fill('12.5');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Withdraw 12.5 TRX?' })).toBeVisible();
    await expect.element(dialog.getByText(address)).toBeVisible();
    await expect.element(dialog.getByText('27.5 TRX')).toBeVisible();
    await expect.element(dialog.getByText('paid by the house')).toBeVisible();
    await expect.element(dialog.getByText('Dev chain: play money')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByRole('dialog', { name: 'On its way' })).toBeVisible();
    expect(lost).toBe(2);
    expect(readPendingOrder(address)).toBeNull();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(button('Withdraw')).toHaveFocus();
    await expect.element(main.getByRole('region', { name: 'Popfray balance' }).getByText('27.5 TRX')).toBeVisible();

    await openTab('Withdrawals');
    await expect.element(main.getByText(/^Confirmed in block \d/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Open in the explorer' })).toBeVisible();
    expect(main.getByRole('tabpanel').getByRole('listitem').elements()).toHaveLength(1);

    await openTab('Ledger');
    await expect.element(main.getByText('−12.5 TRX')).toBeVisible();
    await expect.element(main.getByText('+40 TRX')).toBeVisible();
    await expect.element(main.getByText('Balance 27.5 TRX')).toBeVisible();
    await expect.element(main.getByText('Payment added to the Popfray balance')).toBeVisible();
    await expectAccessible();
  });

  test('is withdrawn in small amounts too: the fee is shown, and taken from the amount', async () => {
    await open();
    await button('Withdraw').click();
    await expect.element(dialog.getByText(/Below that, 0.268 TRX is taken from the amount/)).toBeVisible();
    await dialog.getByLabelText('Amount in TRX').fill('3');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Withdraw 3 TRX?' })).toBeVisible();
    const factOf = (name: string) => dialog.getByText(name, { exact: true }).element().nextElementSibling?.textContent;
    expect(['From your Popfray balance', 'Network fee', 'You receive', 'Balance after'].map(factOf)).toEqual([
      '3 TRX',
      '−0.268 TRX',
      '2.732 TRX',
      '24.5 TRX',
    ]);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByRole('dialog', { name: 'On its way' })).toBeVisible();
    await expect.element(dialog.getByText(/^2.732 TRX/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(main.getByRole('region', { name: 'Popfray balance' }).getByText('24.5 TRX')).toBeVisible();
    await openTab('Withdrawals');
    await expect.element(main.getByText('2.732 TRX')).toBeVisible();
    await expect.element(main.getByText('0.268 TRX network fee')).toBeVisible();
    await expect.poll(() => main.getByText(/^Confirmed in block \d/).elements().length).toBe(2);
    await expectAccessible();
  });

  test('that is the first says when it is sent, before and after it is requested', async () => {
    const dueMs = Date.now() + 24 * 3_600_000;
    const due = formatTime(dueMs);
    const accepted: Withdrawal = {
      id: 'withdrawal-first',
      amountSun: 10_000_000,
      feeSun: 0,
      status: 'queued',
      txid: null,
      blockNumber: null,
      explorerUrl: null,
      createdAt: Date.now(),
      notBefore: dueMs,
      confirmedAt: null,
    };
    server.instead = (method, path) => {
      if (path === '/api/withdrawals/terms')
        return json({ feeSun: 268_000, freeFromSun: 10_000_000, notBefore: dueMs });
      return method === 'POST' && path === '/api/withdrawals' ? json(accepted) : null;
    };
    await open();
    await button('Withdraw').click();
    const wait = dialog.getByText(`For your safety the first withdrawal of an account waits. It is sent on ${due}.`);
    await expect.element(wait).toBeVisible();
    await expectAccessible();
    await dialog.getByLabelText('Amount in TRX').fill('10');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.element(wait).toBeVisible();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Withdrawal kept' })).toBeVisible();
    const told = `This is your first withdrawal, so it waits. 10 TRX is sent to your wallet on ${due}. You can follow it under Withdrawals.`;
    await expect.element(dialog.getByText(told)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
  });

  test('shows that the fee is not known, and fetches it again', async () => {
    server.instead = (_, path) => (path === '/api/withdrawals/terms' ? failure('ERR_CHAIN') : null);
    await open();
    await button('Withdraw').click();
    await dialog.getByLabelText('Amount in TRX').fill('3');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.element(dialog.getByText(/^The network fee is not known right now/)).toBeVisible();
    server.instead = null;
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.element(dialog.getByText(/Below that, 0.268 TRX/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
  });

  test('is not withdrawn twice by an order without an answer', async () => {
    await open();
    server.instead = (method, path) => {
      if (method === 'POST' && path === '/api/withdrawals') throw new TypeError('Failed to fetch');
      return null;
    };
    await button('Withdraw').click();
    await dialog.getByLabelText('Amount in TRX').fill('10');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(dialog.getByText(/^The server did not answer/)).toBeVisible();
    const order = readPendingOrder(address);
    expect(order).toMatchObject({ amountSun: 10_000_000 });
    await userEvent.keyboard('{Escape}');
    await expect.element(main.getByText(/^A withdrawal of 10 TRX has not been answered/)).toBeVisible();
    await expectAccessible();

    // The page is left and opened again; the order is still the same.
    await cleanup();
    queryClient.clear();
    server.instead = null;
    await open();
    await button('Send it again').click();
    await expect.element(page.getByRole('dialog', { name: 'Withdraw 10 TRX?' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect.element(page.getByRole('dialog', { name: 'On its way' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(readPendingOrder(address)).toBeNull();
    await expect.element(main.getByRole('region', { name: 'Popfray balance' }).getByText('14.5 TRX')).toBeVisible();
  });

  test('keeps the same order while the server answers that it is busy', async () => {
    await open();
    server.instead = (method, path) => (method === 'POST' && path === '/api/withdrawals' ? failure('ERR_RATE') : null);
    await button('Withdraw').click();
    await dialog.getByLabelText('Amount in TRX').fill('10');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    // An earlier attempt may have been received: a new order would pay a second time.
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Back' })).not.toBeInTheDocument();
    await expect.element(dialog.getByText(FAILURES.ERR_RATE.message)).toBeVisible();
    expect(readPendingOrder(address)).toMatchObject({ amountSun: 10_000_000 });
    await userEvent.keyboard('{Escape}');
    await button('Send it again').click();
    await expect.element(dialog.getByText(/^It may have arrived/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Forget it' }).click();
    expect(readPendingOrder(address)).toBeNull();
  });

  test('removes a stored order that the server lists', async () => {
    const order = makeOrder(address, { amountSun: 10_000_000, feeSun: 0 });
    localStorage.setItem(`popfray.withdrawal.v1.${address}`, JSON.stringify(order));
    const known: Withdrawal = {
      id: order.id,
      amountSun: order.amountSun,
      feeSun: 0,
      status: 'queued',
      txid: null,
      blockNumber: null,
      explorerUrl: null,
      createdAt: Date.now(),
      notBefore: null,
      confirmedAt: null,
    };
    server.instead = (_, path) => (path === '/api/withdrawals/me' ? json([known]) : null);
    await open();
    await expect.element(button('Withdraw')).toBeVisible();
    expect(readPendingOrder(address)).toBeNull();
  });
});

/** A time as the page shows it, with plain spaces, as locators compare texts. */
const formatTime = (atMs: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(atMs).replaceAll(/\s/g, ' ');

test('prizes of battles go to the balance once the player chooses so, and to the wallet again', async () => {
  await open();
  const choice = main.getByRole('group', { name: 'Prizes of battles go to' });
  for (const [label, prizesTo] of [
    ['Popfray balance', 'balance'],
    ['Wallet', 'wallet'],
  ] as const) {
    await choice.getByText(label, { exact: true }).click();
    await expect.poll(() => account.getState().player?.prizesTo).toBe(prizesTo);
    await expect.element(choice.getByRole('radio', { name: label })).toBeChecked();
  }
  await expectAccessible();
});

describe('the records', () => {
  test('have a text for every state of a withdrawal', async () => {
    const makeWithdrawal = (status: Withdrawal['status']): Withdrawal => ({
      id: `withdrawal-${status}`,
      amountSun: 10_000_000,
      feeSun: 0,
      status,
      txid: status === 'queued' ? null : 'ab'.repeat(32),
      blockNumber: status === 'confirmed' ? 77 : null,
      explorerUrl: null,
      createdAt: Date.now(),
      notBefore: null,
      confirmedAt: null,
    });
    const dueMs = Date.now() + 23 * 3_600_000;
    const due = formatTime(dueMs);
    const states = [
      ...(['queued', 'sent', 'confirmed', 'returned', 'stuck'] as const).map(makeWithdrawal),
      { ...makeWithdrawal('queued'), id: 'withdrawal-first', notBefore: dueMs },
    ];
    server.instead = (_, path) => (path === '/api/withdrawals/me' ? json(states) : null);
    await open();
    await openTab('Withdrawals');
    for (const words of [
      'Waiting to be sent',
      `First withdrawal: it is sent on ${due}`,
      'Sent, waiting until it is final',
      'Confirmed in block 77',
      'Returned to your Popfray balance',
      'Delayed: the operator looks into it. Nothing is lost.',
    ])
      await expect.element(said(words)).toBeVisible();
    await expectAccessible();
  });

  test('page through the ledger, each line with its sign, its round and the balance after it', async () => {
    const makeLine = (id: number, changed: Partial<LedgerLine> = {}): LedgerLine => ({
      id,
      kind: 'round-reward',
      amountSun: 1_000_001,
      balanceSun: 5_000_000,
      reference: `ticket-${String(id)}`,
      createdAt: Date.now(),
      ...changed,
    });
    server.instead = (_, path) => {
      if (path === '/api/ledger/me')
        return json({
          balanceSun: 5_000_000,
          lines: [makeLine(9), makeLine(8, { kind: 'withdrawal', amountSun: -12_000_000 })],
          next: 8,
        });
      if (path === '/api/ledger/me?before=8')
        return json({ balanceSun: 5_000_000, lines: [makeLine(7, { kind: 'withdrawal-return' })], next: null });
      return null;
    };
    await open();
    await expect
      .element(main.getByRole('link', { name: 'Solo TRX round' }).first())
      .toHaveAttribute('href', '/round/ticket-9');
    await expect.element(main.getByText('+1.000001 TRX').first()).toBeVisible();
    await expect.element(main.getByText('−12 TRX')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Statement by month' })).toHaveAttribute('href', '/statement');
    await button('Show more').click();
    await expect.element(main.getByText('Withdrawal returned')).toBeVisible();
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });

  test('show a share that is held with its reasons in plain words, and the reason of a refusal', async () => {
    const share = {
      sessionId: 'session-0001',
      sessionName: 'Evening battle',
      amountSun: 57_600_000,
      reasons: ['fast', 'program'],
      status: 'held',
      heldAt: Date.now(),
      decision: null,
    };
    const refused = {
      ...share,
      sessionId: 'session-0002',
      status: 'refused',
      decision: { reason: 'A script.', at: 1 },
    };
    const paid = {
      ...share,
      sessionId: 'session-0003',
      sessionName: 'Paid battle',
      status: 'paid',
      decision: refused.decision,
    };
    server.instead = (_, path) => (path === '/api/battles/held-shares' ? json([share, refused, paid]) : null);
    await open();
    const held = records.getByRole('region', { name: 'Shares under review' });
    await expect.element(held.getByText('57.6 TRX pending')).toBeVisible();
    await expect.element(held.getByText('57.6 TRX not paid after a review')).toBeVisible();
    await expect
      .element(held.getByText('The pointer moved more like a program than like a hand.').first())
      .toBeVisible();
    await expect.element(held.getByText('The operator’s reason: A script.')).toBeVisible();
    await expect.element(held.getByRole('link', { name: 'Contact us' }).first()).toHaveAttribute('href', '/contact');
    await expect.element(held.getByText('Paid battle')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('show the result of each round, and why one is held or was refused', async () => {
    const { replay: _, ...round } = makeRound({ address });
    server.instead = (__, path) =>
      path === '/api/rounds/me'
        ? json({
            rounds: [
              { ...round, id: 'ticket-0004' },
              { ...round, id: 'ticket-0003', creditedSun: 1 },
              { ...round, id: 'ticket-0002', creditedSun: 0, status: 'held', reasons: ['fast', 'program'] },
              { ...round, id: 'ticket-0001', creditedSun: 0, status: 'refused', refusal: 'Two hands at once.' },
            ],
            next: null,
          })
        : null;
    await open();
    await openTab('Rounds');
    const listed = main.getByRole('tabpanel').getByRole('listitem');
    for (const words of ['Credited', 'Credited up to a limit', 'Held for review', 'Not credited'])
      await expect.element(listed.getByText(words, { exact: true })).toBeVisible();
    await expect.element(listed.getByText(/ TRX pending$/)).toBeVisible();
    await expect.element(listed.getByText('The operator’s reason: Two hands at once.')).toBeVisible();
    await expect.element(listed.getByText('The pointer moved more like a program than like a hand.')).toBeVisible();
    const appeals = listed.getByRole('link', { name: 'Contact us' });
    await expect.element(appeals.first()).toHaveAttribute('href', '/contact');
    expect(appeals.elements()).toHaveLength(2);
    await expect
      .element(main.getByRole('link', { name: '1,039 points' }).first())
      .toHaveAttribute('href', '/round/ticket-0004');
    await expectAccessible();
    await main.getByText('Held for review', { exact: true }).first().click();
    await expect.element(main.getByText('There is nothing of that kind.')).toBeVisible();
    expect(server.calls).toContain('GET /api/rounds/me?status=held');
  });

  test('show an open payment in the panel again', async () => {
    server.instead = (_, path) =>
      path === '/api/payments/me' ? json([makePayment({ status: 'sent', txid: 'ab'.repeat(32) })]) : null;
    await open();
    await openTab('Payments');
    await expect.element(main.getByText('Sent to the network')).toBeVisible();
    await button('Follow this payment').click();
    const panel = page.getByRole('complementary', { name: 'Payments' });
    await expect.element(panel.getByRole('article', { name: 'TRX Boost' })).toBeVisible();
    server.instead = (_, path) =>
      path === '/api/payments/me' ? json([makePayment({ status: 'failed', txid: 'ab'.repeat(32) })]) : null;
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('keep purchases in a scrollable list, active only by both status and time', async () => {
    const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
    const bought = Array.from({ length: 20 }, (_, number) => ({
      id: `purchase-${String(number)}`,
      upgrade_id: 'trx-boost',
      price: '5',
      status: number === 2 ? 'expired' : 'active',
      purchased_at: at(-60_000 * number),
      expires_at: number === 1 || number > 2 ? at(-1) : at(60_000),
    }));
    server.instead = (_, path) => (path === '/api/get-player-upgrades' ? json(bought) : null);
    await open();
    const list = main.getByRole('list', { name: 'Purchase history' });
    await expect.element(list.getByRole('listitem').first()).toBeVisible();
    expect(list.getByText('Active').elements()).toHaveLength(1);
    expect(list.getByText('Expired').elements()).toHaveLength(19);
    const { clientHeight, scrollHeight } = list.element();
    expect(clientHeight).toBeLessThanOrEqual(24 * 16);
    expect(scrollHeight).toBeGreaterThan(clientHeight);
    await expect.element(main.getByText(`Paid by ${address.slice(0, 6)}…${address.slice(-6)}`)).toBeVisible();
    await expect.element(main.getByText('100 TRX')).toBeVisible();
    await expectAccessible();
  });

  test('that cannot be loaded show an error, and retry', async () => {
    server.instead = (_, path) => (path.startsWith('/api/ledger') ? new Response('<html>', { status: 500 }) : null);
    await open();
    await expect.element(main.getByText('This could not be loaded.')).toBeVisible();
    server.instead = null;
    await button('Try again').click();
    await expect.element(main.getByText('−12.5 TRX')).toBeVisible();
  });

  test.each([1366, 390, 320])('fit %i px', async (width) => {
    await page.viewport(width, 768);
    await open();
    await expect.element(button('Withdraw')).toBeVisible();
    await openTab('Payments');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});
