import { CALLS } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { account } from '../../data/account/state.ts';
import { callApi } from '../../data/api/call-api.ts';
import { App } from '../../app/App.tsx';
import { queryClient } from '../../data/api/Queries.tsx';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { sessionToShare } from '../sessions/share.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, payBeside, press, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { unwatch, watchList } from './watch-list.ts';
import '../../app/style.css';

const TRX = 1_000_000;

let server: TestServer;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const way = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
/** Waits for a toast with a title. */
const told = (title: string) => expect.poll(() => toasts.getState().message?.title).toBe(title);
const balanceSun = () => account.getState().player?.balanceSun;
const countPosts = (path: string): number => server.calls.filter((call) => call === `POST ${path}`).length;

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  await signInByDevWallet();
  const txid = await payBeside(60 * TRX);
  // The payment is refused until it is final. `expect.poll` works in tests only.
  await vi.waitFor(async () => callApi(CALLS.recoverPayment, { body: { txid } }), { timeout: 60_000, interval: 1_500 });
  await refreshPlayer();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => queryClient.clear());
afterEach(async () => {
  unwatch(watchList.getState().watched.map(({ id }) => id));
  await cleanup();
  await page.viewport(1366, 768);
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  toasts.setState({ message: null });
  sessionToShare.setState({ id: null });
});

describe('an upgrade', () => {
  test('is bought from the balance at once, by the keyboard alone', async () => {
    await open('/upgrades');
    await button('Purchase: TRX Boost').click();
    await expect.element(page.getByRole('dialog', { name: 'Buy TRX Boost?' })).toBeVisible();
    await expect.element(way('Popfray balance')).toBeChecked();
    await expect.element(dialog.getByText('At once, no network fee')).toBeVisible();
    await expect.element(dialog.getByText('60 TRX', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('A few seconds, and a network fee of up to 0.268 TRX')).toBeVisible();
    await expectAccessible();
    await page.viewport(390, 844);
    await expectAccessible();
    await page.viewport(1366, 768);
    const focus = (name: string): void =>
      (page.getByRole('radio', { name: new RegExp(`^${name}`) }).element() as HTMLElement).focus();
    focus('Popfray balance');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(way('Wallet balance')).toBeChecked();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(way('Popfray balance')).toBeChecked();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('Pay 5 TRX')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await told('Upgrade Purchased!');
    expect(toasts.getState().message?.text).toBe('Paid from your Popfray balance. TRX Boost is active for 30 minutes.');
    await expect.element(button('Active: TRX Boost')).toBeVisible();
    await expect.poll(balanceSun).toBe(55 * TRX);
    await expect.element(page.getByRole('complementary', { name: 'Payments' })).not.toBeInTheDocument();
  });

  test('is paid once when the answer was lost', async () => {
    await open('/upgrades');
    let lost = 0;
    server.losesAnswer = (method, path) => method === 'POST' && path === '/api/payments' && lost++ < 1;
    const before = countPosts('/api/payments');
    await button('Purchase: Rapid Fire').click();
    await button('Pay 6 TRX').click();
    await told('Upgrade Purchased!');
    expect(countPosts('/api/payments') - before).toBe(2);
    await expect.poll(balanceSun).toBe(49 * TRX);
  });

  test('is paid from the wallet where the player wants that, and is not bought by closing the dialog', async () => {
    await open('/upgrades');
    await button('Purchase: Lucky Streak').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await button('Purchase: Lucky Streak').click();
    await dialog.getByText(/^A few seconds/).click();
    await expect.element(dialog.getByText('Your wallet asks you first.')).toBeVisible();
    await button('Pay 9 TRX').click();
    await press('Reject');
    await told('Purchase Failed');
    expect(balanceSun()).toBe(49 * TRX);
  });

  test('explains why the balance cannot be used after all', async () => {
    await open('/upgrades');
    server.instead = (method, path) =>
      method === 'POST' && path === '/api/payments' ? failure('ERR_BALANCE_SHORT') : null;
    await button('Purchase: Boss Buster').click();
    await button('Pay 10 TRX').click();
    await told('Purchase Failed');
    expect(toasts.getState().message?.text).toBe('Your Popfray balance does not cover this.');
  });

  test('that the balance does not cover is paid from the wallet, without a dialog before it', async () => {
    await open('/upgrades');
    await button('Purchase: Divine Blessing').click();
    await press('Reject');
    await told('Purchase Failed');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is in the payments and in the ledger, with its source', async () => {
    await open('/profile');
    const records = page.getByRole('region', { name: 'Your records' });
    await expect.element(records.getByText('−5 TRX')).toBeVisible();
    await records.getByRole('tab', { name: 'Payments' }).click();
    await expect.poll(() => records.getByText('Paid from your Popfray balance').elements().length).toBe(2);
    await expectAccessible();
  });
});

describe('an entry fee', () => {
  test('is paid from the balance, and the seat is taken at once', async () => {
    const id = await server.host({ entryFee: 2, sessionName: 'By balance' });
    await open(`/session/${id}`);
    await expect.element(way('Popfray balance')).toBeChecked();
    await expect.element(page.getByText(/^Paid from your Popfray balance as soon as you confirm/)).toBeVisible();
    await expectAccessible();
    await button('Pay 2 TRX and join').click();
    await told('Payment Successful');
    expect(toasts.getState().message?.text).toBe(
      'The entry fee was paid from your Popfray balance, and the seat is yours.',
    );
    await expect.poll(() => location.pathname + location.search).toBe(`/game?session=${id}`);
    await told('Joined Session!');
    await expect.poll(balanceSun).toBe(47 * TRX);
  });

  test('of a session in the lobby is paid from the balance in its dialog', async () => {
    await server.host({ entryFee: 1, sessionName: 'In the lobby' });
    await open('/lobby');
    await button('Join In the lobby').click();
    await expect.element(way('Popfray balance')).toBeChecked();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Pay 1 TRX and join' }).click();
    await expect.poll(() => location.pathname).toMatch(/^\/cross-chain-session\//);
    await expect.poll(balanceSun).toBe(46 * TRX);
  });

  test('of one’s own session is paid from the balance, and the session opens at once', async () => {
    await open('/lobby');
    await button('Create Battle').click();
    await page.getByLabelText('Session name').fill('From the balance');
    await page.getByLabelText('Entry fee (TRX)').fill('60');
    await expect.element(way('Popfray balance')).toBeDisabled();
    await expect.element(dialog.getByText('Not enough for this')).toBeVisible();
    await page.getByLabelText('Entry fee (TRX)').fill('3');
    await expect.element(way('Popfray balance')).toBeChecked();
    await expect.element(dialog.getByText(/The session opens at once/)).toBeVisible();
    await expectAccessible();
    await button('Pay 3 TRX and create').click();
    await expect.poll(() => location.pathname).toMatch(/^\/cross-chain-session\//);
    await told('Session Created!');
    await expect.poll(balanceSun).toBe(43 * TRX);
    const id = location.pathname.split('/').at(-1) ?? '';
    const session = await callApi(CALLS.getSession, { params: { id } });
    expect(session).toMatchObject({ status: 'waiting', paidSun: 3 * TRX });
  });

  test('that was to be paid by the wallet can be paid from the balance in the room', async () => {
    const id = await server.host({ entryFee: 2, sessionName: 'Begun by wallet' });
    await callApi(CALLS.joinSession, { params: { id }, body: {} });
    await open(`/game?session=${id}`);
    await expect.element(way('Popfray balance')).toBeChecked();
    await expectAccessible();
    await button('Pay 2 TRX').click();
    await told('Payment Successful');
    await expect.poll(balanceSun).toBe(41 * TRX);
  });
});

describe('a local game with an entry fee', () => {
  const currentGame = async () => {
    await expect.poll(() => location.pathname + location.search).toMatch(/^\/game\?session=/);
    const id = new URLSearchParams(location.search).get('session') ?? '';
    return callApi(CALLS.getSession, { params: { id } });
  };

  /** Ends a game as another page of the player would, while this page is on another screen: a player can have a seat in five at most. */
  async function endGameElsewhere(id: string): Promise<void> {
    await cleanup();
    await open('/upgrades');
    await callApi(CALLS.cancelSession, { params: { id }, body: {} });
  }

  test('is offered for the fee of its mode, and is created from the balance', async () => {
    const before = balanceSun() ?? 0;
    await open('/lobby');
    await button('Paid Game').click();
    const fee = page.getByLabelText('Entry fee (TRX)');
    await expect.element(fee).toHaveValue(10);
    await dialog.getByText('Cross-chain rules').click();
    await expect.element(fee).toHaveValue(50);
    await expect.element(way('Popfray balance')).toBeDisabled();
    await fee.fill('3');
    await dialog.getByText('Classic', { exact: true }).click();
    await expect.element(fee).toHaveValue(3);
    await expect.element(way('Popfray balance')).toBeChecked();
    await expect.element(dialog.getByText('Other chain')).not.toBeInTheDocument();
    await expect.element(dialog.getByLabelText('Max players')).toHaveAccessibleDescription('2-4 players.');
    await expectAccessible();
    await page.viewport(390, 844);
    await expectAccessible();
    await button('Pay 3 TRX and create').click();
    const game = await currentGame();
    expect(game).toMatchObject({ scope: 'local', gameMode: 'classic', status: 'waiting', paidSun: 3 * TRX });
    expect(game.sessionName).toBe(`${account.getState().player?.username}’s game`);
    await expect.poll(balanceSun).toBe(before - 3 * TRX);
    await expect.element(page.getByRole('dialog', { name: 'Share Session' })).toBeVisible();
    await endGameElsewhere(game.id);
    await expect.poll(balanceSun).toBe(before);
    await expect.element(page.getByRole('banner').getByText(`Popfray ${before / TRX}.00 TRX`)).toBeVisible();
  });

  test('is created from the wallet, and costs nothing where the wallet refuses', async () => {
    const before = balanceSun() ?? 0;
    await open('/lobby');
    await button('Paid Game').click();
    await page.getByLabelText('Entry fee (TRX)').fill('1');
    await dialog.getByText(/^A few seconds/).click();
    await button('Pay 1 TRX and create').click();
    await press('Reject');
    await told('Payment Failed');
    await expect.element(page.getByLabelText('Entry fee (TRX)')).toHaveValue(1);
    await dialog.getByText(/^A few seconds/).click();
    await button('Pay 1 TRX and create').click();
    await press('Confirm');
    const { id } = await currentGame();
    await expect
      .poll(async () => callApi(CALLS.getSession, { params: { id } }))
      .toMatchObject({ scope: 'local', status: 'waiting', paidSun: TRX });
    expect(balanceSun()).toBe(before);
    await endGameElsewhere(id);
    await expect.poll(balanceSun).toBe(before + TRX);
  });

  test('is joined from the list after its terms were shown', async () => {
    const before = balanceSun() ?? 0;
    const id = await server.host({ gameMode: 'classic', entryFee: 2 });
    await open('/lobby');
    await page.getByRole('tab', { name: 'Local TRON Games' }).click();
    await expect.element(page.getByText('Entry fee: 2.00 TRX')).toBeVisible();
    await button(`Join Game ${id.slice(-6)}`).click();
    await expect.element(dialog.getByText('2 TRX', { exact: true })).toBeVisible();
    await expectAccessible();
    await button('Pay 2 TRX and join').click();
    expect((await currentGame()).id).toBe(id);
    await told('Joined Session!');
    await expect.poll(balanceSun).toBe(before - 2 * TRX);
  });
});

test.each([
  [390, 844],
  [1366, 768],
])('the choice of balance and wallet is in sight in the dialog at %d by %d', async (width, height) => {
  await page.viewport(width, height);
  await open('/lobby');
  await button('Create Battle').click();
  await page.getByLabelText('Session name').fill('In sight');
  await page.getByLabelText('Entry fee (TRX)').fill('3');
  await expect.element(way('Wallet balance')).toBeEnabled();
  const bottom = way('Wallet balance').element().closest('label')?.getBoundingClientRect().bottom ?? Infinity;
  const end = document.querySelector('[data-dialog-end]')?.getBoundingClientRect().top ?? 0;
  expect(bottom).toBeLessThanOrEqual(end);
});
