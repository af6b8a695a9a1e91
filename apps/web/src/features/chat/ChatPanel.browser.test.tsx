import { CALLS, type ChatMessage, type Session } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account } from '../../data/account/state.ts';
import { callApi } from '../../data/api/call-api.ts';
import { Queries, queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { subscribeToSession } from '../../testing/subscribe-to-session.ts';
import { ChatPanel } from './ChatPanel.tsx';
import { unmute } from './muted.ts';
import { setTranslating } from './translation.ts';

let server: TestServer;
let address: string;
let session: Session;

const log = page.getByRole('log');
const field = page.getByRole('textbox', { name: 'Message to everybody here' });
const text = (words: string) => log.getByText(words, { exact: true });
const fetchSession = (id: string): Promise<Session> => callApi(CALLS.getSession, { params: { id } });
const history = (): Promise<ChatMessage[]> => callApi(CALLS.getChat, { params: { id: session.id } });

async function open(shown: Session = session): Promise<void> {
  await show(
    <>
      <Queries>
        <h1>Room</h1>
        <ChatPanel session={shown} />
      </Queries>
    </>,
    '/',
  );
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Types a message and sends it with the keyboard. */
async function type(words: string): Promise<void> {
  await field.click();
  await userEvent.keyboard(`${words}{Enter}`);
}

beforeAll(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  address = await signInByDevWallet();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(async () => {
  queryClient.clear();
  const id = await server.host({ maxPlayers: 4 });
  session = (await callApi(CALLS.joinSession, { params: { id }, body: {} })).session;
  session = await fetchSession(id);
});
afterEach(async () => {
  await cleanup();
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  connectivity.setState({ status: 'online' });
  toasts.setState({ message: null });
  unmute([session.creatorAddress]);
  setTranslating(true);
  await callApi(CALLS.leaveSession, { params: { id: session.id }, body: {} });
});

test('starts with a welcome; Enter sends, Shift+Enter inserts a line, and the message is marked as own', async () => {
  await open();
  await expect.element(log.getByText(/^Welcome to the battle lobby!/)).toBeVisible();
  expect(log.element().closest('section')?.offsetHeight).toBe(600);
  await type('hello{Shift>}{Enter}{/Shift}all');
  await expect.element(log.getByText('You')).toBeVisible();
  expect(log.getByText(/^hello/).element().textContent).toBe('hello\nall');
  await expect.element(field).toHaveValue('');
  await type('   ');
  expect((await history()).map(({ message }) => message).slice(1)).toEqual(['hello\nall']);
  await expectAccessible();
});

test('shows messages of others at once by the game socket, translated, with the original one click away', async () => {
  server.instead = (method, path) => (method === 'GET' && path.endsWith('/chat') ? json([]) : null);
  await open();
  const unwatch = await subscribeToSession(session.id);
  await expect.poll(() => server.calls.some((call) => call.endsWith('/chat'))).toBe(true);
  await server.hostDoes(session.id, '你好，准备好了吗？');
  await expect.element(text('hello, ready?')).toBeVisible();
  await expect.element(log.getByText('Translated from Chinese by the phrase book')).toBeVisible();
  await page.getByRole('button', { name: 'Show original' }).click();
  await expect.element(text('你好，准备好了吗？')).toBeVisible();
  await page.getByRole('button', { name: 'Show translation' }).click();
  await expect.element(text('hello, ready?')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Translate' }).click();
  await expect.element(text('你好，准备好了吗？')).toBeVisible();
  await expect.element(log.getByText('Translated from Chinese by the phrase book')).not.toBeInTheDocument();
  unwatch();
});

test('shows messages as plain text, which does not affect the rest of the page', async () => {
  const written = [
    '<img src=x onerror="document.title=1"><b>bold</b>',
    'https://example.org/?a=1&b=2',
    'مرحبا بالجميع',
  ];
  for (const message of written) await server.hostDoes(session.id, message);
  await open();
  for (const message of written) await expect.element(text(message)).toBeVisible();
  const box = log.element();
  expect(box.querySelectorAll('img, b, a')).toHaveLength(0);
  await server.hostDoes(session.id, 'M'.repeat(500));
  await queryClient.invalidateQueries({ queryKey: ['chat', session.id] });
  await expect.element(text('M'.repeat(500))).toBeInTheDocument();
  expect(box.scrollWidth).toBe(box.clientWidth);
});

test('shows at once that the operator has removed a message, without its text', async () => {
  const unwatch = await subscribeToSession(session.id);
  await server.hostDoes(session.id, 'something rude');
  await open();
  await expect.element(text('something rude')).toBeVisible();
  const rude = (await history()).find(({ message }) => message === 'something rude');
  await commands.hideMessage(server.url, rude?.id ?? '');
  await expect.element(text('The operator has removed this message.')).toBeVisible();
  await expect.element(text('something rude')).not.toBeInTheDocument();
  await expect.element(log.getByRole('button', { name: /^Mute or report/ })).not.toBeInTheDocument();
  // Later visitors do not see the text either.
  queryClient.clear();
  await cleanup();
  await open();
  await expect.element(text('The operator has removed this message.')).toBeVisible();
  await expectAccessible();
  unwatch();
});

test('restores a text that could not be sent, and never sends it twice', async () => {
  await open();
  server.isAway = true;
  await type('one');
  await expect.poll(() => toasts.getState().message?.title).toBe('Send Failed');
  await expect.element(field).toHaveValue('one');
  await expect.element(page.getByText(/^The server cannot be reached/)).toBeVisible();
  server.isAway = false;
  // It is delivered but the answer is lost; then it is sent again.
  server.losesAnswer = (method, path) => method === 'POST' && path.endsWith('/chat');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('one');
  server.losesAnswer = null;
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  expect((await history()).filter(({ message }) => message === 'one')).toHaveLength(1);
  expect(text('one').elements()).toHaveLength(1);
});

test('that cannot be loaded shows an error without a toast, and recovers automatically', async () => {
  server.instead = (method, path) => (method === 'GET' && path.endsWith('/chat') ? failure('ERR_INTERNAL') : null);
  await open();
  await expect.element(page.getByText('The chat could not be loaded. Retrying automatically.')).toBeVisible();
  expect(toasts.getState().message).toBeNull();
  server.instead = null;
  await queryClient.invalidateQueries({ queryKey: ['chat', session.id] });
  await expect.element(log.getByText(/^Welcome to the battle lobby!/)).toBeVisible();
});

test('shows the server’s reason for a refused message, and counts characters over the limit', async () => {
  await open();
  server.instead = (method, path) => (method === 'POST' && path.endsWith('/chat') ? failure('ERR_CHAT_FLOOD') : null);
  await type('quick');
  await expect.poll(() => toasts.getState().message?.text).toBe('You are writing too fast. Please wait a moment.');
  await field.fill('x'.repeat(490));
  await expect.element(page.getByText('10 characters left')).toBeVisible();
  await field.fill('x'.repeat(501));
  await expect.element(page.getByText('1 character too many')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test('shows how messages are delivered when that changes', async () => {
  await open();
  let delivery = 'local';
  server.instead = (method, path) =>
    method === 'POST' && path.endsWith('/chat')
      ? json({
          delivery,
          message: { ...message, id: crypto.randomUUID(), createdAt: Date.now(), message: `sent ${delivery}` },
        })
      : null;
  const message: ChatMessage = {
    id: '',
    sessionId: session.id,
    userId: address,
    username: 'Me',
    walletAddress: address,
    blockchain: 'tron',
    message: '',
    messageType: 'text',
    createdAt: 0,
    source: 'local',
  };
  await type('a');
  await expect.poll(() => toasts.getState().message?.title).toBe('Message Sent Locally');
  const { count } = toasts.getState();
  await type('b');
  await expect.element(field).toHaveValue('');
  delivery = 'cross-chain';
  await type('c');
  await expect.poll(() => toasts.getState().message?.title).toBe('Cross-Chain Message Sent');
  expect(toasts.getState().count).toBe(count + 1);
});

test('mutes a player in this browser, and reports a message', async () => {
  await server.hostDoes(session.id, 'something rude');
  await open();
  const more = page.getByRole('button', { name: /^Mute or report/ });
  await more.click();
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this message?' });
  await dialog.getByRole('textbox').fill('Insults');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Report', exact: true }).click();
  await expect.poll(() => toasts.getState().message?.text).toBe('Reported. Thank you.');
  expect(server.calls).toContain('POST /api/chat-reports');
  await more.click();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.element(text('something rude')).not.toBeInTheDocument();
  await cleanup();
  await open();
  await expect.element(log.getByText(/^1 message of muted players hidden/)).toBeVisible();
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect.element(text('something rude')).toBeVisible();
});

test('keeps the scroll position, and reports new messages', async () => {
  const makeMessage = (at: number): ChatMessage => ({
    id: `message-${String(at)}`,
    sessionId: session.id,
    userId: session.creatorAddress,
    username: 'Host',
    walletAddress: session.creatorAddress,
    blockchain: 'tron',
    message: `line ${String(at)}`,
    messageType: 'text',
    createdAt: Date.now() - 60_000 + at,
    source: 'local',
  });
  const messages = Array.from({ length: 60 }, (_, at) => makeMessage(at));
  server.instead = (method, path) => (method === 'GET' && path.endsWith('/chat') ? json(messages) : null);
  await open();
  await expect.element(text('line 59')).toBeInViewport();
  const box = log.element();
  box.scrollTop = 100;
  // The log handles the scroll event in the next frame.
  await nextFrame();
  await nextFrame();
  messages.push({ ...makeMessage(60), createdAt: Date.now() });
  await queryClient.invalidateQueries({ queryKey: ['chat', session.id] });
  await expect.element(text('line 60')).toBeInTheDocument();
  expect(box.scrollTop).toBe(100);
  await page.getByRole('button', { name: '1 new message' }).click();
  await expect.element(text('line 60')).toBeInViewport();
  await expect.element(page.getByRole('button', { name: '1 new message' })).not.toBeInTheDocument();
});

test.each([
  ['a signed-out visitor', 'signed-out', /^Connect your wallet/],
  ['a player without a seat', 'outside', /^Players of this session chat here/],
] as const)('is read by %s, and says why it is not written in', async (_, who, why) => {
  const { player } = account.getState();
  if (who === 'signed-out') account.setState({ player: null });
  await open({
    ...session,
    participants: who === 'outside' ? session.participants.slice(0, 1) : session.participants,
  });
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expectAccessible();
  account.setState({ player });
});
